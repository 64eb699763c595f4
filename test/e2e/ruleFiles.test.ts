// Files of rules in a real editor: what is wrong with them, and what helps to write them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseFromPalette, paletteInput, runCommand } from './harness/palette';
import { Person } from './harness/person';
import { rulesPanelIn } from './harness/rulesPanel';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

/** One rule for each thing that can be said of one, on a line of its own. */
const faults: readonly (readonly [rule: string, says: string])[] = [
  ['{ "action": "allow", "pattern": "Bash(node:*)" }', 'allows almost anything: node can start'],
  ['{ "action": "allow", "pattern": "Bash(npm:*)" }', 'allows almost anything: npm can start'],
  ['{ "action": "deny", "pattern": "Bash(git push" }', '"Bash(" is not closed. Did you mean Bash(git push)?'],
  ['{ "action": "deny", "pattern": "Bsh" }', 'is called Bsh: did you mean Bash?'],
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
];

describe('a file of rules in the workbench', () => {
  let workbench: OpenedWorkbench;
  const file = (): string => join(workbench.workspace, '.latch', 'rules.json');
  const editor = (): Locator => workbench.page.locator('.monaco-editor').first();
  const line = (text: string): Locator => editor().locator('.view-line', { hasText: text }).first();

  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [
          [{ tool: 'Bash', id: 'toolu_build', input: { command: 'npm run build', description: 'Build' } }],
          [{ text: 'Built.' }],
        ],
      },
    });
    const { workspace, home } = workbench;
    mkdirSync(join(home, '.latch'));
    writeFileSync(join(home, '.latch', 'rules.json'), '{"rules":[{"action":"deny","pattern":"Bash(make:*)"}]}');
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

  const run = (command: string): Promise<void> => runCommand(workbench.page, command);

  /** What was in the file before a fix that is not known to be saved. */
  let beforeFix: string | undefined;

  /** Puts the cursor on the line of a text, and returns what is in the file. */
  async function goTo(text: string, of = file()): Promise<string> {
    const { page } = workbench;
    await page.keyboard.press('Control+s');
    let saved = '';
    let found = 0;
    // A tab that is being saved looks saved, and its file may be empty for a moment: the file says when it is there.
    const at = (): number => {
      saved = readFileSync(of, 'utf8');
      const isThere = saved !== beforeFix && saved.endsWith('}\n');
      found = isThere ? saved.split('\n').findIndex(it => it.includes(text)) + 1 : 0;
      return found;
    };
    await expect.poll(at, { message: text }).toBeGreaterThan(0);
    beforeFix = undefined;
    await page.keyboard.press('Control+g');
    await paletteInput(page).fill(`:${found}:1`);
    await page.keyboard.press('Enter');
    await line(text).waitFor();
    return saved;
  }

  /** From anywhere on the line of a rule into its pattern, which stands last. */
  async function intoPattern(): Promise<void> {
    const { page } = workbench;
    await page.keyboard.press('End');
    for (let left = 0; left < 6; left++) await page.keyboard.press('ArrowLeft');
  }

  /** Chooses a fix on the line of a text, as a person does with Ctrl+. */
  async function fix(text: string, title: string, of = file()): Promise<void> {
    const { page } = workbench;
    const before = await goTo(text, of);
    await page.keyboard.press('End');
    for (let left = 0; left < 4; left++) await page.keyboard.press('ArrowLeft');
    const item = page.locator('.action-widget').getByText(title, { exact: false }).first();
    const isOffered = async (): Promise<boolean> => {
      await page.keyboard.press('Control+.');
      const there = await item.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
      // A list that was opened before the server knew of the change does not grow.
      if (!there) await page.keyboard.press('Escape');
      return there;
    };
    await expect.poll(isOffered, { timeout: 60_000 }).toBe(true);
    await item.click();
    beforeFix = before;
  }

  test('is written after something has happened', async () => {
    const person = new Person(() => workbench);
    await person.send('Build it');
    await person.decide('toolu_build', 'Allow once');
    await person.reads('Built.');
  });

  test('is JSON with comments, and each fault of it is told', async () => {
    const { page } = workbench;
    await run('Latch: Open Project Rules');
    await page.getByRole('tab', { name: /rules\.json/ }).waitFor();
    await page.locator('.statusbar').getByText('JSON with Comments').waitFor();
    await run('Problems: Focus on Problems View');
    const problems = page.locator('.markers-panel');
    // Of a long list only what is in sight is there: a filter brings each into it.
    const filter = page.locator('.panel .viewpane-filter input, .panel .monaco-inputbox input').first();
    for (const [, says] of faults.filter(([, it]) => it !== '')) {
      // A comma parts what is looked for, and an exclamation mark takes something out.
      const part =
        says
          .split(/["!,*]/)
          .at(-1)
          ?.trim() ?? says;
      await filter.fill(part);
      await problems.getByText(part, { exact: false }).first().waitFor();
    }
    await filter.fill('');
    await workbench.screenshot('rule-files-problems');
    await page.keyboard.press('Control+j');
  });

  test('leads from a rule to the one that comes before it, and back to those that this one covers', async () => {
    const { page } = workbench;
    await page.getByRole('tab', { name: /rules\.json/ }).click();
    const number = editor().locator('.line-numbers.active-line-number');
    await goTo('cmake all');
    await intoPattern();
    await page.keyboard.press('F12');
    await number.getByText('9', { exact: true }).waitFor();
    await intoPattern();
    await page.keyboard.press('Shift+F12');
    // Where it covers one alone, the editor goes there at once.
    await number.getByText('10', { exact: true }).waitFor();
  });

  test('is corrected, narrowed by what happened, and tidied by fixes', async () => {
    const { page } = workbench;
    await page.getByRole('tab', { name: /rules\.json/ }).click();
    await fix('"Bsh"', 'Change it to Bash');
    await line('"pattern": "Bash" }').waitFor();
    await fix('cmake all', 'Remove the rule');
    await line('cmake all').waitFor({ state: 'detached' });
    await fix('WebFetch(domain:300', 'Remove the rule');
    await line('WebFetch(domain:300').waitFor({ state: 'detached' });
    await fix('Bash(npm:*)', 'Narrow it to Bash(npm run build)');
    await line('Bash(npm run build)').waitFor();
    await fix('Bash(npm run build)', 'Add the example npm run build');
    await line('"npm run build"').waitFor();
  });

  test('says of a rule what it means, where the pointer is', async () => {
    const { page } = workbench;
    await goTo('Bash(node:*)');
    await line('Bash(node:*)').getByText('Bash(node:*)').first().hover();
    const hover = page.locator('.monaco-hover');
    await hover.getByText('commands that begin with node').first().waitFor();
    await workbench.screenshot('rule-files-hover');
    await page.mouse.move(0, 0);
    await line('Bash(npm run build)').getByText('Bash(npm run build)').first().hover();
    await hover.getByText('Of past calls it would have decided:').first().waitFor();
  });

  test('tells above each rule whether it decided, and tries it', async () => {
    const { page } = workbench;
    await goTo('Bash(node:*)');
    const lens = editor().locator('.codelens-decoration').first();
    await lens.getByText('no calls yet').first().waitFor();
    await lens.getByText('Try it').first().click();
    await page.getByRole('tab', { name: 'Trust Rules' }).waitFor();
    await workbench.screenshot('rule-files-try');
    const panel = await rulesPanelIn(page);
    await panel.getByTestId('verdict').waitFor();
    expect(await panel.locator('textarea').first().inputValue()).toBe('node');
    await page.getByRole('tab', { name: /rules\.json/ }).click();
  });

  test('gives the beginning of a path anew wherever it stands', async () => {
    const { page } = workbench;
    await goTo('Edit(./none/**)');
    await page.keyboard.press('End');
    for (let left = 0; left < 8; left++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('F2');
    const name = page.locator('.rename-box input');
    await name.waitFor();
    expect(await name.inputValue()).toBe('./none');
    await name.fill('./nowhere');
    await page.keyboard.press('Enter');
    await line('Edit(./nowhere/**)').waitFor();
  });

  test('says behind each rule what it means, where that is wanted', async () => {
    const hint = editor().locator('.view-line').getByText('edits of ./nowhere/**');
    await goTo('Edit(./nowhere/**)');
    await workbench.set({ 'latch.rules.inlayHints': true });
    await hint.first().waitFor();
    await workbench.screenshot('rule-files-hints');
    await workbench.set({ 'latch.rules.inlayHints': false });
    await hint.first().waitFor({ state: 'detached' });
  });

  test('gives a rule to another scope, and takes over one of Claude Code', async () => {
    const { page } = workbench;
    const home = join(workbench.home, '.latch', 'rules.json');
    await fix('Bash(git push --force)', 'Move it to ~/.latch/rules.json');
    await line('Bash(git push --force)').waitFor({ state: 'detached' });
    await expect.poll(() => readFileSync(home, 'utf8')).toContain('"Bash(git push --force)"');
    mkdirSync(join(workbench.workspace, '.claude'), { recursive: true });
    const settings = join(workbench.workspace, '.claude', 'settings.json');
    writeFileSync(settings, '{\n  "permissions": {\n    "ask": [\n      "Bash(tox:*)"\n    ]\n  }\n}\n');
    await page.keyboard.press('Control+s');
    await chooseFromPalette(page, settings, /^settings\.json/);
    await page.getByRole('tab', { name: /settings\.json/ }).waitFor();
    await fix('Bash(tox:*)', 'Move it to .latch/rules.json', settings);
    await expect.poll(() => readFileSync(file(), 'utf8')).toContain('"Bash(tox:*)"');
    await expect.poll(() => readFileSync(settings, 'utf8')).not.toContain('tox');
    await page
      .getByRole('tab', { name: /rules\.json/ })
      .first()
      .click();
  });

  test('completes actions and tools', async () => {
    const { page } = workbench;
    await goTo('"Bash(ninja)"');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('{ "action": "');
    await page.keyboard.press('Control+Space');
    const suggestions = page.locator('.suggest-widget');
    await suggestions.getByText('allow', { exact: true }).first().waitFor();
    await suggestions.getByText('deny', { exact: true }).first().waitFor();
    await workbench.screenshot('rule-files-completion');
    await page.keyboard.press('Escape');
    await page.keyboard.type('deny", "pattern": "');
    await page.keyboard.press('Control+Space');
    await suggestions.getByText('Bash(…:*)').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('Read(./');
    await page.keyboard.press('Control+Space');
    await suggestions.getByText('Read(./package.json)').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('package.json)" },');
    await line('Read(./package.json)').waitFor();
  });
});
