import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The page of the rules panel: a webview does not say from outside what it is for, least of all after a reload. */
export async function rulesPanelIn(page: Page): Promise<Frame> {
  let panel: Frame | undefined;
  const find = async (): Promise<boolean> => {
    for (const frame of page.frames()) {
      // A frame that goes away while it is asked is not the one.
      const found = await frame
        .locator('.rules-app')
        .count()
        .catch(() => 0);
      if (found > 0) panel = frame;
      if (found > 0) return true;
    }
    return false;
  };
  await expect.poll(find, { timeout: 60_000 }).toBe(true);
  if (!panel) throw new Error('There is no rules panel.');
  return panel;
}
