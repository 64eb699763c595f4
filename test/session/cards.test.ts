// What a session says of its cards to a view that comes later.
import { expect, test } from 'vitest';
import { oneCall } from '../fakes/agentSteps';
import { openFakeStage } from '../channel/fakeStage';

test('a card that is looked at later has the time that is left by then', async () => {
  let now = 0;
  const clock = { now: () => now, after: () => () => {} };
  const stage = await openFakeStage(oneCall, { clock, timeLimit: () => 60_000 });
  await stage.send();
  await stage.asked('a');
  expect(stage.session.card('a')?.remainingMs).toBe(60_000);
  now = 20_000;
  expect(stage.session.cards.map(card => card.remainingMs)).toEqual([40_000]);
  stage.session.drafting('a', true);
  now = 50_000;
  expect(stage.session.card('a')).toMatchObject({ remainingMs: 40_000, paused: true });
  stage.allow('a');
  await stage.idle();
  expect(stage.session.card('a')).not.toHaveProperty('remainingMs');
});

test('what a session is doing is told when it is something else', async () => {
  const stage = await openFakeStage(oneCall);
  await stage.send();
  await stage.asked('a');
  stage.allow('a');
  await stage.idle();
  const told = stage.views.map(view => JSON.stringify(view));
  expect(told.length).toBeGreaterThan(3);
  expect(told.filter((view, at) => view === told[at - 1])).toEqual([]);
});
