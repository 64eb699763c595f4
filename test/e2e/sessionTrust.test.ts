import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bash, Person, question } from './harness/person';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const write = (id: string, path: string): object => ({
  tool: 'Write',
  id,
  input: { file_path: path, content: `${id}\n` },
});
const plan = { tool: 'ExitPlanMode', id: 'toolu_plan', input: { plan: '1. Paint the door.' } };
const outside = '/tmp/latch-outside.txt';

/** Files that are asked about although edits in the folder are allowed. */
const asked = [
  ['outside of the folder', 'toolu_outside', outside],
  ['through a link that leads out', 'toolu_link', '$WORKSPACE/leads-out/file.txt'],
  ['a hook of git', 'toolu_hook', '$WORKSPACE/.git/hooks/pre-commit'],
  ['settings of the editor', 'toolu_editor', '$WORKSPACE/.vscode/tasks.json'],
  ['a folder whose name begins alike', 'toolu_sibling', '$WORKSPACE-other/file.txt'],
] as const;

describe('trust that lasts as long as a session', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [
          // Edits in the folder.
          [write('toolu_first', '$WORKSPACE/docs/first.md')],
          [{ text: 'First written.' }],
          [write('toolu_second', '$WORKSPACE/docs/deep/second.md')],
          [{ text: 'Second written.' }],
          ...asked.flatMap(([, id, path]) => [[write(id, path)], [{ text: `${id} refused.` }]]),
          // A new conversation in the same session, and a new session.
          [write('toolu_cleared', '$WORKSPACE/docs/cleared.md')],
          [{ text: 'Cleared refused.' }],
          [write('toolu_other', '$WORKSPACE/docs/other.md')],
          [{ text: 'Other refused.' }],
          // Everything.
          [bash('toolu_make', 'mkdir made'), bash('toolu_remove', 'rm README.md')],
          [question('toolu_question')],
          [{ text: 'Trusted turn done.' }],
          [plan],
          [{ text: 'Plan refused.' }],
          [bash('toolu_after', 'mkdir after')],
          [{ text: 'Asked again.' }],
        ],
      },
    });
    mkdirSync(join(workbench.workspace, '.vscode'), { recursive: true });
    symlinkSync('/tmp', join(workbench.workspace, 'leads-out'));
  });
  afterAll(async () => {
    await workbench.screenshot('session-trust-end');
    await workbench.close();
  });

  async function refuse(id: string, then: string): Promise<void> {
    await person.decide(id, 'Deny');
    await person.reads(then);
  }

  test('edits in the folder are granted for the session on a card, and are not asked about again', async () => {
    await person.send('Write');
    await person.decide('toolu_first', 'Make a rule…');
    const form = person.card('toolu_first');
    await form.getByRole('combobox', { name: 'What' }).selectOption('edits of ./**');
    await form.getByLabel('Scope').selectOption('session');
    await workbench.screenshot('session-trust-grant');
    await person.decide('toolu_first', 'Add & allow');
    await person.reads('First written.');
    await person.send('Write more');
    await person.reads('Second written.');
    expect([person.has('docs/first.md'), person.has('docs/deep/second.md'), person.has('.latch')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each(asked)('but a file %s is asked about', async (_, id) => {
    await person.send(`Try ${id}`);
    await refuse(id, `${id} refused.`);
  });

  test('a conversation that was cleared asks again', async () => {
    await person.send('/clear');
    await person.send('Write after the clear');
    await person.reads('New conversation');
    await refuse('toolu_cleared', 'Cleared refused.');
  });

  test('so does another session', async () => {
    await person.newSession();
    await person.send('Write in another session');
    await refuse('toolu_other', 'Other refused.');
  });

  const mode = (name: string): Locator =>
    workbench.latch.getByRole('button', { name: `Permission mode: ${name}`, exact: true });
  const banner = (): Locator => workbench.latch.getByRole('region', { name: /^Everything is trusted/ });
  const statusBar = (text: string): Locator => workbench.page.locator('.statusbar').getByText(text);

  async function trustFor(time: string, from = 'Ask'): Promise<void> {
    await mode(from).click();
    await person.choose(/^Trust everything…/);
    await person.choose(time);
    await person.input.fill('yes');
    await workbench.page.keyboard.press('Enter');
    await person.answer('trust all');
    await banner().waitFor();
    await mode('All trusted').waitFor();
  }

  test('the mode is in sight and can be changed, in the chat and in the status bar', async () => {
    await mode('Ask').click();
    await person.choose(/^Accept edits/);
    await mode('Accept edits').waitFor();
    await statusBar('Accept edits').click();
    await person.choose(/^Ask/);
    await mode('Ask').waitFor();
    await statusBar('Ask').waitFor();
  });

  test('trust for a time says how long it still lasts, and is taken back with one click', async () => {
    await trustFor('For 15 minutes');
    await banner().getByText('15 min left.').waitFor();
    await statusBar('Latch trusts everything · 15 min left').waitFor();
    await workbench.screenshot('session-trust-banner');
    await banner().getByRole('button', { name: 'Stop trusting' }).click();
    await banner().waitFor({ state: 'hidden' });
    await statusBar('Latch trusts everything').waitFor({ state: 'hidden' });
  });

  test('when everything is trusted, everything but what a rule denies runs, and says so', async () => {
    mkdirSync(join(workbench.workspace, '.latch'));
    const rules = [{ action: 'deny', pattern: 'Bash(rm:*)' }];
    writeFileSync(join(workbench.workspace, '.latch', 'rules.json'), JSON.stringify({ rules }));
    await trustFor('Until the session ends');
    await banner().getByText('Until the session ends.').waitFor();
    await person.send('Do everything');
    await person.card('toolu_question').waitFor();
    expect([person.has('made'), person.has('README.md')]).toEqual([true, true]);
    await workbench.screenshot('session-trust-all');
  });

  test('questions and plans still ask', async () => {
    await person.decide('toolu_question', 'Deny');
    await person.reads('Trusted turn done.');
    await person.run('Latch: Choose Permission Mode…');
    await person.choose(/^Plan/);
    await mode('Plan').waitFor();
    await banner().waitFor({ state: 'hidden' });
    await trustFor('For an hour', 'Plan');
    await person.send('Make a plan');
    await person.decide('toolu_plan', 'Keep planning');
    await person.reads('Plan refused.');
  });

  test('the trust ends with the session', async () => {
    await banner().waitFor();
    await person.run('Latch: End Session');
    await banner().waitFor({ state: 'hidden' });
    await statusBar('Latch trusts everything').waitFor({ state: 'hidden' });
    await person.newSession();
    await person.send('Once more');
    await refuse('toolu_after', 'Asked again.');
    expect(person.has('after')).toBe(false);
    expect(readFileSync(join(workbench.workspace, 'docs', 'first.md'), 'utf8')).toBe('toolu_first\n');
  });
});
