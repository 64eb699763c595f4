// What stands where Claude Code should be, and what a person is told of it.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { expect } from '../support/inWords';
import type { Clock } from '../../src/core/base/clock';
import type { SessionProblem } from '../../src/core/session/view';
import { nodeClock } from '../../src/session/nodeClock';
import { openStage } from '../contract/stage';
import { openFakeStage } from '../channel/fakeStage';

/** Starts a session with this executable, or this path, and returns the problem it ends in. */
/** The problem as a person reads it. */
type Told = Omit<SessionProblem, 'message'> & { readonly message: string };

async function problemWith(script: string | undefined, path?: string, clock?: Clock): Promise<Told> {
  const folder = mkdtempSync(join(tmpdir(), 'latch-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'claude');
  if (script !== undefined) {
    writeFileSync(file, script);
    chmodSync(file, 0o755);
  }
  const stage = await openStage({ cli: path ?? file, turns: [], ...(clock ? { clock } : {}) });
  await stage.session.send('Hello');
  await stage.until('the session to fail', () => stage.session.view.status.state === 'failed');
  const { status } = stage.session.view;
  if (status.state !== 'failed') throw new Error('It did not fail.');
  return { ...status.problem, message: status.problem.message.text };
}

test.each<[string, string, Partial<Told>]>([
  [
    'ends at once',
    '#!/bin/sh\nexit 0\n',
    { code: 'cli-exited', message: 'Claude Code ended with code 0 before it was ready.' },
  ],
  [
    'prints something else and ends',
    '#!/bin/sh\nhead -c 100000 /dev/urandom\necho broken >&2\nexit 3\n',
    { code: 'cli-exited', message: 'Claude Code ended with code 3 before it was ready.', stderr: ['broken'] },
  ],
  [
    'is too old to know an option',
    '#!/bin/sh\necho "error: unknown option \'--permission-prompt-tool\'" >&2\nexit 1\n',
    {
      code: 'cli-too-old',
      message: 'This Claude Code is too old to ask for approvals. Update it (claude update), then restart.',
    },
  ],
  [
    'dies of a signal',
    '#!/bin/sh\nkill -SEGV $$\n',
    { code: 'cli-exited', message: 'Claude Code ended by SIGSEGV before it was ready.' },
  ],
  ['has an interpreter that does not exist', '#!/nowhere/at/all\n', { code: 'cli-not-executable' }],
  ['is no program', '\u0000\u0001\u0002', { code: 'cli-exited' }],
])('an executable that %s', async (_, script, problem) => {
  expect(await problemWith(script)).toMatchObject(problem);
});

test('a program that runs and says nothing, or something else than Claude Code, is ended', async () => {
  // Thirty seconds pass in one.
  const clock = {
    now: () => nodeClock.now() * 30,
    after: (ms: number, then: () => void) => nodeClock.after(ms / 30, then),
  };
  expect(await problemWith('#!/bin/sh\ncat > /dev/null\n', undefined, clock)).toEqual({
    code: 'cli-unreadable',
    message: 'Claude Code did not answer in 30 s, so it was ended. It may not be Claude Code, or be too old.',
    stderr: [],
  });
  expect(await problemWith('#!/bin/sh\nexec cat\n', undefined, clock)).toMatchObject({
    code: 'cli-unreadable',
    message: 'Claude Code could not begin, so it was ended: Latch does not support initialize.',
  });
});

test('a path at which there is nothing, a folder, a file that may not be run, and a relative path', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latch-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'file'), '#!/bin/sh\n', { mode: 0o644 });
  expect(await problemWith(undefined, join(folder, 'nothing'))).toMatchObject({
    code: 'cli-missing',
    message: expect.stringContaining(`There is no file at ${join(folder, 'nothing')}.`),
  });
  expect((await problemWith(undefined, join(folder, 'folder'))).code).toBe('cli-not-executable');
  expect((await problemWith(undefined, join(folder, 'file'))).code).toBe('cli-not-executable');
  expect(await problemWith(undefined, 'bin/claude')).toMatchObject({
    code: 'cli-missing',
    message: expect.stringContaining('must be absolute'),
  });
});

test('an agent that dies in the middle of a turn is restarted by the next message', async () => {
  const stage = await openFakeStage([{ awaitUser: true }, { exit: 9 }]);
  await stage.session.send('One');
  await stage.until('the session to fail', () => stage.session.view.status.state === 'failed');
  expect(stage.session.view.status).toMatchObject({ problem: { message: 'Claude Code ended with code 9.' } });
  await stage.session.send('Two');
  await stage.until(
    'the second agent to end',
    () => stage.log.filter(text => text.includes('ended with code 9')).length > 1,
  );
  expect(stage.got().filter(({ type }) => type === 'user')).toHaveLength(2);
});

test('a message that comes while the agent starts by itself, or again, is what it begins with', async () => {
  const stage = await openFakeStage([{ awaitUser: true }]);
  const texts = (): string => JSON.stringify(stage.got().filter(({ type }) => type === 'user'));
  const prepared = stage.session.prepare();
  await stage.until('the agent to start', () => stage.session.view.status.state === 'starting');
  await stage.session.send('While it starts');
  await prepared;
  await stage.until('the message to arrive', () => texts().includes('While it starts'));
  await stage.session.interrupt();
  const restarted = stage.session.restart();
  await stage.until('the agent to start again', () => stage.session.view.status.state === 'starting');
  await stage.session.send('While it starts again');
  await restarted;
  await stage.until('the second message to arrive', () => texts().includes('While it starts again'));
  expect(stage.session.view.queue).toBeUndefined();
});
