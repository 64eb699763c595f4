// Files of rules in a real editor: what is wrong with them, and what helps to write them.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paletteOption, runCommand } from './harness/palette';
import { bash, Person } from './harness/person';
import { RuleEditor, rulesServerOf } from './harness/ruleEditor';
import { rulesPanelIn } from './harness/rulesPanel';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

/** One rule for each thing that can be said of one, on a line of its own. */
const faults: readonly (readonly [rule: string, says: string])[] = [
  ['{ "action": "allow", "pattern": "Bash(node:*)" }', 'allows almost anything: node can start'],
  ['{ "action": "allow", "pattern": "Bash(npm:*)" }', 'allows almost anything: npm can start'],
  ['{ "action": "deny", "pattern": "Bash(git push" }', '"Bash(" is not closed. Did you mean Bash(git push)?'],
  ['{ "action": "deny", "pattern": "Bsh(xz:*)" }', 'is called Bsh: did you mean Bash?'],
  ['{ "action": "deny", "pattern": "Bash(dd)", "expire": "2030-01-01" }', 'does not know the key expire'],
  ['{ "action": "allow", "pattern": "Bash(make:*)" }', 'It never decides: deny Bash(make:*) (user) comes first.'],
  ['{ "action": "allow", "pattern": "Bash(cmake:*)" }', ''],
  [
    '{ "action": "allow", "pattern": "Bash(cmake all)" }',
    'It never decides: allow Bash(cmake:*) (line 9) comes first.',
  ],
  ['{ "action": "allow", "pattern": "AskUserQuestion" }', 'Latch asks all the same.'],
  ['{ "action": "allow", "pattern": "Bash(git push --force)" }', 'What it allows is of high risk.'],
  ['{ "action": "allow", "pattern": "Read(//etc/hosts)" }', 'It reaches outside of the folder that is open here.'],
  ['{ "action": "allow", "pattern": "Edit(./none/**)" }', 'No file here is named so.'],
  [
    '{ "action": "allow", "pattern": "Bash(ninja)", "expires": "2020-01-01T00:00:00Z" }',
    'It has ended and does nothing',
  ],
  [
    '{ "action": "allow", "pattern": "Bash(tup)", "examples": { "match": ["tup all"] } }',
    'should match "tup all" but does not.',
  ],
  ['{ "action": "deny", "pattern": "WebFetch(domain:300.1.1.1)" }', '300.1.1.1 never matches'],
  ['{ "action": "deny", "pattern": "mcp__toy_find_ticket" }', 'Two underscores part the server from its tool'],
  ['{ "action": "denny", "pattern": "Bash(tr)" }', 'Until then this rule asks.'],
  ['{ "action": "deny", "pattern": "Bash(df)", "expires": "soon" }', 'is not a date such as'],
  ['{ "action": "deny", "pattern": "Bash(du)", "pattern": "Bash(du)" }', 'stands here twice: which one is meant?'],
];

describe('a file of rules in the workbench', () => {
  let workbench: OpenedWorkbench;
  let editor: RuleEditor;
  const file = (): string => join(workbench.workspace, '.latch', 'rules.json');
  const userFile = (): string => join(workbench.home, '.latch', 'rules.json');

  beforeAll(async () => {
    const fetch = { url: 'https://docs.example.org/start', prompt: 'Read it' };
    workbench = await openWorkbench({
      scenario: {
        turns: [
          [
            bash('toolu_build', 'npm run build'),
            bash('toolu_again', 'npm run build'),
            bash('toolu_make', 'make all'),
            { tool: 'WebFetch', id: 'toolu_fetch', input: fetch },
          ],
          [{ text: 'Built.' }],
          [bash('toolu_more', 'make more')],
          [{ text: 'Not made.' }],
        ],
      },
    });
    editor = new RuleEditor(workbench.page);
    const { workspace, home } = workbench;
    mkdirSync(join(home, '.latch'));
    writeFileSync(userFile(), '// Mine.\n{"rules":[{"action":"deny","pattern":"Bash(make:*)"}]}');
    mkdirSync(join(workspace, '.latch'));
    writeFileSync(
      file(),
      `{ "version": 1,\n  "rules": [\n${faults.map(([rule]) => `    ${rule}`).join(',\n')}\n  ]\n}\n`,
    );
  });
  afterAll(async () => {
    await workbench.screenshot('rule-files-end');
    await workbench.close();
  });

  /** What the person has for this folder alone. */
  const ownRules = (): string => {
    const folder = join(workbench.storage, 'rules');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.map(name => readFileSync(join(folder, name), 'utf8')).join('');
  };

  const run = (command: string): Promise<void> => runCommand(workbench.page, command);
  const goTo = (text: string): Promise<string> => editor.goTo(text, file());
  const fix = (text: string, title: string, fromEnd?: number): Promise<void> =>
    editor.fix(text, title, file(), fromEnd);
  /** From anywhere on the line of a rule into its pattern, which stands last. */
  const intoPattern = (): Promise<void> => editor.fromEnd(6);
  const problemsFilter = (): Locator =>
    workbench.page.locator('.panel .viewpane-filter input, .panel .monaco-inputbox input').first();
  const toRules = (): Promise<void> =>
    workbench.page
      .getByRole('tab', { name: /rules\.json/ })
      .first()
      .click();

  test('is written after something has happened', async () => {
    const person = new Person(() => workbench);
    await person.send('Build it');
    await person.decide('toolu_build', 'Allow once');
    await person.decide('toolu_again', 'Deny');
    await person.decide('toolu_fetch', 'Deny');
    await person.reads('Built.');
    // Nothing of what helps to write rules is there before a file of them is.
    expect(rulesServerOf(workbench.home)).toBeUndefined();
  });

  test('is JSON with comments, and each fault of it is told', async () => {
    const { page } = workbench;
    await run('Latch: Open Project Rules');
    await page.getByRole('tab', { name: /rules\.json/ }).waitFor();
    await page.locator('.statusbar').getByText('JSON with Comments').waitFor();
    await run('Problems: Focus on Problems View');
    // Of a long list only what is in sight is there.
    await run('View: Toggle Maximized Panel');
    const problems = page.locator('.markers-panel');
    const isTold = (text: string): Promise<void> => problems.getByText(text).first().waitFor();
    for (const [, says] of faults) if (says !== '') await isTold(says);
    await workbench.screenshot('rule-files-problems');
    // In a folder of its own, where it is a rule of nobody.
    mkdirSync(join(workbench.workspace, 'big', '.latch'), { recursive: true });
    const big = join(workbench.workspace, 'big', '.latch', 'rules.json');
    writeFileSync(big, `{"rules":[${`${' '.repeat(99)}\n`.repeat(43_000)}]}`);
    mkdirSync(join(workbench.workspace, 'newer', '.latch'), { recursive: true });
    const newer = join(workbench.workspace, 'newer', '.latch', 'rules.json');
    writeFileSync(newer, '{ "version": 2, "rules": [] }');
    await editor.open(newer);
    await editor.open(big);
    await run('Problems: Focus on Problems View');
    await problemsFilter().fill('of the rules format is not known');
    await isTold('Version 2 of the rules format is not known; 1 is.');
    await problemsFilter().fill('too big to be looked at');
    await isTold('This file is too big to be looked at');
    await problemsFilter().fill('');
    await run('View: Toggle Panel Visibility');
    await run('View: Close Editor');
  });

  test('leads from a rule to the one that comes before it, and back to those that this one covers', async () => {
    const { page } = workbench;
    await toRules();
    const number = editor.area.locator('.line-numbers.active-line-number');
    await goTo('cmake all');
    await intoPattern();
    await page.keyboard.press('F12');
    await number.getByText('9', { exact: true }).waitFor();
    await intoPattern();
    await page.keyboard.press('Shift+F12');
    // Where it covers one alone, the editor goes there at once.
    await number.getByText('10', { exact: true }).waitFor();
    await page.keyboard.press('Control+Shift+o');
    await page.keyboard.type('Bash(dd');
    await paletteOption(page, 'deny Bash(dd)').waitFor();
    await page.keyboard.press('Escape');
  });

  test('says of a rule what it means and what stands above it, where the pointer is', async () => {
    await goTo('Bash(node:*)');
    await editor.says('Bash(node:*)', 'commands that begin with node');
    await workbench.screenshot('rule-files-hover');
    await editor.says('Bash(cmake all)', 'allow: cmake all', 'allow Bash(cmake:*) (line 9) comes first.');
    await editor.says('Bash(npm:*)', 'Of past calls it would have decided:');
  });

  test('is corrected, narrowed by what happened, and tidied by fixes', async () => {
    await toRules();
    await fix('Bsh(xz:*)', 'Change it to Bash(xz:*)');
    await editor.line('"Bash(xz:*)"').waitFor();
    await fix('Bash(git push"', 'Change it to Bash(git push)');
    await editor.line('"Bash(git push)"').waitFor();
    await fix('"expire"', 'Change it to expires', 18);
    await editor.line('"expires": "2030-01-01"').waitFor();
    await fix('"denny"', 'Change it to deny', 29);
    await editor.line('"action": "deny", "pattern": "Bash(tr)"').waitFor();
    await fix('mcp__toy_find', 'Change it to mcp__toy__find_ticket');
    await editor.line('mcp__toy__find_ticket').waitFor();
    await fix('cmake all', 'Remove the rule');
    await editor.line('cmake all').waitFor({ state: 'detached' });
    await fix('WebFetch(domain:300', 'Remove the rule');
    await editor.line('WebFetch(domain:300').waitFor({ state: 'detached' });
    await fix('Bash(npm:*)', 'Narrow it to Bash(npm run build)');
    await editor.line('Bash(npm run build)').waitFor();
    await fix('Bash(npm run build)', 'Add the example npm run build');
    await editor.line('"npm run build"').waitFor();
  });

  test('tells above each rule whether it decided, and tries it', async () => {
    const { page } = workbench;
    await goTo('Bash(node:*)');
    const lens = editor.area.locator('.codelens-decoration').first();
    await lens.getByText('no calls yet').first().waitFor();
    await lens.getByText('Try it').first().click();
    await page.getByRole('tab', { name: 'Trust Rules' }).waitFor();
    await workbench.screenshot('rule-files-try');
    const panel = await rulesPanelIn(page);
    await panel.getByTestId('verdict').waitFor();
    expect(await panel.locator('textarea').first().inputValue()).toBe('node');
    await toRules();
  });

  test('gives the beginning of a path anew wherever it stands', async () => {
    const { page } = workbench;
    await goTo('Edit(./none/**)');
    await editor.fromEnd(8);
    await page.keyboard.press('F2');
    const name = page.locator('.rename-box input');
    await name.waitFor();
    expect(await name.inputValue()).toBe('./none');
    await name.fill('./nowhere');
    await page.keyboard.press('Enter');
    await editor.line('Edit(./nowhere/**)').waitFor();
  });

  test('says behind each rule what it means, where that is wanted', async () => {
    const hint = editor.area.locator('.view-line').getByText('edits of ./nowhere/**');
    await goTo('Edit(./nowhere/**)');
    await workbench.set({ 'latch.rules.inlayHints': true });
    await hint.first().waitFor();
    await workbench.screenshot('rule-files-hints');
    await workbench.set({ 'latch.rules.inlayHints': false });
    await hint.first().waitFor({ state: 'detached' });
  });

  test('completes actions, tools, paths, hosts, and what asked most', async () => {
    const { page } = workbench;
    await goTo('"Bash(ninja)"');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('{ "action": "');
    await editor.offers('', 'deny');
    await workbench.screenshot('rule-files-completion');
    await page.keyboard.type('deny", "pattern": "');
    await editor.offers('', 'Bash(…:*)');
    await editor.offers('Ask', 'AskUserQuestion');
    // A tool that the session has and never used.
    await editor.offers('mcp', 'mcp__toy__close_ticket');
    await editor.offers('mcp', 'mcp__toy__*');
    await editor.offers('Bash(', 'Bash(npm run build)', 'asked 2 times');
    await editor.offers('WebFetch(domain:', 'WebFetch(domain:docs.example.org)');
    await editor.offers('Read(./', 'Read(./package.json)');
    await page.keyboard.type('Read(./package.json)", "examples": { "match": ["');
    await editor.offers('', 'npm run build', 'asked 2 times');
    await page.keyboard.type('a"] } },');
    await editor.line('Read(./package.json)').waitFor();
  });

  test('gives a rule to another scope, and takes over one of Claude Code', async () => {
    await fix('Bash(git push --force)', 'Move it to ~/.latch/rules.json');
    await editor.line('Bash(git push --force)').waitFor({ state: 'detached' });
    await expect.poll(() => readFileSync(userFile(), 'utf8')).toContain('"Bash(git push --force)"');
    mkdirSync(join(workbench.workspace, '.claude'), { recursive: true });
    const settings = join(workbench.workspace, '.claude', 'settings.json');
    writeFileSync(
      settings,
      '{\n  "permissions": {\n    "ask": [\n      "Bash(tox:*)",\n      "mcp__toy_sign_in"\n    ]\n  }\n}\n',
    );
    await workbench.page.keyboard.press('Control+s');
    await editor.open(settings);
    await editor.fix('Bash(tox:*)', 'Move it to your own rules for this folder', settings);
    await expect.poll(() => readFileSync(settings, 'utf8')).not.toContain('tox');
    await expect.poll(ownRules).toContain('"Bash(tox:*)"');
    await editor.fix('mcp__toy_sign_in', 'Move it to .latch/rules.json', settings, 3);
    await expect.poll(() => readFileSync(file(), 'utf8')).toContain('"mcp__toy__sign_in"');
    await expect.poll(() => readFileSync(settings, 'utf8')).not.toContain('toy');
    await run('View: Close Editor');
  });

  test('shows the calls that a rule decided, and each leads to its session', async () => {
    const { page } = workbench;
    await run('Latch: Open User Rules');
    await editor.line('Bash(make:*)').waitFor();
    const lenses = editor.area.locator('.codelens-decoration');
    await lenses.getByText('one call, on ').first().waitFor();
    // What stands there follows the calls.
    await new Person(() => workbench).send('Make more');
    const lens = lenses.getByText('2 calls, last on ').first();
    await lens.waitFor();
    await editor.says('Bash(make:*)', 'It decided 2 calls, the last one on ', 'deny: commands that begin with make');
    await lens.click();
    await paletteOption(page, /Bash make all/).click();
    await workbench.latch.getByText('Built.').last().waitFor();
    // The editor formats and folds it as any JSON.
    await editor.goTo('Bash(make:*)', userFile());
    await run('Format Document');
    await editor.area.locator('.codicon-folding-expanded').nth(2).waitFor({ state: 'attached' });
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => readFileSync(userFile(), 'utf8'))
      .toMatch(/^\/\/ Mine\.\n\{\n\s+"rules": \[\n\s+\{\n\s+"action": "deny",\n\s+"pattern": "Bash\(make:\*\)"\n/);
  });

  test('is checked again when its server has died, and after three deaths a person is asked', async () => {
    const { page, home } = workbench;
    const notice = page.locator('.notification-toast', { hasText: 'has ended three times' });
    const killed = new Set<number>();
    const server = (): number | undefined => rulesServerOf(home, killed);
    for (let death = 0; death < 3; death += 1) {
      await expect.poll(server).toBeDefined();
      const pid = server() ?? 0;
      killed.add(pid);
      process.kill(pid, 'SIGKILL');
    }
    await notice.waitFor();
    await workbench.screenshot('rule-files-died');
    // Nothing else is told of it.
    const others = page.locator('.notification-toast').filter({ hasNotText: 'cannot be read, so every call asks' });
    expect(await others.count()).toBe(1);
    expect(server()).toBeUndefined();
    await notice.getByRole('button', { name: 'Start It Again' }).click();
    await expect.poll(server).toBeDefined();
    // What is written from now on is checked.
    await page.keyboard.press('Control+End');
    await page.keyboard.type('x');
    await run('Problems: Focus on Problems View');
    await problemsFilter().fill('This is not JSON');
    await page.locator('.markers-panel').getByText('This is not JSON').first().waitFor();
  });
});
