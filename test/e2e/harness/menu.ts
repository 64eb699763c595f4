import type { Locator, Page } from 'playwright-core';

/** Takes an action from the menu of a row, with the keyboard: the menu overlooks a click that comes as soon as it is there. */
export async function chooseFromMenu(page: Page, on: Locator, action: string): Promise<void> {
  const menu = page.locator('.monaco-menu');
  // What hovers over the lines while the mouse is on them would take the click.
  await page.mouse.move(1100, 5);
  await page.locator('.hover-contents').waitFor({ state: 'hidden' });
  await on.click({ button: 'right' });
  await menu.getByRole('menuitem', { name: action }).hover();
  await menu.locator('.action-item.focused', { hasText: action }).waitFor();
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'hidden' });
}
