import { expect, test } from 'vitest';
import { RunReport } from '../../src/cli/runReport';
import type { SessionStatus, SessionView } from '../../src/core/session/view';
import { quoted } from '../../src/core/texts/sentence';

const view = (state: 'new' | 'idle' | 'running'): SessionView => {
  const status: SessionStatus = { state };
  return {
    sessionId: 's',
    title: '',
    status,
    cwd: '/w',
    model: quoted(''),
    mode: 'default',
    shield: { state: 'open', why: quoted('') },
  };
};

test('a run is over when its turn is, whatever else is told of the session in that moment', async () => {
  const events: object[] = [];
  const report = new RunReport(event => events.push(event));
  for (const state of ['new', 'idle', 'running', 'running', 'idle', 'idle'] as const) report.view(view(state));
  await report.over;
  expect(report.summary()).toMatchObject({ code: 0 });
  expect(events).toEqual([{ type: 'summary', code: 0, calls: 0, done: 0, failed: 0, denied: 0 }]);
});

test('it is not over while the agent goes on by itself', async () => {
  const report = new RunReport(() => {});
  let over = false;
  void report.over.then(() => (over = true));
  for (const state of ['running', 'idle', 'running'] as const) report.view(view(state));
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(over).toBe(false);
  report.view(view('new'));
  await report.over;
  expect(report.summary()).toMatchObject({ code: 1 });
});
