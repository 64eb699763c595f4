// What a window shows of the folder when it begins.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claimLease } from '../../src/stores/lease';
import { JournalFolder } from '../../src/stores/journalFolder';
import { dirname } from 'node:path';
import { openFakeStage, type FakeStage } from '../channel/fakeStage';
import { init, turnEnd, user } from '../fakes/agentSteps';

const hour = 3600_000;
const forEver = { days: 0, megabytes: 0 };

async function endedSession(): Promise<FakeStage> {
  const stage = await openFakeStage([user, init, turnEnd]);
  await stage.send('Remember me');
  await stage.idle();
  await stage.sessions.end(stage.session.id);
  return stage;
}

test('the session that was used here last is there again', async () => {
  const { sessions, session } = await endedSession();
  const again = await sessions.restoreLast(forEver, Date.now());
  expect(again?.id).toBe(session.id);
  expect(again?.transcript).toMatchObject([{ kind: 'user', text: 'Remember me' }]);
  expect(sessions.active).toBe(again);
});

test('one of another day stays where it is', async () => {
  const { sessions, session } = await endedSession();
  expect(await sessions.restoreLast(forEver, Date.now() + 13 * hour)).toBeUndefined();
  expect((await sessions.past()).map(entry => entry.sessionId)).toEqual([session.id]);
});

test('one that is not to be kept any longer is gone', async () => {
  const { sessions, journalPath } = await endedSession();
  expect(await sessions.restoreLast({ days: 1, megabytes: 0 }, Date.now() + 25 * hour)).toBeUndefined();
  expect(existsSync(journalPath)).toBe(false);
});

test('a window that still has it is given time to let go', async () => {
  const { sessions, session, journalPath } = await endedSession();
  const claim = await claimLease(new JournalFolder(dirname(journalPath)).leaseOf(journalPath));
  if (!claim.ok) throw new Error('The ended session is still held.');
  setTimeout(() => void claim.lease.release(), 600);
  expect(await sessions.open(session.id)).toBeUndefined();
  expect((await sessions.restoreLast(forEver, Date.now()))?.id).toBe(session.id);
});

test('a session that does not exist is not opened, and not made', async () => {
  const { sessions, journalPath } = await endedSession();
  expect(await sessions.open('unknown')).toBeUndefined();
  expect(existsSync(journalPath.replace(/[^/\\]+$/, 'unknown.jsonl'))).toBe(false);
});
