// What hangs or breaks hangs nobody for ever: it fails in time, with a reason, and what can heal heals.
import { afterEach, onTestFinished, test, vi } from 'vitest';
import { nodeClock } from '../../src/session/nodeClock';
import { expect } from '../support/inWords';
import { ask, init, message, result, turnEnd, user } from '../fakes/agentSteps';
import { afterEverySync, handleMethods } from '../fakes/handleMethods';
import { type FakeStage, openFakeStage } from '../channel/fakeStage';

afterEach(() => {
  hurry(1);
  vi.restoreAllMocks();
});

/** As it is while an agent starts, which needs its time on a busy machine; in a hurry half a minute passes in a second. */
const clock = {
  speed: 1,
  since: 0,
  before: 0,
  now: () => clock.before + (nodeClock.now() - clock.since) * clock.speed,
  after: (ms: number, then: () => void) => nodeClock.after(ms / clock.speed, then),
};

function hurry(speed = 30): void {
  Object.assign(clock, { before: clock.now(), since: nodeClock.now(), speed });
}

const notices = (stage: FakeStage): string[] =>
  stage.transcript.flatMap(item => (item.kind === 'notice' ? [item.text.text] : []));

/** From now on no sync comes to its end, until this is called. */
async function hangingDisk(): Promise<() => void> {
  hurry();
  let heal = (): void => {};
  const healed = new Promise<void>(resolve => {
    heal = resolve;
  });
  const restore = await afterEverySync(() => healed);
  onTestFinished(() => {
    heal();
    restore();
  });
  return heal;
}

const calls = [
  user,
  init,
  ...message('m', { id: 'a', tool: 'Bash', input: { command: 'echo' } }),
  ask('r1', 'a', { command: 'echo' }),
  { awaitAnswers: ['r1'] },
  result('a', 'Not run.', false),
  ...message('n', { id: 'b', tool: 'Bash', input: { command: 'echo' } }),
  ask('r2', 'b', { command: 'echo' }),
  { awaitAnswers: ['r2'] },
  result('b'),
  turnEnd,
];

test('a disk that hangs denies in time and says why; when it answers again that is told, and calls run', async () => {
  const stage = await openFakeStage(calls, { clock });
  await stage.send();
  await stage.asked('a');
  await stage.session.savedJournal();
  const heal = await hangingDisk();
  stage.allow('a');
  await stage.card('a', 'denied');
  const reason = 'The journal could not be written: it did not take it within 10 s';
  expect(stage.cards.get('a')?.problem).toBe(reason);
  expect(notices(stage)).toEqual([`Bash was denied: ${reason}`]);
  heal();
  await stage.until('the journal to heal', () => notices(stage).length === 2);
  expect(notices(stage)[1]).toBe('The journal can be written again.');
  await stage.asked('b');
  stage.allow('b');
  await stage.idle();
  expect(stage.cards.get('b')?.state).toBe('done');
  const decisions = (await stage.journal()).flatMap(({ record }) =>
    record.type === 'interaction_response' ? [`${record.toolCallId} ${record.choice} by ${record.by.kind}`] : [],
  );
  expect(decisions).toEqual(['a allow by person', 'a deny by failure', 'b allow by person']);
});

test('a disk that fails and comes back heals by itself, without another call', async () => {
  const stage = await openFakeStage(calls, { clock });
  await stage.send();
  await stage.asked('a');
  await stage.session.savedJournal();
  hurry();
  vi.spyOn(await handleMethods(), 'datasync').mockRejectedValueOnce(new Error('EIO: i/o error'));
  stage.allow('a');
  await stage.card('a', 'denied');
  await stage.until('the journal to heal', () => notices(stage).includes('The journal can be written again.'));
  stage.deny('b');
  await stage.idle();
});

test('an end comes to its end although the disk hangs, and says what is missing', async () => {
  const stage = await openFakeStage(calls, { clock });
  await stage.send();
  await stage.asked('a');
  const heal = await hangingDisk();
  stage.allow('a');
  await stage.sessions.end(stage.session.id);
  expect(stage.session.view.status.state).toBe('ended');
  expect(stage.cards.get('a')?.state).toBe('lost');
  expect(notices(stage)).toContain('The last lines of this session could not be written to its journal in time.');
  heal();
});

test('nor does an end wait for messages that cannot be kept', async () => {
  const stage = await openFakeStage(calls, { clock });
  await stage.send();
  await stage.asked('a');
  hurry();
  let heal = (): void => {};
  const healed = new Promise<void>(resolve => {
    heal = resolve;
  });
  vi.spyOn(await handleMethods(), 'sync').mockReturnValue(healed);
  await stage.session.send('Later');
  await stage.sessions.end(stage.session.id);
  expect(stage.session.view.status.state).toBe('ended');
  expect(notices(stage)).toContain('The last lines of this session could not be written to its journal in time.');
  heal();
});

test('an agent whose input is closed is ended, because it can never be answered: the session fails with the reason', async () => {
  const stage = await openFakeStage([
    user,
    init,
    ...message('m', { id: 'a', tool: 'Bash', input: { command: 'echo' } }),
    { closeStdin: true },
    { pauseMs: 50 },
    ask('r1', 'a', { command: 'echo' }),
    { pauseMs: 60_000 },
  ]);
  await stage.send();
  await stage.asked('a');
  stage.allow('a');
  await stage.until('the session to fail', () => stage.session.view.status.state === 'failed');
  expect(stage.session.view.status).toMatchObject({
    problem: { message: expect.stringMatching(/^Claude Code takes no answers any more, so it was ended: /) },
  });
  await stage.card('a', 'lost');
});

test('an agent that reads nothing is ended when a line does not go in, and an end does not wait for that', async () => {
  const stage = await openFakeStage([user, init, { deafMs: 60_000 }], { clock });
  await stage.send();
  hurry();
  await stage.session.send('x'.repeat(4 * 1024 * 1024));
  const [row] = stage.session.view.queue?.rows ?? [];
  stage.session.changeQueue({ type: 'now', id: row?.id ?? '' }).catch(() => {});
  await stage.until('the session to fail', () => stage.session.view.status.state === 'failed');
  expect(stage.session.view.status).toMatchObject({
    problem: {
      message: 'Claude Code takes no answers any more, so it was ended: the agent did not take it within 30 s',
    },
  });
  await stage.sessions.end(stage.session.id);
  expect(stage.session.view.status.state).toBe('ended');
}, 30_000);

test('what its agent left running does not keep a session from being told that it has ended', async () => {
  const stage = await openFakeStage([user, init, { orphan: 'sleep 61' }, { exit: 3 }]);
  await stage.session.send('Go');
  await stage.until('the session to fail', () => stage.session.view.status.state === 'failed');
  expect(stage.session.view.status).toMatchObject({ problem: { message: 'Claude Code ended with code 3.' } });
});

test('on a full disk a window ends all its sessions, says what is missing, and can have them again', async () => {
  const stage = await openFakeStage(calls);
  await stage.send();
  await stage.asked('a');
  await stage.session.savedJournal();
  const second = await stage.sessions.create();
  const full = vi.spyOn(await handleMethods(), 'write').mockRejectedValue(new Error('ENOSPC: no space left on device'));
  await stage.sessions.endAll();
  expect([stage.session, second].map(({ view, pid }) => [view.status.state, pid])).toEqual([
    ['ended', undefined],
    ['ended', undefined],
  ]);
  expect(notices(stage)).toContain('The journal could not be written: ENOSPC: no space left on device');
  await stage.sessions.end(stage.session.id);
  full.mockRestore();
  expect((await stage.sessions.open(stage.session.id))?.card('a')?.state).toBe('lost');
});

test('a session that cannot be ended is told to the log, and keeps no other one', async () => {
  const stage = await openFakeStage(calls);
  await stage.send();
  const second = await stage.sessions.create();
  const end = vi.spyOn(second, 'end').mockRejectedValue(new Error('no end'));
  await stage.sessions.endAll();
  end.mockRestore();
  expect(stage.session.view.status.state).toBe('ended');
  expect(stage.log).toContain('end: Error: no end');
});
