import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatOf } from './harness/chat';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command, description: command } });

/** The tab is gone without a word, as when the browser dies: nobody told the workbench. */
async function die({ page }: OpenedWorkbench): Promise<void> {
  const crashed = page.waitForEvent('crash');
  page.goto('chrome://crash').catch(() => {});
  await crashed;
}

describe('the tab dies with a card waiting, in a workbench that keeps what it had for hours', () => {
  let first: OpenedWorkbench;
  let second: OpenedWorkbench;

  beforeAll(async () => {
    first = await openWorkbench({
      keepsSessionsOfLostPages: true,
      scenario: {
        turns: [
          [bash('toolu_wait', 'echo answered >> answered.txt')],
          [{ text: 'It was answered.' }],
          [bash('toolu_next', 'echo next >> next.txt')],
          [{ text: 'And it goes on.' }],
        ],
      },
    });
    const chat = chatOf(first);
    await chat.send('Write it down');
    await chat.card('toolu_wait').waitFor();
    await die(first);
    second = await first.another();
  });
  afterAll(() => first.close());

  const answersTo = (id: string): number =>
    first.records().filter(record => record.type === 'interaction_response' && record.toolCallId === id).length;

  test('another tab shows the conversation with the card, still waiting', async () => {
    await second.latch.getByText('Write it down', { exact: true }).last().waitFor({ timeout: 60_000 });
    await chatOf(second).call('toolu_wait', 'waiting').first().waitFor();
    await second.page.locator('.statusbar').getByText('Latch: 1 waiting').waitFor();
    await second.screenshot('hand-over-waiting');
    expect(answersTo('toolu_wait')).toBe(0);
  });

  test('and answers it: once, to the agent that asked', async () => {
    await chatOf(second).press('toolu_wait', 'Allow once');
    await second.latch.getByText('It was answered.').waitFor();
    expect(readFileSync(join(first.workspace, 'answered.txt'), 'utf8')).toBe('answered\n');
    expect(answersTo('toolu_wait')).toBe(1);
    expect(first.records().filter(record => record.type === 'agent_started')).toHaveLength(1);
  });

  test('when nothing is under way any more, the session is this window’s own, and goes on', async () => {
    await expect
      .poll(() => first.records().filter(record => record.type === 'agent_lost').length, { timeout: 20_000 })
      .toBe(1);
    const chat = chatOf(second);
    await second.latch.getByText('It was answered.').waitFor();
    await chat.send('Go on');
    await chat.press('toolu_next', 'Allow once');
    await second.latch.getByText('And it goes on.').waitFor();
    expect(readFileSync(join(first.workspace, 'next.txt'), 'utf8')).toBe('next\n');
    expect(await second.page.locator('.statusbar').getByText('waiting').count()).toBe(0);
    await second.screenshot('hand-over-own');
  });
});
