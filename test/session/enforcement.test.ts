// What becomes of commands when the sandbox is not what it should be. The agents are fakes: the real one is in the contract.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Asking, Enforcement, Shield } from '../../src/core/session/enforcement';
import { RuleJudge } from '../../src/rules/judge';
import { quoted } from '../../src/core/texts/sentence';
import { openFakeStage, type FakeStage } from '../channel/fakeStage';
import { call, oneCall } from '../fakes/agentSteps';

function allowingRules(askAbout?: Asking): RuleJudge['judge'] {
  const folder = mkdtempSync(join(tmpdir(), 'latch-enforcement-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { judge } = new RuleJudge({
    workspace: folder,
    files: [],
    skip: () => ({ fileEdits: false, bash: askAbout === undefined, skills: false, mcp: false }),
    askAbout: () => askAbout ?? 'everything',
    projectAllows: () => false,
    onProblem() {},
  });
  return judge;
}

async function open(enforcement: Enforcement, steps = oneCall): Promise<FakeStage> {
  const stage = await openFakeStage(steps, { enforcement, judge: allowingRules() });
  await stage.session.send('Go');
  return stage;
}

/** The shield as a person reads it. */
function shieldOf({ session }: FakeStage): string {
  const shield: Shield = session.view.shield;
  return 'why' in shield ? `${shield.state}: ${shield.why.text}` : shield.state;
}

const noSandbox = 'This Claude Code has no sandbox, or does not say that it has one.';

test('an agent that knows of no sandbox runs commands as before, and the shield says that it is so', async () => {
  const stage = await open('auto');
  await stage.card('a', 'done');
  expect(shieldOf(stage)).toBe(`open: ${noSandbox}`);
});

test('with required no command runs on an agent that knows of no sandbox', async () => {
  const stage = await open('required');
  const { because } = await stage.card('a', 'denied');
  expect(because[0]?.reason.text).toBe(noSandbox);
  expect(shieldOf(stage)).toBe(`stopped: ${noSandbox}`);
});

test('switched off nothing is tried', async () => {
  const stage = await open('off');
  await stage.card('a', 'done');
  expect(shieldOf(stage)).toBe('open: It is switched off by the setting latch.enforcement.');
  expect(stage.got().flatMap(line => (line['type'] === 'control_request' ? [line['request']] : []))).toEqual([
    expect.objectContaining({ subtype: 'initialize' }),
  ]);
});

test('what cannot be held asks about a command that a rule allows', async () => {
  const judge = allowingRules();
  const reason = quoted('The kernel cannot hold all of it.');
  const judged = (command: string): string =>
    judge({ tool: 'Bash', input: { command }, cwd: '/tmp', shell: { decision: 'ask', reason } }).verdict.decision;
  expect(['touch x', 'true', 'echo hello'].map(judged)).toEqual(['ask', 'allow', 'allow']);
  expect(
    judge({ tool: 'Bash', input: call.input, cwd: '/tmp', shell: { decision: 'deny', reason } }).verdict.decision,
  ).toBe('deny');
});

test('what may run outside of the sandbox asks, is not called held, and leaves nothing open to the rest', () => {
  const judge = allowingRules('leaving');
  const judged = (command: string): readonly unknown[] => {
    const held = { held: true, tight: true, excluded: ['npm run e2e'] };
    const { verdict, excluded } = judge({ tool: 'Bash', input: { command }, cwd: '/tmp', ...held });
    return [verdict.decision, excluded];
  };
  expect(['npm test', 'npm run e2e', 'npm test && npm run e2e', 'npm run e2e2'].map(judged)).toEqual([
    ['allow', undefined],
    ['ask', 'npm run e2e'],
    ['ask', 'npm run e2e'],
    ['allow', undefined],
  ]);
});

test('an agent that ends because it has no sandbox is started without one', async () => {
  const refusal = 'Error: sandbox required but unavailable: bubblewrap (bwrap) not installed';
  const stage = await openFakeStage([{ stderr: `${refusal}\n` }, { exit: 1 }], {
    enforcement: 'auto',
    judge: allowingRules(),
  });
  await stage.session.send('Go').catch(() => {});
  await stage.until('the second start', () => stage.log.filter(line => line.includes('--input-format')).length === 2);
  const starts = stage.log.filter(line => line.includes('--input-format'));
  expect(starts.map(line => line.includes('"sandbox"'))).toEqual([true, false]);
  expect(shieldOf(stage)).toBe('open: sandbox required but unavailable: bubblewrap (bwrap) not installed');
});
