import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseFromMenu } from './harness/menu';
import { paletteInput, runCommand } from './harness/palette';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command, description: command } });

describe('rules in the workbench', () => {
  let workbench: OpenedWorkbench;
  const card = (id: string): Locator => workbench.latch.locator(`[data-call-id="${id}"]`).first();
  const has = (name: string): boolean => existsSync(join(workbench.workspace, name));

  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [
          [bash('toolu_denied', 'touch denied.txt'), bash('toolu_asks', 'mkdir made')],
          [{ text: 'First turn done.' }],
          [bash('toolu_trusted', 'mkdir trusted'), bash('toolu_never', 'touch never.txt')],
          [{ text: 'Second turn done.' }],
        ],
      },
    });
    mkdirSync(join(workbench.workspace, '.latch'));
    const rule = '{ "action": "deny", "pattern": "Bash(touch:*)" }';
    writeFileSync(join(workbench.workspace, '.latch', 'rules.json'), `{\n  "rules": [\n    ${rule}\n  ]\n}\n`);
  });
  afterAll(async () => {
    await workbench.screenshot('rules-end');
    await workbench.close();
  });

  async function send(text: string): Promise<void> {
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).fill(text);
    await workbench.page.keyboard.press('Enter');
  }

  const run = (command: string): Promise<void> => runCommand(workbench.page, command);

  test('a rule that somebody wrote by hand a moment ago denies without a question, and is named', async () => {
    await send('Make things');
    await card('toolu_asks').waitFor();
    await workbench.page.waitForTimeout(700);
    await card('toolu_asks').getByRole('button', { name: 'Allow once', exact: true }).click();
    await workbench.latch.getByText('First turn done.').waitFor();
    expect([has('made'), has('denied.txt')]).toEqual([true, false]);
    expect(JSON.stringify(workbench.lastRequest()?.body)).toContain('Denied by the rule Bash(touch:*)');
  });

  test('trusting everything takes typing, and then asks no more but still denies', async () => {
    await run('Latch: Trust Everything in This Session…');
    await workbench.page.getByRole('option', { name: 'Until the session ends' }).click();
    const input = paletteInput(workbench.page);
    await input.fill('yes');
    await workbench.page.keyboard.press('Enter');
    await input.fill('trust all');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.statusbar').getByText('Latch trusts everything').waitFor();
    await send('Make more');
    await workbench.latch.getByText('Second turn done.').waitFor();
    expect([has('trusted'), has('never.txt')]).toEqual([true, false]);
  });

  test('the activity says which rule denied a call, and leads to its line', async () => {
    const { page } = workbench;
    await run('Latch: Focus on Activity View');
    const tree = page.getByRole('tree', { name: 'Activity' });
    await tree.waitFor();
    await tree.getByRole('treeitem', { name: /Make things/ }).click();
    await chooseFromMenu(
      page,
      tree.getByRole('treeitem', { name: /^Run touch denied\.txt, denied,/ }),
      'Why Did It Run?',
    );
    const dialog = page.getByRole('dialog', { name: /touch denied\.txt/ });
    await dialog.getByRole('button', { name: 'Open the Rule' }).click();
    await page.getByRole('tab', { name: /rules\.json/ }).waitFor();
    expect(await page.locator('.statusbar').innerText()).toContain('Ln 3');
  });

  test('a rules file that breaks is told at once, asks, and is left as it is', async () => {
    const { page } = workbench;
    const file = join(workbench.workspace, '.latch', 'rules.json');
    writeFileSync(file, '{ "rules": [');
    await page
      .getByText(/These rules cannot be read, so every call asks:/)
      .first()
      .waitFor({ timeout: 10_000 });
    expect(readFileSync(file, 'utf8')).toBe('{ "rules": [');
    await page.locator('.statusbar').getByText('Latch trusts everything').click();
    await page.locator('.statusbar').getByText('Latch trusts everything').waitFor({ state: 'hidden' });
  });
});
