// A day with Claude, from the first question to the record that is handed on. What the model was told at its end is the
// proof: each message as the person meant it, once, in its order and in its conversation, and no other.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pinnedCli } from '../../scripts/lib/paths.mjs';
import { type Chat, chatOf } from './harness/chat';
import { exportTo } from './harness/exporting';
import { pasteDot } from './harness/paste';
import { bash, Person } from './harness/person';
import { saidIn } from './harness/said';
import { untilStored } from './harness/stored';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const plan = '# A discount for everybody\n\n1. Change the cart\n';
const look = 'Count the functions of the cart.';
const until = (file: string): string => `mkdir -p build; until [ -e ${file} ]; do sleep 0.1; done`;

const turns: readonly object[][] = [
  // Two questions.
  [{ text: 'It adds up a cart.' }],
  [{ text: 'The picture is one dot.' }],
  // A plan, and the edit that comes of it.
  [{ tool: 'Write', id: 'plan-file', input: { file_path: '$PLAN_FILE', content: plan } }],
  [{ tool: 'ExitPlanMode', id: 'plan', input: { plan } }],
  [{ tool: 'Read', id: 'read', input: { file_path: '$WORKSPACE/src/cart.js' } }],
  [
    {
      tool: 'Edit',
      id: 'edit',
      input: { file_path: '$WORKSPACE/src/cart.js', old_string: 'sum * percent', new_string: 'sum * 10' },
    },
  ],
  [{ text: 'The discount is in.' }],
  // With another model: what is queued, stopped, and sent after all.
  [bash('stopped', 'tail -f /dev/null')],
  [bash('goes-on', until('go-on.txt'))],
  [{ text: 'It went on.' }],
  [{ text: 'The queue was heard.' }],
  // A subagent, and a command in the background that ends later.
  [
    {
      tool: 'Agent',
      id: 'agent',
      input: { description: 'Count', prompt: look, subagent_type: 'general-purpose', run_in_background: false },
    },
    { tool: 'Bash', id: 'behind', input: { command: until('shop.txt'), description: 'Wait', run_in_background: true } },
  ],
  [{ text: 'There are two, and the shop is watched.' }],
  [{ text: 'The shop has opened.' }],
  // The window is loaded anew while this waits.
  [bash('lost', 'echo still here > here.txt')],
  [{ text: 'Still here.' }],
  [{ text: 'The night was good.' }],
  // Another session, and one that is begun in the terminal.
  [{ text: 'A receipt has a date.' }],
  [{ text: 'It was a quiet morning.' }],
  [{ text: 'The evening was loud.' }],
];

describe('a day', () => {
  let workbench: OpenedWorkbench;
  let chat: Chat;
  let composer: Locator;
  const person = new Person(() => workbench);
  const queued = (): Locator => workbench.latch.getByRole('region', { name: 'Queue' }).getByTestId('queued');
  const main = () => workbench.requests().filter(({ speaker }) => speaker === 'main');

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 420,
      scenario: { turns, agents: { [look]: [[{ text: 'Two functions.' }]] } },
    });
    chat = chatOf(workbench);
    composer = workbench.latch.getByRole('textbox', { name: 'Message Claude' });
  });
  afterAll(() => workbench.close());

  test('a question about a file, and one about a picture', async () => {
    await composer.pressSequentially('What does @cart.j');
    await workbench.latch.getByRole('option', { name: /^cart\.js/ }).waitFor();
    await composer.press('Enter');
    await composer.pressSequentially('do?');
    await composer.press('Enter');
    await person.reads('It adds up a cart.');

    await composer.fill('And this?');
    await pasteDot(composer);
    await workbench.latch.getByRole('list', { name: 'Attached' }).getByText('dot.png').waitFor();
    await composer.press('Enter');
    await person.reads('The picture is one dot.');
  });

  test('a plan that is approved, and its edit, which the person changes before it runs', async () => {
    await person.run('Latch: Choose Permission Mode…');
    await person.choose('Plan');
    await workbench.page.locator('.statusbar').getByText('plan').waitFor();
    await chat.send('Plan a discount.');
    await chat.press('plan', 'Approve');
    await chat.press('edit', 'Edit first…');
    const proposed = chat.card('edit').getByRole('textbox', { name: 'What will run' });
    await proposed.fill((await proposed.inputValue()).replace('sum * 10', 'sum * 5'));
    await chat.press('edit', 'Allow once');
    await person.reads('The discount is in.');
    expect(readFileSync(join(workbench.workspace, 'src/cart.js'), 'utf8')).toContain('(sum * 5) / 100');
  });

  test('and is put back, once the person has seen what that changes', async () => {
    const { page, latch } = workbench;
    const prompt = latch.getByRole('region', { name: 'You' }).filter({ hasText: 'Plan a discount.' });
    await prompt.hover();
    await prompt.getByRole('button', { name: 'Edit in a new session…' }).click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Put Files Back…' }).click();
    await dialog.getByText('src/cart.js').waitFor();
    await workbench.screenshot('put-back');
    await dialog.getByRole('button', { name: 'Put Back', exact: true }).click();
    await latch.getByText('Files that were put back to what they were before an earlier message: 2.').waitFor();
    expect(readFileSync(join(workbench.workspace, 'src/cart.js'), 'utf8')).toContain('(sum * percent) / 100');
  });

  test('another model; what is queued is edited and removed, and nothing of it starts after Stop', async () => {
    await workbench.latch.getByRole('button', { name: /^Model: / }).click();
    await person.choose(/^Sonnet/);
    await workbench.latch.getByText('Scripted model · Sonnet 5.5').waitFor();
    await chat.send('Wait for me.');
    await chat.press('stopped', 'Allow once');
    await chat.call('stopped', 'running').first().waitFor();
    for (const text of ['Then test.', 'Then push.', 'Then sleep.']) await chat.send(text);
    await expect.poll(() => queued().count()).toBe(3);
    await queued().filter({ hasText: 'push' }).getByRole('button', { name: 'Remove from the queue' }).click();
    await queued().filter({ hasText: 'test' }).getByRole('button', { name: /^Edit/ }).click();
    await expect.poll(() => composer.inputValue()).toBe('Then test.');
    await composer.fill('Then test it all.');
    await composer.press('Enter');
    await expect.poll(() => queued().allInnerTexts()).toEqual(['Then sleep.', 'Then test it all.']);
    const asked = main().length;
    await workbench.latch.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect.poll(() => composer.inputValue()).toBe('Then sleep.\n\nThen test it all.');
    await workbench.latch.getByRole('status').getByText('Idle').waitFor();
    expect(main()).toHaveLength(asked);
  });

  test('what waits in the queue goes out when the turn is over', async () => {
    await composer.fill('Go on.');
    await composer.press('Enter');
    await chat.press('goes-on', 'Allow once');
    await chat.call('goes-on', 'running').first().waitFor();
    await chat.send('Then test it all.');
    await expect.poll(() => queued().count()).toBe(1);
    writeFileSync(join(workbench.workspace, 'go-on.txt'), '');
    await person.reads('The queue was heard.');
    await expect.poll(() => queued().count()).toBe(0);
  });

  test('a subagent reports, and a command in the background ends while nobody asks', async () => {
    await chat.send('Count, and watch the shop.');
    await chat.press('agent', 'Allow once');
    await chat.press('behind', 'Allow once');
    await person.reads('There are two, and the shop is watched.');
    const behind = workbench.latch.locator('.task', { hasText: 'Runs in the background' });
    await behind.waitFor();
    writeFileSync(join(workbench.workspace, 'shop.txt'), '');
    await person.reads('The shop has opened.');
    await workbench.latch.getByText(/^Finished in the background/).waitFor();
  });

  test('after a reload of the window it is told what was lost, and nothing that was written is', async () => {
    const { page, latch } = workbench;
    await chat.send('Are you there?');
    await chat.card('lost').waitFor();
    await chat.send('How was the night?');
    await expect.poll(() => queued().count()).toBe(1);
    await composer.fill('Half a sent');
    await untilStored(page, 'Half a sent');
    await page.reload();
    await latch.getByText('Calls that were lost when Claude ended: 1.').waitFor({ timeout: 60_000 });
    expect(await composer.inputValue()).toBe('Half a sent');
    await composer.fill('');
    await latch.getByRole('button', { name: 'Ask Claude to go on' }).click();
    await person.reads('Still here.');
    await latch.getByRole('region', { name: 'Queue' }).getByText('held since the window was closed').waitFor();
    await latch.getByRole('region', { name: 'Queue' }).getByRole('button', { name: 'Go on' }).click();
    await person.reads('The night was good.');
    expect(existsSync(join(workbench.workspace, 'here.txt'))).toBe(false);
  });

  test('a second session, and one of the terminal that goes on here', async () => {
    await person.newSession();
    await chat.send('What has a receipt? See @src/receipt.js#L1-2');
    await person.reads('A receipt has a date.');
    // The settings of the agent are those of the terminal.
    const env = workbench.settings()['latch.claude.environment'];
    await promisify(execFile)(pinnedCli(), ['-p', 'How was the morning?'], {
      cwd: workbench.workspace,
      env: Object.assign({}, process.env, env, { HOME: workbench.home }),
    });
    await person.run('Latch: Switch Session…');
    await person.choose(/^How was the morning/);
    // The terminal had it a moment ago.
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Open here too' }).click();
    await person.reads('It was a quiet morning.');
    await chat.send('And the evening?');
    await person.reads('The evening was loud.');
  });

  test('its record is exported, and then it is deleted, here and for the terminal', async () => {
    const target = join(workbench.workspace, 'day.md');
    await exportTo(workbench, target);
    await workbench.page.getByText('The session was exported.').first().waitFor();
    expect(readFileSync(target, 'utf8')).toContain('And the evening?');
    const kept = (): readonly string[] =>
      readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'));
    const projects = join(dirname(workbench.workspace), 'claude-home', 'projects');
    const before = kept();
    await person.run('Latch: Delete Session…');
    const dialog = workbench.page.locator('.monaco-dialog-box', { hasText: 'Delete “How was the morning?”?' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => kept().length).toBe(before.length - 1);
    await person.run('Latch: Switch Session…');
    await person.option(/^What has a receipt/).waitFor();
    expect(await person.option(/^How was the morning/).count()).toBe(0);
    await person.choose(/^What has a receipt/);
    await person.reads('A receipt has a date.');
  });

  test('what is left goes on in the terminal, and ends here', async () => {
    const { page, latch } = workbench;
    await person.run('Latch: Go On in the Terminal…');
    const dialog = page.locator('.monaco-dialog-box', {
      hasText: 'no rule and no record of Latch holds in a terminal',
    });
    await dialog.getByRole('button', { name: 'Go On There' }).click();
    await page.locator('.part.panel').getByText('Claude Code').first().waitFor();
    await latch.getByText('A receipt has a date.').waitFor({ state: 'detached' });
  });

  test('the model was told exactly what was meant', () => {
    expect(saidIn(main(), workbench.workspace)).toEqual([
      {
        models: ['claude-opus-5-5', 'claude-sonnet-5-5'],
        said: [
          '(read: {"file_path":"src/cart.js"})',
          '(9 lines)',
          'What does @src/cart.js do?',
          '(image)',
          'And this?',
          'Plan a discount.',
          '(result of plan-file)',
          '(result of plan)',
          '(result of read)',
          '(result of edit)',
          'Wait for me.',
          '(result of stopped)',
          '[Request interrupted by user for tool use]',
          'Go on.',
          '(result of goes-on)',
          'Then test it all.',
          'Count, and watch the shop.',
          '(result of agent)',
          '(result of behind)',
          'Are you there?',
          '(result of lost)',
          '[Request interrupted by user for tool use]',
          'You were interrupted. Go on where you stopped; what was lost has to be tried again.',
          'How was the night?',
        ],
      },
      {
        models: ['claude-opus-5-5'],
        said: ['(read: {"file_path":"src/receipt.js"})', '(2 lines)', 'What has a receipt? See @src/receipt.js#L1-2'],
      },
      { models: ['claude-opus-5-5'], said: ['How was the morning?', 'And the evening?'] },
    ]);
  });
});
