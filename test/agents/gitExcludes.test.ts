import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GitExcludes } from '../../src/agents/gitExcludes';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latch-excludes-'));
  execFileSync('git', ['init', '-q'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, text: string): void => {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), text);
};

/** What git sees as new under these excludes, with an environment of its own. */
function untracked({ setting: [key, value] }: GitExcludes): readonly string[] {
  const args = ['-c', `${key}=${value}`, 'ls-files', '--others', '--exclude-standard'];
  const env = { PATH: process.env['PATH'], HOME: root };
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).split('\n').filter(Boolean);
}

const open = (cwd: string): Promise<GitExcludes> =>
  GitExcludes.open(cwd, { PATH: process.env['PATH'] ?? '', HOME: root });

test('places that the sandbox holds are passed over, and files of those names are not', async () => {
  write('.mcp.json', '{}');
  const excludes = await open(root);
  excludes.update([join(root, 'a#b', 'kept!')]);
  for (const name of ['.bashrc', '.vscode', '.claude/settings.json', 'a#b/kept!', 'new.txt']) write(name, '');
  write('below/.bashrc', '');
  expect(untracked(excludes)).toEqual(['.mcp.json', 'below/.bashrc', 'new.txt']);
});

test('a file that is made meanwhile is seen from the next command on', async () => {
  const excludes = await open(root);
  excludes.update([]);
  write('.zshrc', 'x');
  expect(untracked(excludes)).toEqual([]);
  excludes.update([]);
  expect(untracked(excludes)).toEqual(['.zshrc']);
});

test('in a folder below the top only the places of that folder are passed over', async () => {
  mkdirSync(join(root, 'part'));
  const excludes = await open(join(root, 'part'));
  excludes.update([]);
  for (const name of ['.bashrc', 'part/.bashrc']) write(name, '');
  expect(untracked(excludes)).toEqual(['.bashrc']);
});

test.each([
  ['at its usual place', '.config/git/ignore', undefined],
  ['where the settings name it', 'mine', '[core]\n  excludesFile = ~/mine\n'],
])('what the person passes over stays so, %s', async (_, list, config) => {
  write(list, '*.log\n');
  if (config !== undefined) write('.gitconfig', config);
  const excludes = await open(root);
  excludes.update([]);
  write('a.log', '');
  write('b.txt', '');
  expect(untracked(excludes)).not.toContain('a.log');
  expect(untracked(excludes)).toContain('b.txt');
});
