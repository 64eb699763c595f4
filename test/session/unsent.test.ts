// A message that no agent was given is not lost with its session: it waits in the queue of the next window.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { JournalFolder } from '../../src/stores/journalFolder';
import { soon } from '../support/soon';
import { init, turnEnd, user } from '../fakes/agentSteps';
import { type FakeStage, openFakeStage } from '../channel/fakeStage';

const rows = ({ sessions, session }: FakeStage): readonly string[] | undefined =>
  sessions.get(session.id)?.view.queue?.rows.map(({ text }) => text);

const given = (stage: FakeStage): number => stage.got().filter(({ type }) => type === 'user').length;

/** It is there again, goes out once when the person lets it, and stands in the chat once. */
async function goesOut(stage: FakeStage, ...texts: readonly string[]): Promise<void> {
  const { sessions, session } = stage;
  const before = given(stage);
  const again = await sessions.open(session.id);
  await soon(() => expect(rows(stage)).toEqual(texts));
  await again?.changeQueue({ type: 'goOn' });
  await soon(() => expect(again?.view.status.state).toBe('idle'));
  expect(given(stage)).toBe(before + 1);
  expect(again?.transcript.flatMap(item => (item.kind === 'user' ? item.text : []))).toContain(texts[0]);
}

test('one that was sent while the agent started, when the session ended', async () => {
  const stage = await openFakeStage([user, init, turnEnd]);
  const sent = stage.session.send('Meanwhile');
  await stage.sessions.end(stage.session.id);
  await sent;
  expect(given(stage)).toBe(0);
  await goesOut(stage, 'Meanwhile');
  expect(stage.sessions.get(stage.session.id)?.transcript.filter(item => item.kind === 'user')).toHaveLength(1);
});

test('one that waited for what was said elsewhere, when the session ended', async () => {
  const stage = await openFakeStage([user, init, turnEnd]);
  await stage.send('First');
  await stage.idle();
  await stage.sessions.end(stage.session.id);
  const again = await stage.sessions.open(stage.session.id);
  if (!again) throw new Error('It is not there.');
  const sent = again.send('Second');
  await stage.sessions.end(again.id);
  await sent;
  await goesOut(stage, 'Second');
});

test('one for which the agent could not be started, before one that waits behind it', async () => {
  const stage = await openFakeStage([{ exit: 0 }]);
  const sent = stage.session.send('First');
  await stage.session.send('Second');
  await sent;
  await soon(() => expect(stage.session.view.status.state).toBe('failed'));
  await stage.sessions.end(stage.session.id);
  await stage.sessions.open(stage.session.id);
  await soon(() => expect(rows(stage)).toEqual(['First', 'Second']));
});

test('one that was sent while the agent started, when the window was killed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'latch-unsent-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [journalFolder, atTheKill] = [join(root, 'now'), join(root, 'then')];
  let start = (): void => {};
  const started = new Promise<'none'>(resolve => {
    start = () => resolve('none');
  });
  const stage = await openFakeStage([user, init, turnEnd], { journalFolder, fromRepository: () => started });
  const kept = new JournalFolder(journalFolder).queueOf(stage.session.id);
  const sent = stage.session.send('Meanwhile');
  await soon(async () => expect(await kept.load()).toMatchObject([{ text: 'Meanwhile' }]));
  await soon(async () => expect((await stage.journal()).map(({ record }) => record.type)).toContain('user_message'));
  cpSync(journalFolder, atTheKill, { recursive: true });
  // Of a process that is gone.
  rmSync(join(atTheKill, 'leases'), { recursive: true });
  start();
  await sent;
  await stage.idle();
  await soon(async () => expect(await kept.load()).toEqual([]));

  const next = await openFakeStage([user, init, turnEnd], { journalFolder: atTheKill });
  const again = await next.sessions.open(stage.session.id);
  await soon(() => expect(again?.view.queue?.rows.map(({ text }) => text)).toEqual(['Meanwhile']));
  expect(given(next)).toBe(0);
  await again?.changeQueue({ type: 'goOn' });
  await soon(() => expect(again?.view.status.state).toBe('idle'));
  expect(given(next)).toBe(1);
  expect(again?.transcript.filter(item => item.kind === 'user')).toHaveLength(1);
  expect(again?.view.queue).toBeUndefined();
});

test('one that its agent could not be given any more goes out with the next agent', async () => {
  const closed = { say: { type: 'assistant', message: { id: 'm9', content: [{ type: 'text', text: 'Closed' }] } } };
  const stage = await openFakeStage([user, init, turnEnd, { closeStdin: true }, closed, { pauseMs: 60_000 }]);
  const kept = new JournalFolder(dirname(stage.journalPath)).queueOf(stage.session.id);
  await stage.send('First');
  await soon(() => expect(stage.transcript).toContainEqual(expect.objectContaining({ text: 'Closed' })));
  await stage.session.send('Second');
  expect(stage.session.view.status.state).toBe('failed');
  await soon(async () => expect(await kept.load()).toMatchObject([{ text: 'Second' }]));
  await stage.session.restart();
  await soon(() => expect(given(stage)).toBe(2));
  expect(stage.got().flatMap(({ type, message }) => (type === 'user' ? [message] : []))).toMatchObject([
    { content: 'First' },
    { content: 'Second' },
  ]);
  await soon(async () => expect(await kept.load()).toEqual([]));
});
