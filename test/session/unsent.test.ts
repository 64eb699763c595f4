// A message that no agent was given is not lost with its session: it waits in the queue of the next window.
import { expect, test } from 'vitest';
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
