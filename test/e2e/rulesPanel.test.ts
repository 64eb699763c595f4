import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from './harness/palette';
import { rulesPanelIn } from './harness/rulesPanel';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command, description: command } });

describe('the rules panel, the file and the decisions', () => {
  let workbench: OpenedWorkbench;
  let panel: Frame;
  const file = (): string => join(workbench.workspace, '.latch', 'rules.json');
  const written = (): string => (existsSync(file()) ? readFileSync(file(), 'utf8') : '');
  const rule = (pattern: string): Locator => panel.getByRole('row').filter({ hasText: pattern });
  const card = (id: string): Locator => workbench.latch.locator(`article[data-call-id="${id}"][data-state="waiting"]`);
  const field = (name: string): Locator => panel.getByRole('textbox', { name, exact: true });
  const press = (name: string): Promise<void> => panel.getByRole('button', { name, exact: true }).click();

  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [
          [bash('toolu_one', 'mkdir one')],
          [{ text: 'First turn done.' }],
          [bash('toolu_two', 'mkdir two')],
          [{ text: 'Second turn done.' }],
          [bash('toolu_three', 'mkdir three')],
          [{ text: 'Third turn done.' }],
        ],
      },
    });
  });
  afterAll(async () => {
    await workbench.screenshot('rules-panel-end');
    await workbench.close();
  });

  async function findPanel(): Promise<void> {
    panel = await rulesPanelIn(workbench.page);
  }

  /** By its pattern: another part of the line leads to the file. */
  async function choose(pattern: string): Promise<void> {
    await rule(pattern).getByText(pattern).click();
  }

  async function send(text: string): Promise<void> {
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).fill(text);
    await workbench.page.keyboard.press('Enter');
  }

  async function openPanel(): Promise<void> {
    await runCommand(workbench.page, 'Latch: Manage Trust Rules');
    await findPanel();
  }

  test('a rule that is added is in the file of its scope, and denies at once', async () => {
    await openPanel();
    await press('Add rule');
    await panel.getByRole('radio', { name: 'Deny' }).check();
    await field('Pattern').fill('Bash(mkdir:*)');
    await panel.getByRole('combobox', { name: 'Scope' }).last().selectOption('project');
    const shared = panel.getByRole('region', { name: 'This is what becomes of .latch/rules.json' });
    await shared.getByText('"pattern": "Bash(mkdir:*)"').waitFor();
    await workbench.screenshot('rules-panel-shared');
    expect(written()).toBe('');
    await press('Write to .latch/rules.json');
    await rule('Bash(mkdir:*)').waitFor();
    expect(JSON.parse(written())).toMatchObject({ rules: [{ action: 'deny', pattern: 'Bash(mkdir:*)' }] });
    await send('Make one');
    await workbench.latch.getByText('First turn done.').waitFor();
    expect(existsSync(join(workbench.workspace, 'one'))).toBe(false);
    await workbench.screenshot('rules-panel');
  });

  test('a rule that is changed is changed in the file, and judges the next call', async () => {
    await choose('Bash(mkdir:*)');
    await field('Pattern').fill('Bash(mkdir never:*)');
    await press('Write to .latch/rules.json');
    await rule('Bash(mkdir never:*)').waitFor();
    await expect.poll(written).toContain('Bash(mkdir never:*)');
    await send('Make two');
    await card('toolu_two').waitFor();
    await workbench.page.waitForTimeout(700);
    await card('toolu_two').getByRole('button', { name: 'Allow once', exact: true }).click();
    await workbench.latch.getByText('Second turn done.').waitFor();
    expect(existsSync(join(workbench.workspace, 'two'))).toBe(true);
  });

  test('after the window is reloaded the panel is there again and shows what the file says', async () => {
    await workbench.page.reload();
    await findPanel();
    await rule('Bash(mkdir never:*)').waitFor();
    expect(written()).toContain('Bash(mkdir never:*)');
  });

  test('a rule that is removed is gone from the file, comes back with undo, and goes again', async () => {
    await choose('Bash(mkdir never:*)');
    await press('Remove');
    await expect.poll(written).not.toContain('Bash(mkdir never:*)');
    await panel.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await rule('Bash(mkdir never:*)').waitFor();
    await expect.poll(written).toContain('Bash(mkdir never:*)');
    await choose('Bash(mkdir never:*)');
    await press('Remove');
    await expect.poll(() => rule('Bash(mkdir never:*)').count()).toBe(0);
    expect(written()).not.toContain('Bash(mkdir never:*)');
  });
});
