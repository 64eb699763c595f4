import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { appears } from './appears';

/** Asks the editor with Ctrl+. what it has to offer where the cursor stands, until this is in the list, and takes it. */
export async function takeFix(page: Page, title: string): Promise<void> {
  const fix = page.locator('.action-widget').getByText(title).first();
  const isOffered = async (): Promise<boolean> => {
    await page.keyboard.press('Control+.');
    // The list stands there as soon as the first of its servers has answered.
    const there = await appears(fix, 3000);
    // A list that was opened before a server knew what is wrong there does not grow.
    if (!there) await page.keyboard.press('Escape');
    return there;
  };
  await expect.poll(isOffered, { timeout: 60_000 }).toBe(true);
  await fix.click();
}
