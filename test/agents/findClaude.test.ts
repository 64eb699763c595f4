import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Found, findClaude } from '../../src/agents/findClaude';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'latch-find-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function executable(...parts: string[]): string {
  const path = join(root, ...parts);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

const npmProgram = join('node_modules', '@anthropic-ai', 'claude-code', 'bin', 'claude.exe');

function search(platform: NodeJS.Platform, ...folders: string[]): Promise<Found> {
  return findClaude({
    configured: '',
    environment: {
      PATH: folders.map(folder => (folder === '.' ? folder : join(root, folder))).join(delimiter),
      HOME: join(root, 'home'),
    },
    workspace: [join(root, 'repo')],
    platform,
  });
}

/** What is found with these folders in PATH, and the workspace `repo`; the machine's own folders do not count. */
async function found(...folders: string[]): Promise<string | undefined> {
  const where = await search('linux', ...folders);
  return where.ok && where.path.startsWith(root) ? where.path : undefined;
}

test('the first folder of PATH that has one, and then those where installers put it', async () => {
  const second = executable('second', 'claude');
  expect(await found('first', 'second')).toBe(second);
  const first = executable('first', 'claude');
  expect(await found('first', 'second')).toBe(first);
  const local = executable('home', '.local', 'bin', 'claude');
  expect(await found('elsewhere')).toBe(local);
});

test('never one that came with the repository, by whatever name its folder is reached', async () => {
  executable('repo', 'node_modules', '.bin', 'claude');
  executable('repo', '..bin', 'claude');
  executable('repo', 'claude');
  symlinkSync(join(root, 'repo'), join(root, 'other-name'));
  expect(
    await found('repo', 'repo/node_modules/.bin', 'repo/..bin', 'other-name/node_modules/.bin', '.', ''),
  ).toBeUndefined();
});

test.each([
  ['the program itself', ['claude.exe'], 'claude.exe'],
  ['what npm installs', ['claude.cmd', npmProgram], npmProgram],
])('on Windows: %s', async (_, files, program) => {
  for (const file of files) executable('npm', file);
  expect(await search('win32', 'npm')).toEqual({ ok: true, path: join(root, 'npm', program) });
});

test('on Windows a script whose program lies elsewhere is told, and not that something is to be installed', async () => {
  const script = executable('npm', 'claude.cmd');
  const told = await search('win32', 'npm');
  expect(told).toMatchObject({ ok: false, problem: { code: 'cli-missing' } });
  expect(told.ok ? '' : told.problem.message.text).toBe(
    `${script} starts Claude Code through a script, and its program is not beside it. Set the path to claude.exe.`,
  );
});

test('nor a folder, nor a file that may not be run', async () => {
  mkdirSync(join(root, 'one', 'claude'), { recursive: true });
  mkdirSync(join(root, 'two'));
  writeFileSync(join(root, 'two', 'claude'), '', { mode: 0o644 });
  expect(await found('one', 'two')).toBeUndefined();
});

test('a path from the settings is taken as it is, also with a ~, or refused with what to do', async () => {
  const path = executable('home', 'my claude');
  const at = (configured: string): ReturnType<typeof findClaude> =>
    findClaude({ configured, environment: { HOME: join(root, 'home') }, workspace: [], platform: 'linux' });
  expect(await at(path)).toEqual({ ok: true, path });
  expect(await at('~/my claude')).toEqual({ ok: true, path });
  expect(await at('bin/claude')).toMatchObject({ ok: false, problem: { code: 'cli-missing' } });
  expect(await at(join(root, 'none'))).toMatchObject({ ok: false, problem: { code: 'cli-missing' } });
  expect(await at(root)).toMatchObject({ ok: false, problem: { code: 'cli-not-executable' } });
});
