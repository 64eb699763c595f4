// What a window shows of the folder when it begins.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { comingBack } from '../../src/session/comingBack';
import { claimLease } from '../../src/stores/lease';
import { JournalFolder } from '../../src/stores/journalFolder';
import type { OpenSession } from '../../src/session/openSession';
import type { Left } from '../../src/stores/leftOpen';
import { dirname } from 'node:path';
import { openFakeStage, type FakeStage } from '../channel/fakeStage';
import { init, turnEnd, user } from '../fakes/agentSteps';

const hour = 3600_000;
const forEver = { days: 0, megabytes: 0 };

async function endedSession(options: Parameters<typeof openFakeStage>[1] = {}): Promise<FakeStage> {
  const stage = await openFakeStage([user, init, turnEnd], options);
  await stage.send('Remember me');
  await stage.idle();
  await stage.sessions.end(stage.session.id);
  return stage;
}

/** A window that ended with two sessions, the second in front. */
async function twoLeftOpen(): Promise<{ readonly stage: FakeStage; readonly second: OpenSession }> {
  const stage = await openFakeStage([user, init, turnEnd]);
  await stage.send('The first');
  await stage.idle();
  const second = await stage.sessions.create();
  await stage.send('The second', second);
  await stage.idle(second);
  await stage.sessions.endAll();
  return { stage, second };
}

test('the session that was used here last is there again', async () => {
  const { sessions, session } = await endedSession();
  const again = await sessions.restoreLast(forEver, Date.now());
  expect(again?.id).toBe(session.id);
  expect(again?.transcript).toMatchObject([{ kind: 'user', text: 'Remember me' }]);
  expect(sessions.active).toBe(again);
});

test('all that were open are there again in their order, and the one that was in front is in front', async () => {
  const { stage, second } = await twoLeftOpen();
  const window = stage.nextWindow();
  const front = await window.restoreLast(forEver, Date.now());
  expect(front?.id).toBe(second.id);
  await expect.poll(() => window.all.map(({ id }) => id)).toEqual([stage.session.id, second.id]);
  expect(window.active).toBe(front);
});

test('where the one that was in front cannot be opened, the others are there again', async () => {
  const { stage, second } = await twoLeftOpen();
  const journals = new JournalFolder(dirname(stage.journalPath));
  // A lease is a folder: with a file in its place nobody can have the session.
  const lease = journals.leaseOf(journals.fileOf(second.id));
  writeFileSync(lease, '');
  const window = stage.nextWindow();
  await expect(window.restoreLast(forEver, Date.now())).rejects.toThrow('not a directory');
  await expect.poll(() => window.all.map(({ id }) => id)).toEqual([stage.session.id]);
  rmSync(lease);
});

test('those that had not come back when the window went are there again in the next one', async () => {
  const { stage, second } = await twoLeftOpen();
  const claim = await claimLease(new JournalFolder(dirname(stage.journalPath)).leaseOf(stage.journalPath));
  if (!claim.ok) throw new Error('The ended session is still held.');
  const hasty = stage.nextWindow();
  expect((await hasty.restoreLast(forEver, Date.now()))?.id).toBe(second.id);
  await hasty.endAll();
  await claim.lease.release();
  const window = stage.nextWindow();
  await window.restoreLast(forEver, Date.now());
  await expect.poll(() => window.all.map(({ id }) => id)).toEqual([stage.session.id, second.id]);
});

test.each<[string, Left, readonly string[]]>([
  ['nothing is known of what was open', { front: undefined, open: [] }, ['new']],
  ['one of them was used last, and another was in front', { front: 'old', open: ['new', 'old'] }, ['old', 'new']],
  ['the one in front is gone', { front: 'gone', open: ['gone', 'old'] }, ['new', 'old']],
  ['one is of another day', { front: 'new', open: ['new', 'yesterday'] }, ['new']],
])('where %s', (_, left, come) => {
  const kept = [
    { sessionId: 'new', changedAt: 100 * hour },
    { sessionId: 'old', changedAt: 99 * hour },
    { sessionId: 'yesterday', changedAt: 80 * hour },
  ];
  expect(comingBack(kept, left, 100 * hour)).toEqual(come);
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

test('where the window that has it never answers, the person is told, and can have it once it is free', async () => {
  const told: { title: string; again: () => Promise<boolean> }[] = [];
  const held = {
    handOverMs: 1000,
    onHeld: (title: string, again: () => Promise<boolean>) => told.push({ title, again }),
  };
  const { sessions, session, journalPath } = await endedSession({ held });
  const claim = await claimLease(new JournalFolder(dirname(journalPath)).leaseOf(journalPath));
  if (!claim.ok) throw new Error('The ended session is still held.');
  expect(await sessions.restoreLast(forEver, Date.now())).toBeUndefined();
  expect(told.map(({ title }) => title)).toEqual(['Remember me']);
  expect(await told[0]?.again()).toBe(false);
  await claim.lease.release();
  expect(await told[0]?.again()).toBe(true);
  expect(sessions.all.map(({ id }) => id)).toEqual([session.id]);
});

test('nothing is said of it to who began another session meanwhile', async () => {
  let told = 0;
  const { sessions, journalPath } = await endedSession({ held: { handOverMs: 1000, onHeld: () => (told += 1) } });
  const claim = await claimLease(new JournalFolder(dirname(journalPath)).leaseOf(journalPath));
  if (!claim.ok) throw new Error('The ended session is still held.');
  const restoring = sessions.restoreLast(forEver, Date.now());
  await sessions.create();
  expect(await restoring).toBeUndefined();
  expect(told).toBe(0);
  await claim.lease.release();
});

test('a session that does not exist is not opened, and not made', async () => {
  const { sessions, journalPath } = await endedSession();
  expect(await sessions.open('unknown')).toBeUndefined();
  expect(existsSync(journalPath.replace(/[^/\\]+$/, 'unknown.jsonl'))).toBe(false);
});
