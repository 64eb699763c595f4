// What the menus of the editor have for Claude, and what is dragged out of it.
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { succeeds } from './harness/appears';
import { chooseFromMenu } from './harness/menu';
import { chooseFromPalette, runCommand } from './harness/palette';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('out of the editor', () => {
  let workbench: OpenedWorkbench;
  let composer: Locator;

  beforeAll(async () => {
    workbench = await openWorkbench();
    composer = workbench.latch.getByRole('textbox', { name: 'Message Claude' });
    await composer.waitFor();
    // The terminal gives what is selected to the clipboard, and the browser asks who may look there.
    await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  beforeEach(async () => {
    await toLatch();
    await composer.fill('');
  });
  afterAll(() => workbench.close());

  /** A click on the tab of a view that is in front hides it. */
  async function toLatch(): Promise<void> {
    if (!(await composer.isVisible())) await workbench.page.getByRole('tab', { name: /^Latch/ }).click();
    await composer.waitFor();
  }

  /** What is selected there counts for its menu a moment later, and an open menu does not change. */
  async function chosenIn(place: Locator, action: string): Promise<boolean> {
    const { page } = workbench;
    await place.click({ button: 'right' });
    const entry = page.locator('.monaco-menu').getByRole('menuitem', { name: action });
    const came = await succeeds(entry.hover({ timeout: 3000 }));
    if (came) await page.keyboard.press('Enter');
    else await page.keyboard.press('Escape');
    return came;
  }

  const written = (): Promise<string> => composer.inputValue();
  const row = (name: RegExp): Locator => workbench.page.getByRole('treeitem', { name }).first();

  /** Selects these rows and no other one. A list that is read again may have forgotten what was selected in it. */
  async function select(...names: readonly RegExp[]): Promise<void> {
    const isSelected = async (name: RegExp): Promise<boolean> =>
      (await row(name).getAttribute('aria-selected')) === 'true';
    const areSelected = async (): Promise<boolean> => {
      for (const name of names) if (!(await isSelected(name))) await row(name).click({ modifiers: ['ControlOrMeta'] });
      return (await Promise.all(names.map(isSelected))).every(Boolean);
    };
    await expect.poll(areSelected).toBe(true);
  }

  /** Asks in a view about the file of a row, and about those that are selected together with it. */
  async function ask(view: RegExp, name: RegExp, ...others: readonly RegExp[]): Promise<void> {
    await workbench.page.getByRole('tab', { name: view }).click();
    for (const it of [name, ...others]) await row(it).waitFor();
    if (others.length > 0) await select(name, ...others);
    await chooseFromMenu(workbench.page, row(name), 'Ask About This');
    await composer.waitFor();
  }

  const mentioned = async (): Promise<readonly string[]> => (await written()).trim().split(' ').toSorted();

  test('a file of the Explorer is mentioned from its menu', async () => {
    await ask(/^Explorer/, /^package\.json/);
    await expect.poll(written).toBe('@package.json ');
  });

  test('a folder of the Explorer is mentioned from its menu, behind what is written', async () => {
    await composer.fill('Look at');
    await ask(/^Explorer/, /^docs/);
    await expect.poll(written).toMatch(/^Look at\s+@docs/);
  });

  test('each of several files that are selected in the Explorer is mentioned once', async () => {
    await ask(/^Explorer/, /^README\.md/, /^package\.json/);
    await expect.poll(mentioned).toEqual(['@README.md', '@package.json']);
  });

  test('a file among the changes is mentioned from its menu', async () => {
    appendFileSync(join(workbench.workspace, 'README.md'), 'More.\n');
    await ask(/^Source Control/, /^README\.md/);
    await expect.poll(written).toBe('@README.md ');
  });

  test('and so is each of several that are selected there', async () => {
    appendFileSync(join(workbench.workspace, 'package.json'), '\n');
    await ask(/^Source Control/, /^README\.md/, /^package\.json/);
    await expect.poll(mentioned).toEqual(['@README.md', '@package.json']);
  });

  test('what is selected in the terminal goes along from its menu', async () => {
    await runCommand(workbench.page, 'Terminal: Create New Terminal');
    const terminal = workbench.page.locator('.terminal-wrapper.active .xterm-screen');
    await terminal.waitFor();
    await terminal.click();
    await workbench.page.keyboard.type('echo told-by-$((40+2)); echo over > done.txt\n');
    await expect.poll(() => existsSync(join(workbench.workspace, 'done.txt'))).toBe(true);
    await runCommand(workbench.page, 'Terminal: Select All');
    await expect
      .poll(async () => chosenIn(terminal, 'Ask About the Terminal Selection'), { timeout: 60_000 })
      .toBe(true);
    await composer.waitFor();
    await expect.poll(written).toContain('told-by-42');
    expect(await written()).toMatch(/^The terminal says:\n```\n/);
    await runCommand(workbench.page, 'Terminal: Kill All Terminals');
  });

  test('an editor tab that is dragged with Shift into the composer is mentioned', async () => {
    const { page } = workbench;
    await chooseFromPalette(page, 'cart.js', /^cart\.js/);
    const tab = page.locator('.tab', { hasText: 'cart.js' });
    await tab.waitFor();
    const [from, to] = [await tab.boundingBox(), await composer.boundingBox()];
    if (from === null || to === null) throw new Error('There is no tab, or no composer.');
    await page.mouse.move(from.x + 20, from.y + from.height / 2);
    await page.mouse.down();
    // Without it the editor keeps what is dragged away from a view like ours.
    await page.keyboard.down('Shift');
    await page.mouse.move(from.x + 10, from.y + 60, { steps: 5 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect.poll(written).toBe('@src/cart.js ');
  });
});
