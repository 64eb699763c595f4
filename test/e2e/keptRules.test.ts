import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash, Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('rules that are kept', () => {
  let workbench: OpenedWorkbench;
  let panel: Frame;
  const person = new Person(() => workbench);
  const row = (pattern: string): Locator => panel.getByRole('row').filter({ hasText: pattern });

  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [
          [bash('toolu_first', 'mkdir first')],
          [bash('toolu_second', 'touch second')],
          [{ text: 'Both are there.' }],
          [bash('toolu_mkdir', 'mkdir later'), bash('toolu_touch', 'touch later.txt')],
          [{ text: 'Still allowed.' }],
          [bash('toolu_revoked', 'mkdir revoked'), bash('toolu_kept', 'touch kept.txt')],
          [{ text: 'One was revoked.' }],
          [bash('toolu_cleared', 'touch cleared.txt')],
          [{ text: 'All were revoked.' }],
          [bash('toolu_status', 'git status'), bash('toolu_push', 'git push'), bash('toolu_old', 'mkdir old')],
          [{ text: 'Scopes were asked.' }],
        ],
      },
    });
  });
  afterAll(async () => {
    await workbench.screenshot('kept-rules-end');
    await workbench.close();
  });

  async function makeRule(id: string, pattern: string): Promise<void> {
    await person.decide(id, 'Make a rule…');
    const form = person.card(id);
    await form.getByRole('combobox', { name: 'What' }).selectOption('a pattern of my own');
    await form.getByRole('textbox', { name: 'Pattern' }).fill(pattern);
    await form.getByLabel('Scope').selectOption('workspace');
    await person.decide(id, 'Add & allow');
  }

  test('"always" on a card survives a restart of the workbench', async () => {
    await person.send('Begin');
    await makeRule('toolu_first', 'Bash(mkdir:*)');
    await makeRule('toolu_second', 'Bash(touch:*)');
    await person.reads('Both are there.');
    await workbench.restart();
    await person.call('toolu_first').waitFor();
    await person.send('Go on');
    await person.reads('Still allowed.');
    expect([person.has('later'), person.has('later.txt')]).toEqual([true, true]);
  });

  test('one is revoked alone', async () => {
    panel = await person.openPanel();
    await row('Bash(mkdir:*)').getByText('Bash(mkdir:*)').click();
    await panel.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(() => row('Bash(mkdir:*)').count()).toBe(0);
    await person.send('Try both');
    await person.decide('toolu_revoked', 'Deny');
    await person.reads('One was revoked.');
    expect([person.has('revoked'), person.has('kept.txt')]).toEqual([false, true]);
  });

  test('all are revoked together', async () => {
    await panel.getByRole('treegrid').focus();
    await workbench.page.keyboard.press('Control+a');
    await workbench.page.keyboard.press('Delete');
    await panel.getByText('No rules yet').waitFor();
    await person.send('Try the other');
    await person.decide('toolu_cleared', 'Deny');
    await person.reads('All were revoked.');
  });

  test('across scopes deny wins over allow, and what has ended does nothing', async () => {
    const userRules = join(workbench.home, '.latch', 'rules.json');
    mkdirSync(join(workbench.home, '.latch'), { recursive: true });
    const rules = [
      { action: 'deny', pattern: 'Bash(git push:*)' },
      { action: 'allow', pattern: 'Bash(mkdir:*)', expires: '2020-01-01T00:00:00Z' },
    ];
    writeFileSync(userRules, JSON.stringify({ rules }));
    await panel.getByRole('button', { name: 'Add rule' }).first().click();
    await panel.getByRole('textbox', { name: 'Pattern', exact: true }).fill('Bash(git:*)');
    await panel.getByRole('combobox', { name: 'Scope' }).last().selectOption('workspace');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await row('Bash(git:*)').waitFor();
    await person.send('Ask every scope');
    await person.decide('toolu_old', 'Deny');
    await person.reads('Scopes were asked.');
    expect(await person.call('toolu_push').innerText()).toContain('Bash(git push:*)');
    expect([
      await person.call('toolu_status').getAttribute('data-state'),
      await person.call('toolu_push').getAttribute('data-state'),
    ]).toEqual(['done', 'denied']);
    expect(readFileSync(userRules, 'utf8')).toBe(JSON.stringify({ rules }));
  });

  test('allow rules that the repository has in settings of Claude Code are listed, and do not count', async () => {
    const settings = join(workbench.workspace, '.claude', 'settings.json');
    writeFileSync(settings, '{\n  "permissions": {\n    "allow": ["Bash(make:*)"]\n  }\n}\n');
    await row('Bash(make:*)').getByText('not accepted').waitFor();
    await workbench.screenshot('kept-rules-claude');
    writeFileSync(settings, '{\n  "permissions": {\n    "allow": ["Bash(make:*)"\n  }\n}\n');
    await panel.getByText(/settings\.json cannot be read as settings of Claude Code, so every call asks\./).waitFor();
    await panel.getByRole('button', { name: 'Open line 4' }).click();
    await workbench.page.getByRole('tab', { name: /settings\.json/ }).waitFor();
    await expect.poll(() => workbench.page.locator('.statusbar').innerText()).toContain('Ln 4');
  });
});
