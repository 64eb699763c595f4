import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ClaudeRules } from '../../src/stores/claudeSettings';
import { FileStore } from '../../src/stores/fileStore';
import { readSmallFile } from '../../src/stores/readSmallFile';

const folder = mkdtempSync(join(tmpdir(), 'latch-small-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const notRegular = {
  pipe: (file: string) => void spawnSync('mkfifo', [file]),
  'link to what never ends': (file: string) => symlinkSync('/dev/zero', file),
  folder: (file: string) => mkdirSync(file),
};

const kinds = Object.entries(notRegular);

test.each(kinds)('rules that are a %s are neither waited for nor left out: every call asks', (kind, make) => {
  const file = join(folder, kind, 'rules.json');
  mkdirSync(dirname(file), { recursive: true });
  make(file);
  const { broken, unreadable } = new FileStore({ file }).list();
  expect(broken).toBe(true);
  expect(unreadable.map(({ why }) => why.text)).toEqual(['It is no regular file.']);
});

test.each(kinds)('settings of Claude Code that are a %s make every call ask', (kind, make) => {
  const home = join(folder, 'home', kind);
  mkdirSync(join(home, '.claude'), { recursive: true });
  make(join(home, '.claude', 'settings.json'));
  const { unreadable } = new ClaudeRules(() => ({ home, workspace: join(home, 'none') })).list();
  expect(unreadable.map(({ why }) => why.text)).toEqual(['It is no regular file.']);
});

test('a file is read up to a size', () => {
  const file = join(folder, 'text');
  writeFileSync(file, 'naïve');
  expect(readSmallFile(file, 6)).toBe('naïve');
  expect(() => readSmallFile(file, 5)).toThrow('It is larger than 5 bytes.');
});
