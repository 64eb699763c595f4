import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const notes = Array.from({ length: 240 }, (_, place) => ({ text: `Note ${place + 1} of many.` }));

describe('a long conversation', () => {
  let workbench: OpenedWorkbench;
  const lines = () => workbench.latch.locator('.transcript .line');

  beforeAll(async () => {
    workbench = await openWorkbench({ scenario: { turns: [notes] } });
  });
  afterAll(() => workbench.close());

  test('shows its end when the window is back, and the beginning when it is asked for', async () => {
    const { page, latch } = workbench;
    await latch.getByRole('textbox', { name: 'Message Claude' }).fill('Tell me all');
    await page.keyboard.press('Enter');
    await latch.getByText('Note 240 of many.').waitFor({ timeout: 30_000 });
    await page.reload();
    await latch.getByText('Note 240 of many.').waitFor({ timeout: 60_000 });
    await expect.poll(() => lines().count()).toBe(200);
    await latch.locator('.transcript').evaluate(element => element.scrollTo({ top: 0 }));
    await latch.getByRole('button', { name: 'Show 41 earlier' }).click();
    await expect.poll(() => lines().count()).toBe(241);
    await latch.locator('.transcript').evaluate(element => element.scrollTo({ top: 0 }));
    await latch.getByText('Tell me all').waitFor();
    expect(await latch.getByRole('button', { name: /earlier/ }).count()).toBe(0);
  });
});
