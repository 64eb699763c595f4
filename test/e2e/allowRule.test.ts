import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash, Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('"Allow…" on a card', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);
  const call = (id: string, state: string): Locator =>
    workbench.latch.locator(`[data-testid="card"][data-call-id="${id}"][data-state="${state}"]`);
  const rules = (): string => join(workbench.workspace, '.latch', 'rules.json');

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 440,
      scenario: {
        turns: [
          [bash('toolu_once', 'npm run once')],
          [bash('toolu_lint', 'npm run lint')],
          [bash('toolu_test', 'npm run test')],
          [bash('toolu_install', 'npm install')],
          [bash('toolu_chain', 'npm run build && rm -rf elsewhere')],
          [{ text: 'All done.' }],
        ],
      },
    });
    // Allow rules are offered for the file of a repository that brings nothing, or was accepted with all it brings.
    rmSync(join(workbench.workspace, '.claude'), { recursive: true });
    await person.send('Go');
  });
  afterAll(() => workbench.close());

  test('a plain Allow once writes no rule', async () => {
    await person.card('toolu_once').waitFor();
    await person.decide('toolu_once', 'Allow once');
    await person.card('toolu_lint').waitFor();
    expect(existsSync(rules())).toBe(false);
  });

  test('offers rules, narrowest first, and makes the one that was chosen with the answer', async () => {
    await person.decide('toolu_lint', 'Make a rule…');
    const form = person.card('toolu_lint');
    const what = form.getByRole('combobox', { name: 'What' });
    await what.waitFor();
    expect(await form.getByRole('textbox', { name: 'Pattern' }).inputValue()).toBe('Bash(npm run lint)');
    await what.selectOption('a pattern of my own');
    await form.getByRole('textbox', { name: 'Pattern' }).fill('Bash(npm run:*)');
    await form.getByLabel('Scope').selectOption('project');
    const shared = form.getByRole('region', { name: 'This is what becomes of .latch/rules.json' });
    await shared.getByText('"pattern": "Bash(npm run:*)"').waitFor();
    expect(existsSync(rules())).toBe(false);
    // What everybody gets is read to its end before it can be written.
    await form.locator('.rule-making').evaluate(making => making.scrollTo(0, making.scrollHeight));
    await workbench.screenshot('allow-rule');
    await person.decide('toolu_lint', 'Write to .latch/rules.json & allow');
    await call('toolu_test', 'failed').or(call('toolu_test', 'done')).waitFor();
    expect(readFileSync(rules(), 'utf8')).toContain('Bash(npm run:*)');
  });

  test('the next npm run asks no more, and names its rule; npm install and a chain with rm still ask', async () => {
    expect(await call('toolu_test', 'failed').or(call('toolu_test', 'done')).innerText()).toContain('Bash(npm run:*)');
    await person.card('toolu_install').waitFor();
    await person.decide('toolu_install', 'Deny');
    await person.card('toolu_chain').waitFor();
    expect(await person.card('toolu_chain').innerText()).toContain('rm -rf elsewhere');
    await person.decide('toolu_chain', 'Deny');
    await workbench.latch.getByText('All done.').waitFor();
  });

  test('the panel shows the rule with its file, and takes it back', async () => {
    const { page } = workbench;
    const panel = await person.openPanel();
    const row = panel.getByRole('row').filter({ hasText: 'Bash(npm run:*)' });
    await row.waitFor();
    await workbench.screenshot('rules-panel');
    await row.click();
    await page.keyboard.press('Delete');
    await expect.poll(() => readFileSync(rules(), 'utf8'), { timeout: 10_000 }).not.toContain('Bash(npm run:*)');
  });
});
