import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash, Person } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

describe('rules come from elsewhere, and go elsewhere', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);
  const userRules = (): string => join(workbench.home, '.latch', 'rules.json');
  const projectRules = (): string => join(workbench.workspace, '.latch', 'rules.json');
  const fileOf = (name: string, content: object): string => {
    const file = join(workbench.home, name);
    writeFileSync(file, JSON.stringify(content));
    return file;
  };
  const rulesIn = (file: string): readonly string[] => {
    const { rules }: { rules: { action: string; pattern: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
    return rules.map(({ action, pattern }) => `${action} ${pattern}`);
  };
  /** The list from which rules are chosen: each line, and whether it is ticked. */
  const offered = async (): Promise<string> => workbench.page.locator('.quick-input-list').innerText();
  const isTicked = (name: RegExp): Promise<boolean> => person.box(name).isChecked();
  const accept = (): Promise<void> => workbench.page.keyboard.press('Enter');

  /** Names a file in the dialog of the workbench, which begins in the folder that is open. */
  const openFile = async (file: string): Promise<void> => {
    await expect.poll(() => person.input.inputValue()).toContain(workbench.workspace);
    await person.input.fill(file);
    // It takes no answer while it looks up what was typed.
    await person.option(basename(file)).waitFor();
    await workbench.page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
  };

  beforeAll(async () => {
    workbench = await openWorkbench({
      settings: {
        'chat.tools.terminal.autoApprove': { 'make check': true, 'make publish': false, '/^make .*/': true },
      },
      scenario: {
        turns: [
          [bash('toolu_imported', 'npm run lint'), bash('toolu_refused', 'curl example.org')],
          [{ text: 'Imported.' }],
        ],
      },
    });
  });
  afterAll(async () => {
    await workbench.screenshot('exchange-end');
    await workbench.close();
  });

  test('from settings of Claude Code: what allows too much is not ticked, and what cannot be said is shown', async () => {
    const permissions = {
      allow: ['Bash(npm run lint:*)', 'Bash(node:*)', 'mcp__docs_search', 'Bash(unclosed'],
      deny: ['Bash(curl:*)'],
    };
    const file = fileOf('claude.json', { permissions });
    await person.run('Latch: Import Rules…');
    await person.choose('Settings of Claude Code…');
    await openFile(file);
    await person.box(/Bash\(npm run lint:\*\)/).waitFor();
    await workbench.screenshot('import-claude');
    expect([
      await isTicked(/Allow Bash\(npm run lint:\*\)/),
      await isTicked(/Deny Bash\(curl:\*\)/),
      await isTicked(/Allow Bash\(node:\*\)/),
    ]).toEqual([true, true, false]);
    expect(await offered()).toContain('Bash(unclosed');
    expect(existsSync(userRules())).toBe(false);
    await accept();
    await person.choose('Only me, in every folder');
    await expect.poll(() => existsSync(userRules())).toBe(true);
    expect(rulesIn(userRules())).toEqual(['allow Bash(npm run lint:*)', 'deny Bash(curl:*)']);
  });

  test('what was imported decides', async () => {
    await person.send('Use them');
    await person.reads('Imported.');
    expect(await person.call('toolu_imported').innerText()).toContain('Bash(npm run lint:*)');
    expect(await person.call('toolu_refused').getAttribute('data-state')).toBe('denied');
  });

  test('from what the terminal of VS Code approves: its refusals become questions', async () => {
    await person.run('Latch: Import Rules…');
    await person.choose(/What the terminal of VS Code approves/);
    // Among those that VS Code itself approves.
    await person.box(/Allow Bash\(ls:\*\)/).waitFor();
    await person.input.fill('make');
    await person.box(/Allow Bash\(make check:\*\)/).waitFor();
    expect([await isTicked(/Allow Bash\(make check:\*\)/), await isTicked(/Ask Bash\(make publish:\*\)/)]).toEqual([
      true,
      true,
    ]);
    await workbench.page.keyboard.press('Escape');
    expect(rulesIn(userRules())).toHaveLength(2);
  });

  test('from a file of rules, into the file that everybody shares', async () => {
    const file = fileOf('rules.json', { rules: [{ action: 'ask', pattern: 'Bash(git push:*)' }, { action: 'allow' }] });
    await person.run('Latch: Import Rules…');
    await person.choose('A rules file…');
    await openFile(file);
    await person.box(/Ask Bash\(git push:\*\)/).waitFor();
    await accept();
    await person.choose(/Everybody who works in this repository/);
    await expect.poll(() => existsSync(projectRules())).toBe(true);
    expect(rulesIn(projectRules())).toEqual(['ask Bash(git push:*)']);
    expect(readFileSync(projectRules(), 'utf8')).not.toContain(workbench.home);
  });

  test.each([
    ['As a rules file', '"pattern": "Bash(curl:*)"'],
    ['As settings of Claude Code', '"deny": ['],
  ])('export, %s, opens a new editor and writes no file', async (format, expected) => {
    await person.run('Latch: Export Rules…');
    await person.choose('Only me, in every folder');
    await person.choose(format);
    const editor = workbench.page.locator('.editor-instance .view-lines');
    // Monaco writes blanks that do not break.
    await expect.poll(async () => (await editor.innerText()).replaceAll('\u00a0', ' ')).toContain(expected);
    expect(rulesIn(userRules())).toHaveLength(2);
  });

  test.each([
    ['Careful', /Ask WebFetch/],
    ['Balanced', /Allow Bash\(git commit:\*\)/],
    ['Fast', /Allow Edit\(\.\/\*\*\)/],
  ])('the set %s is read, to its last rule, before anything is added', async (name, last) => {
    await person.run('Latch: Add a Set of Rules…');
    await person.choose(new RegExp(`^${name}`));
    await person.box(/Deny Read\(\.env\)/).waitFor();
    // The list draws only what is in sight.
    await workbench.page.keyboard.press('Control+End');
    await person.box(last).waitFor();
    await workbench.page.keyboard.press('Escape');
    expect(rulesIn(userRules())).toHaveLength(2);
  });

  test('a set that was chosen is in the rules of the person, and goes with one undo', async () => {
    await person.run('Latch: Add a Set of Rules…');
    await person.choose(/^Balanced/);
    await person.box(/Read\(\.env\)/).waitFor();
    await accept();
    await expect.poll(() => rulesIn(userRules())).toContain('allow Bash(git commit:*)');
    await workbench.page.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(() => rulesIn(userRules())).toEqual(['allow Bash(npm run lint:*)', 'deny Bash(curl:*)']);
  });

  test('Open User Rules opens the file', async () => {
    await person.run('Latch: Open User Rules');
    await workbench.page.getByRole('tab', { name: /rules\.json/ }).waitFor();
  });
});
