import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const bash = (id: string): object => ({ tool: 'Bash', id, input: { command: `echo x > ${id}.txt` } });

declare global {
  interface Window {
    tones?: number;
  }
}

describe('a sound when something waits out of sight', () => {
  let workbench: OpenedWorkbench;
  const card = (id: string): Locator => workbench.latch.locator(`article[data-testid="card"][data-call-id="${id}"]`);
  const tones = (): Promise<number> => workbench.latch.locator('body').evaluate(() => window.tones ?? -1);

  beforeAll(async () => {
    workbench = await openWorkbench({
      settings: { 'latch.attention.sound': 'whenHidden' },
      scenario: {
        turns: [
          [bash('toolu_seen')],
          [{ waitMs: 1500 }, bash('toolu_one'), bash('toolu_two')],
          [{ text: 'All done.' }],
        ],
      },
    });
    // The page of the hidden view goes on running, so what is put into it here stays.
    await workbench.latch.locator('body').evaluate(() => {
      window.tones = 0;
      window.OscillatorNode = class extends OscillatorNode {
        override start(when?: number): void {
          window.tones = (window.tones ?? 0) + 1;
          super.start(when);
        }
      };
    });
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).fill('Go');
    await workbench.page.keyboard.press('Enter');
  });
  afterAll(() => workbench.close());

  async function press(id: string, name: string): Promise<void> {
    // A card takes no click in its first half second.
    await workbench.page.waitForTimeout(700);
    await card(id).getByRole('button', { name, exact: true }).click();
  }

  test('is not made for what waits in sight', async () => {
    await card('toolu_seen').waitFor();
    // Longer than questions are gathered.
    await workbench.page.waitForTimeout(1500);
    expect(await tones()).toBe(0);
  });

  test('is made once for the calls of a message while the chat is hidden', async () => {
    const { page } = workbench;
    await press('toolu_seen', 'Allow once');
    await page.getByRole('tab', { name: /^Explorer/ }).click();
    await page.locator('.statusbar').getByText('Latch: 2 waiting').waitFor();
    await expect.poll(tones, { timeout: 5000 }).toBe(1);
    await page.getByRole('tab', { name: /^Latch/ }).click();
    await press('toolu_one', 'Deny');
    await press('toolu_two', 'Deny');
    await workbench.latch.getByText('All done.').waitFor();
    expect(await tones()).toBe(1);
  });
});
