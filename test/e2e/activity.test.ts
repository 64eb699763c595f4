import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseFromMenu } from './harness/menu';
import { bash, Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const write = (id: string, name: string, content: string): object => ({
  tool: 'Write',
  id,
  input: { file_path: `$WORKSPACE/${name}`, content },
});

describe('what an agent did, and why', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);
  const file = (name: string): string => join(workbench.workspace, name);
  const tree = (): Locator => workbench.page.getByRole('tree', { name: 'Activity' });
  const row = (name: RegExp): Locator => tree().getByRole('treeitem', { name });

  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [
          [
            bash('toolu_push', 'git push --force'),
            write('toolu_kept', 'kept.txt', 'kept'),
            write('toolu_new', 'new.txt', 'new'),
          ],
          [{ text: 'All is done.' }],
        ],
      },
    });
    const rules = [
      { action: 'deny', pattern: 'Bash(curl:*)' },
      { action: 'allow', pattern: 'Bash(git push:*)' },
      { action: 'allow', pattern: 'Edit(./**)' },
    ];
    mkdirSync(join(workbench.home, '.latch'));
    const lines = rules.map(rule => `    ${JSON.stringify(rule)}`).join(',\n');
    writeFileSync(join(workbench.home, '.latch', 'rules.json'), `{\n  "rules": [\n${lines}\n  ]\n}\n`);
    await person.send('Publish it');
    await person.reads('All is done.');
  });
  afterAll(async () => {
    await workbench.screenshot('activity-end');
    await workbench.close();
  });

  async function openActivity(): Promise<void> {
    await person.run('Latch: Focus on Activity View');
    await tree().waitFor();
    if (!(await row(/git push/).isVisible())) await row(/Publish it/).click();
    await row(/git push/).waitFor();
  }

  const choose = (on: Locator, action: string): Promise<void> => chooseFromMenu(workbench.page, on, action);

  test('why it ran `git push` is two clicks from its line: to the rule, in its file', async () => {
    const line = person.call('toolu_push');
    await line.locator('summary').click();
    await line.getByRole('list', { name: 'Decided by' }).waitFor();
    await workbench.screenshot('activity-why');
    await line.getByRole('button', { name: /rules\.json:4/ }).click();
    await workbench.page.getByRole('tab', { name: /rules\.json/ }).waitFor();
    await expect.poll(() => workbench.page.locator('.statusbar').innerText()).toContain('Ln 4');
  });

  test('what was risky is found by its risk', async () => {
    await openActivity();
    expect(await row(/Write/).count()).toBe(2);
    await person.run('Latch: Filter Activity…');
    await person.choose('Of high or critical risk');
    await expect.poll(() => row(/Write/).count()).toBe(0);
    await row(/git push/).waitFor();
    await person.run('Latch: Filter Activity…');
    await person.choose('Everything');
    await expect.poll(() => row(/Write/).count()).toBe(2);
  });

  test('a change that was made can be looked at', async () => {
    await choose(row(/Write new\.txt/), 'Open the Change');
    await workbench.page.locator('.tab', { hasText: 'new.txt: proposed by Claude' }).waitFor();
  });

  test('the record of a session is verified where it is listed', async () => {
    await choose(row(/Publish it/), 'Verify Record');
    const dialog = workbench.page.getByRole('dialog');
    await dialog.getByText('The record is whole.').waitFor();
    await dialog.getByText(/Each line is unchanged and in its place/).waitFor();
    await dialog.getByText(/Its end is the one that this machine saw written/).waitFor();
    await workbench.screenshot('activity-verified');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  test('an edit is taken back, also after the window was loaded again, but not over what came later', async () => {
    await workbench.page.reload();
    await workbench.latch.getByText('All is done.').waitFor({ timeout: 60_000 });
    // What it showed went with the window.
    await workbench.page.locator('.tab', { hasText: 'proposed by Claude' }).waitFor({ state: 'detached' });
    await openActivity();
    writeFileSync(file('kept.txt'), 'kept and more');
    await choose(row(/Write kept\.txt/), 'Revert This Edit');
    await workbench.page
      .getByText(/kept\.txt has changed since this edit, so it was left as it is\./)
      .first()
      .waitFor();
    expect(readFileSync(file('kept.txt'), 'utf8')).toBe('kept and more');
    await choose(row(/Write new\.txt/), 'Revert This Edit');
    await expect.poll(() => existsSync(file('new.txt'))).toBe(false);
  });
});
