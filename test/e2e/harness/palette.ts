import { errors, type Locator, type Page } from 'playwright-core';

export const paletteInput = (page: Page): Locator => page.locator('.quick-input-widget input[type="text"]');

/** A line of the list that is open. */
export const paletteOption = (page: Page, name: string | RegExp): Locator =>
  page.locator('.quick-input-list').getByRole('option', { name }).first();

/** Runs a command of the editor by its name. */
export function runCommand(page: Page, command: string): Promise<void> {
  return chooseFromPalette(page, `>${command}`, command);
}

/** Chooses a line of the palette. It closes where a view comes up and takes the focus: then once more, as a person does. */
export async function chooseFromPalette(page: Page, typed: string, name: string | RegExp): Promise<void> {
  const inTime = { timeout: 5000 };
  const end = Date.now() + 30_000;
  for (;;) {
    try {
      // Out of the webview: it keeps keys that are pressed in it.
      await page
        .locator('.part.titlebar, .part.activitybar')
        .first()
        .click({ position: { x: 1, y: 1 } });
      await page.keyboard.press('F1');
      await paletteInput(page).fill(typed, inTime);
      await paletteOption(page, name).click(inTime);
      return;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || Date.now() > end) throw error;
    }
  }
}
