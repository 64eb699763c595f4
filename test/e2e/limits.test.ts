// More than anybody reads: it is shown whole, scrolls, and is answered like anything else.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, init, message, result, turnEnd, user } from '../fakes/agentSteps';
import { type AgentScript, agentScript } from './harness/agentScript';
import { type Chat, chatOf } from './harness/chat';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const numbered = (count: number, text: (line: number) => string): string =>
  Array.from({ length: count }, (_, line) => text(line)).join('\n');
/** Two megabytes, with the one line that matters at the end. */
const long = { command: `${numbered(20_000, line => `echo "${'x'.repeat(88)} ${line}" >> long.txt`)}\nrm -rf the-end` };
const lines = { file_path: 'lines.txt', content: numbered(50_000, line => `another ${line}`) };
const hundred = Array.from({ length: 100 }, (_, place) => ({
  id: `call_${place}`,
  tool: 'Bash',
  input: { command: `echo ${place} > ${place}.txt` },
}));

const steps = [
  user,
  init,
  ...message('long', { id: 'long', tool: 'Bash', input: long }),
  ask('long', 'long', long),
  { awaitAnswers: ['long'] },
  result('long', 'Denied.', false),
  ...message('lines', { id: 'lines', tool: 'Write', input: lines }),
  ask('lines', 'lines', lines, { tool_name: 'Write' }),
  { awaitAnswers: ['lines'] },
  result('lines'),
  ...message('hundred', ...hundred),
  ...hundred.map(({ id, input }) => ask(id, id, input)),
  { awaitAnswers: hundred.map(({ id }) => id) },
  ...hundred.map(({ id }) => result(id)),
  turnEnd,
];

describe('more than anybody reads', () => {
  let workbench: OpenedWorkbench;
  let chat: Chat;
  let agent: AgentScript;

  beforeAll(async () => {
    agent = agentScript(steps);
    workbench = await openWorkbench({ width: 320, ...agent.options });
    writeFileSync(
      join(workbench.workspace, 'lines.txt'),
      numbered(50_000, line => `line ${line}`),
    );
    chat = chatOf(workbench);
    await chat.send('Go');
  });
  afterAll(async () => {
    await workbench.close();
    agent.remove();
  });

  /** Scrolls a card to its end and says whether that text is there. */
  async function endHas(card: Locator, text: string): Promise<boolean> {
    await card.locator('.card-body').evaluate(body => body.scrollTo({ top: body.scrollHeight }));
    return (await card.getByText(text).count()) > 0;
  }

  const behavior = (id: string): readonly unknown[] => agent.answersTo(id).map(answer => answer['behavior']);

  test('a command of 2 MB is shown to its end, and denied', async () => {
    expect(long.command.length).toBeGreaterThan(2_000_000);
    const card = await chat.open('long');
    await expect.poll(() => endHas(card, 'rm -rf the-end')).toBe(true);
    await workbench.screenshot('limits-command');
    await chat.press('long', 'Deny');
    await expect.poll(() => behavior('long')).toEqual(['deny']);
  });

  test('a change of 50,000 lines is shown to its end, and allowed as it was shown', async () => {
    const card = await chat.open('lines');
    await card.getByText('+50000').waitFor();
    await card.getByText('−50000').waitFor();
    await expect.poll(() => endHas(card, 'another 49999')).toBe(true);
    await workbench.screenshot('limits-diff');
    await chat.press('lines', 'Allow once');
    await expect.poll(() => behavior('lines')).toEqual(['allow']);
    expect(agent.answersTo('lines')[0]?.['updatedInput']).toEqual(lines);
  });

  test('of a hundred calls each can be reached and answered', async () => {
    await workbench.latch.getByText('1 of 100').waitFor();
    await chat.press('call_57', 'Allow once');
    await chat.press('call_99', 'Deny');
    await workbench.screenshot('limits-hundred');
    await workbench.latch.getByRole('button', { name: 'Untick all' }).click();
    await workbench.latch.getByRole('button', { name: 'Deny 98' }).click();
    await chat.call('call_57', 'done').waitFor();
    for (const { id } of hundred) expect(behavior(id), id).toEqual([id === 'call_57' ? 'allow' : 'deny']);
  });
});
