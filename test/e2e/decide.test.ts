import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command, description: command } });

describe('a question of the real CLI, answered in the sidebar', () => {
  let workbench: OpenedWorkbench;
  const card = (id: string): Locator => workbench.latch.locator(`[data-testid="card"][data-call-id="${id}"]`);
  const has = (name: string): boolean => existsSync(join(workbench.workspace, name));

  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [
          [{ text: 'I make a file.' }, bash('toolu_allow', 'echo made > made.txt')],
          [{ text: 'And another one.' }, bash('toolu_deny', 'echo no > refused.txt')],
          [{ text: 'As you wish.' }],
          [
            bash('toolu_one', 'echo 1 > one.txt'),
            bash('toolu_two', 'echo 2 > two.txt'),
            bash('toolu_three', 'echo 3 > three.txt'),
          ],
          [{ text: 'Three files.' }],
        ],
      },
    });
    await send('Make two files');
  });
  afterAll(() => workbench.close());

  async function send(text: string): Promise<void> {
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).fill(text);
    await workbench.page.keyboard.press('Enter');
  }

  async function click(id: string, name: string): Promise<void> {
    // A card takes no click in its first half second.
    await workbench.page.waitForTimeout(700);
    await card(id).getByRole('button', { name, exact: true }).click();
  }

  test('the card says what will run, exactly, and nothing has run', async () => {
    const waiting = card('toolu_allow');
    await waiting.waitFor();
    expect(await waiting.getAttribute('data-kind')).toBe('bash');
    expect(await waiting.getAttribute('data-state')).toBe('waiting');
    expect(await waiting.innerText()).toContain('echo made > made.txt');
    expect(has('made.txt')).toBe(false);
  });

  test('Allow once runs it', async () => {
    await click('toolu_allow', 'Allow once');
    await card('toolu_deny').waitFor();
    expect(readFileSync(join(workbench.workspace, 'made.txt'), 'utf8')).toBe('made\n');
  });

  test('Deny does not run it, and the turn goes on', async () => {
    await click('toolu_deny', 'Deny');
    await workbench.latch.getByText('As you wish.').waitFor();
    expect(has('refused.txt')).toBe(false);
    expect(JSON.stringify(workbench.requests().at(-1)?.body)).toContain('The user denied this call');
  });

  test('three questions that wait are the same three after the view was hidden', async () => {
    await send('Make three files');
    await workbench.latch.locator('[data-testid="card"][data-state="waiting"]').first().waitFor();
    const ids = async (): Promise<string[]> => {
      await expect
        .poll(() => workbench.latch.locator('[data-call-id]').count(), { timeout: 10_000 })
        .toBeGreaterThanOrEqual(3);
      const all = await workbench.latch
        .locator('[data-call-id]')
        .evaluateAll(nodes => nodes.map(node => node.getAttribute('data-call-id') ?? ''));
      return ['toolu_one', 'toolu_two', 'toolu_three'].filter(id => all.includes(id));
    };
    expect(await ids()).toEqual(['toolu_one', 'toolu_two', 'toolu_three']);
    await workbench.page.getByRole('tab', { name: /^Explorer/ }).click();
    await workbench.page.getByRole('tab', { name: 'Latch' }).click();
    expect(await ids()).toEqual(['toolu_one', 'toolu_two', 'toolu_three']);
    expect(['one.txt', 'two.txt', 'three.txt'].filter(has)).toEqual([]);
  });
});
