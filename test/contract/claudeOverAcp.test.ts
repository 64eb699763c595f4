import { expect, test } from 'vitest';
import { holdsFor, patience, starting } from './overAcp';
import { newestClaude } from './realCases';
import { openStage, type Stage } from './stage';

holdsFor(newestClaude);

const plan = '# My plan\n\n1. Do it\n';
const write = { tool: 'Write', id: 'write', input: { file_path: '$PLAN_FILE', content: plan } };
const exit = (id: string): object => ({ tool: 'ExitPlanMode', id, input: { plan } });

/** A session in plan mode, whose plan waits for its answer as `first`. */
async function planned(turns: readonly unknown[]): Promise<Stage> {
  const stage = await openStage({
    ...patience,
    acp: await starting({ ...newestClaude, mode: 'plan' }),
    turns: [[write], [exit('first')], ...turns],
  });
  await stage.send('Plan something.');
  await stage.card('first', 'waiting');
  return stage;
}

test('a plan is a card like that of Claude Code, with the ways on that its agent offers', {
  timeout: 1_200_000,
}, async () => {
  const stage = await planned([[{ text: 'Started.' }]]);
  const card = await stage.card('first', 'waiting');
  expect(card).toMatchObject({
    kind: 'plan',
    tool: 'ExitPlanMode',
    input: { plan },
    details: { offered: { allow: 'Yes, manually approve edits', deny: 'No, keep planning' } },
  });
  expect(card.details.offered?.lasting.map(({ name }) => name)).toContain('Yes, and use auto mode');
  stage.allow('first');
  await stage.idle();
  expect(stage.session.view.mode).toBe('default');
  expect(JSON.stringify(stage.transcript)).toContain('Started.');
});

test('a plan that is denied with a note is planned anew with it', { timeout: 1_200_000 }, async () => {
  const stage = await planned([[exit('second')], [{ text: 'Started.' }]]);
  stage.deny('first', { note: 'Add tests to the plan.' });
  const second = await stage.card('second', 'waiting');
  expect(second.kind).toBe('plan');
  expect(stage.lastRequest()).toContain('Add tests to the plan.');
  expect(stage.session.view.mode).toBe('plan');
});
