// A session that branches off shows the calls that were made before it, and goes on from before any message.
import { expect, test } from 'vitest';
import { oneCall } from '../fakes/agentSteps';
import { openFakeStage } from '../channel/fakeStage';

test('a fork shows the calls before it, also when it is opened again', async () => {
  const stage = await openFakeStage(oneCall, {});
  await stage.send();
  await stage.asked('a');
  stage.allow('a');
  await stage.idle();
  const fork = await stage.sessions.fork(stage.session);
  const shown = [expect.objectContaining({ toolCallId: 'a', sessionId: fork.id })];
  const states = fork.cards.map(({ state }) => state);
  expect(fork.cards).toEqual(shown);
  await stage.sessions.end(fork.id);
  const again = await stage.sessions.open(fork.id);
  expect(again?.cards).toEqual(shown);
  expect(again?.cards.map(({ state }) => state)).toEqual(states);
});

test('a fork from before the first message begins with nothing, and the other keeps all', async () => {
  const stage = await openFakeStage(oneCall, {});
  await stage.send('Go');
  await stage.asked('a');
  stage.allow('a');
  await stage.idle();
  const [first] = stage.transcript;
  const before = stage.transcript.length;
  const fork = await stage.sessions.fork(stage.session, { messageId: first?.id ?? '', agentBefore: undefined });
  expect([fork.transcript, fork.cards]).toEqual([[], []]);
  expect(stage.transcript).toHaveLength(before);
});

test('a fork in which nothing was said yet leaves the other conversation alone, also when it is opened again', async () => {
  const stage = await openFakeStage(oneCall, {});
  await stage.send();
  await stage.asked('a');
  stage.allow('a');
  await stage.idle();
  const fork = await stage.sessions.fork(stage.session, { messageId: 'none', agentBefore: 'a1' });
  await stage.sessions.end(fork.id);
  await stage.sessions.open(fork.id);
  await stage.sessions.active?.send('Go on');
  expect(stage.log.findLast(line => line.includes('--resume'))).toContain('--fork-session --resume-session-at a1');
});
