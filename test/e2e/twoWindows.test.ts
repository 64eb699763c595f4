import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatOf } from './harness/chat';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command, description: command } });

describe('two pages on one folder', () => {
  let first: OpenedWorkbench;
  let second: OpenedWorkbench;

  beforeAll(async () => {
    first = await openWorkbench({
      scenario: { turns: [[bash('toolu_both', 'echo both >> both.txt')], [{ text: 'Seen in both.' }]] },
    });
    const chat = chatOf(first);
    await chat.send('Show it twice');
    await chat.card('toolu_both').waitFor();
    second = await first.another();
  });
  afterAll(() => first.close());

  test('the other one says what runs, in its empty chat and among the sessions', async () => {
    await second.latch.getByRole('button', { name: 'Show here: Show it twice (Waiting for you)' }).waitFor();
    await second.page.getByRole('button', { name: /^Sessions/ }).click();
    await second.page.getByRole('treeitem', { name: /waiting for you · in another window/ }).waitFor();
    await second.screenshot('hand-over-offered');
  });

  test('shows it there, where it is answered for both', async () => {
    await second.latch.getByRole('button', { name: /^Show here: Show it twice/ }).click();
    await chatOf(second).press('toolu_both', 'Allow once');
    for (const { latch } of [first, second]) await latch.getByText('Seen in both.').waitFor();
    expect(readFileSync(join(first.workspace, 'both.txt'), 'utf8')).toBe('both\n');
    await second.screenshot('hand-over-both');
  });

  test('and takes it over, when the person wants that', async () => {
    const here = second.latch.getByRole('button', { name: 'In another window: take over here' });
    await here.click();
    await here.waitFor({ state: 'detached' });
    await second.latch.getByText('Seen in both.').waitFor();
    await first.latch.getByRole('button', { name: /^Show here: Show it twice/ }).waitFor();
  });
});
