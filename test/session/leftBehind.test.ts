// What an agent leaves when it is killed, or when its window is; with the real Claude Code in test/contract/leftBehind.test.ts.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { markVariable } from '../../src/agents/descendants';
import { holdJournal, holdPast } from '../../src/session/heldJournal';
import { JournalFolder } from '../../src/stores/journalFolder';
import { fateOfProcess, identityOf } from '../../src/stores/processIdentity';
import { openFakeStage } from '../channel/fakeStage';
import { oneCall } from '../fakes/agentSteps';
import { soon } from '../support/soon';
import { expect } from '../support/inWords';

const quiet = (): void => {};

/** A process that nobody waits for, as one whose window is gone. */
function leave(environment: Readonly<Record<string, string>>): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.pid === undefined) throw new Error('No process was started.');
  return child.pid;
}

test('what an agent of a window that is gone left running is ended when its session is held again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latch-left-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = { journals: new JournalFolder(folder), log: { info: quiet, warn: quiet, error: quiet } };
  const mark = `left-${process.pid}`;
  const agent = identityOf(leave({}));
  const command = identityOf(leave({ [markVariable]: mark }));
  const held = await holdJournal(options, 's');
  if (!held.ok) throw new Error('The session is held.');
  await held.journal.append([
    { type: 'session_started', sessionId: 's', cliSessionId: 'c', cwd: folder, title: 'Left' },
    { type: 'agent_started', path: 'claude', model: '', process: { ...agent, mark } },
  ]);
  await held.journal.close();
  expect([agent, command].map(fateOfProcess)).toEqual(['lives', 'lives']);
  const past = await holdPast(options, 's');
  // A process that was killed takes a moment to go.
  await soon(() => expect([agent, command].map(fateOfProcess)).toEqual(['ended', 'ended']));
  if (past.ok) await past.journal.close();
});

test('after an agent was killed the next one goes on with its conversation, and never begins one under the same name', async () => {
  const stage = await openFakeStage(oneCall);
  const startedWith = (): string =>
    execFileSync('ps', ['-o', 'args=', '-p', String(stage.session.pid ?? 0)], { encoding: 'utf8' });
  await stage.send();
  await stage.asked('a');
  const [, first] = / --session-id (\S+)/.exec(startedWith()) ?? [];
  expect(first).toBeDefined();
  const pid = stage.session.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await stage.until('the session to fail', () => stage.session.view.status.state === 'failed');
  await stage.send('Again');
  await stage.until('the next agent', () => ![undefined, pid].includes(stage.session.pid));
  expect(/ (--resume|--session-id) /.exec(startedWith())?.[1]).toBe('--resume');
});
