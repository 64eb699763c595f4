import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trackedFiles } from '../../src/stores/gitIndex';

let folder = '';

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' });
}

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'latch-index-')));
  git('init', '-q');
  for (const name of ['a.txt', 'src/a.ts', 'src/deep/b.ts', 'x y', '-n', 'a-name-that-is-longer-than-one-block.md']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  git('add', '--all');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the files that git follows', () => {
  test.each([2, 3, 4])('are those that git lists, from an index of version %i', version => {
    git('update-index', '--index-version', String(version));
    // A flag that only the third version knows.
    if (version === 3) git('update-index', '--skip-worktree', 'src/a.ts');
    for (const [from, prefix] of [
      [folder, ''],
      [join(folder, 'src'), 'src/'],
    ] as const) {
      const listed = git('ls-files', '-z')
        .split('\0')
        .filter(name => name !== '' && name.startsWith(prefix));
      expect(trackedFiles(from)).toEqual(listed.map(name => name.slice(prefix.length)));
    }
  });

  test('are not told where git would look elsewhere', () => {
    appendFileSync(join(folder, '.git/config'), '[core]\n\tworktree = /\n');
    expect(trackedFiles(folder)).toBeUndefined();
  });

  test('are not told for a split index', () => {
    git('update-index', '--split-index');
    expect(trackedFiles(folder)).toBeUndefined();
  });

  test('are not told below what looks like a bare repository', () => {
    writeFileSync(join(folder, 'src/HEAD'), 'ref: refs/heads/main\n');
    expect(trackedFiles(join(folder, 'src'))).toBeUndefined();
  });

  test('are not told outside of a repository', () => {
    rmSync(join(folder, '.git'), { recursive: true });
    expect(trackedFiles(folder)).toBeUndefined();
  });
});
