import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FrameLocator, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pinnedCli } from '../../scripts/lib/paths.mjs';
import { chatOf } from './harness/chat';
import { pasteDot } from './harness/paste';
import { Person } from './harness/person';
import { untilStored } from './harness/stored';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const bash = (id: string, command: string): object => ({ tool: 'Bash', id, input: { command, description: command } });
const prompt = 'Look around.';
const agent = {
  tool: 'Agent',
  id: 'toolu_agent',
  input: { description: 'Look', prompt, subagent_type: 'general-purpose', run_in_background: false },
};

describe('several sessions and subagents', () => {
  let workbench: OpenedWorkbench;
  const person = new Person(() => workbench);
  const card = (id: string): Locator => workbench.latch.locator(`article[data-testid="card"][data-call-id="${id}"]`);
  const elsewhere = (text: string): Locator => workbench.latch.getByRole('listitem').filter({ hasText: text });

  beforeAll(async () => {
    workbench = await openWorkbench({
      width: 440,
      scenario: {
        turns: [
          [bash('toolu_one', 'echo 1 > one.txt')],
          [bash('toolu_two', 'echo 2 > two.txt')],
          [{ text: 'The second is done.' }],
          [{ text: 'The first goes on.' }, agent],
          [{ text: 'The agent is back.' }],
          [{ text: 'Then nothing.' }],
          [{ text: 'Before, the second was made.' }],
          [{ text: 'Said in the sidebar.' }],
          [{ text: 'Said in the tab.' }],
          [{ text: 'Said after the reload.' }],
          [{ text: 'Said in the terminal.' }],
          [{ text: 'All was heard.' }],
        ],
        agents: { [prompt]: [[bash('toolu_inside', 'echo 3 > inside.txt')], [{ text: 'Seen.' }]] },
      },
    });
    await send('First task');
    await card('toolu_one').waitFor();
  });
  afterAll(() => workbench.close());

  async function send(text: string): Promise<void> {
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).fill(text);
    await workbench.page.keyboard.press('Enter');
  }

  /** The chat that stands beside the sidebar: a webview does not say from outside where it is. */
  async function chatInEditor(): Promise<FrameLocator> {
    const pages = workbench.page.locator('iframe.webview[src*="extensionId=latch.latch"]');
    const places = async (): Promise<readonly number[]> =>
      pages.evaluateAll(all => all.map(it => it.getBoundingClientRect()).map(({ x, width }) => (width > 0 ? x : -1)));
    const at = async (): Promise<number> => (await places()).findIndex(x => x > 440);
    await expect.poll(at, { timeout: 60_000 }).toBeGreaterThanOrEqual(0);
    return pages
      .nth(await at())
      .contentFrame()
      .frameLocator('iframe#active-frame');
  }

  /** The file in which Claude Code keeps what was said with these words. */
  function conversationWith(words: string): string | undefined {
    const projects = join(dirname(workbench.workspace), 'claude-home', 'projects');
    return readdirSync(projects, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.jsonl'))
      .find(name => readFileSync(join(projects, name), 'utf8').includes(words));
  }

  async function press(id: string, name: string): Promise<void> {
    // A card takes no click in its first half second.
    await workbench.page.waitForTimeout(700);
    await card(id).getByRole('button', { name, exact: true }).click();
  }

  test('what waits in the session behind is one line here, and its card is there', async () => {
    const { page, latch } = workbench;
    await page.getByRole('button', { name: 'New Session' }).first().click();
    await elsewhere('Session “First task” waits: 1').waitFor();
    expect(await card('toolu_one').count()).toBe(0);
    await latch.getByRole('button', { name: 'First task: Waiting for you' }).waitFor();
    await send('Second task');
    await card('toolu_two').waitFor();
    await workbench.screenshot('other-session');
    // Longer than the host waits for a card to be painted before it asks in a dialog of its own.
    await page.waitForTimeout(3500);
    expect(await page.locator('.monaco-dialog-box').count()).toBe(0);
  });

  test('the picker of sessions shows the state of each', async () => {
    const { page } = workbench;
    await page.getByRole('button', { name: 'Switch Session…' }).first().click();
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'First task' }).filter({ hasText: 'waiting for you' }).waitFor();
    expect(await rows.locator('.codicon-circle-filled').count()).toBe(2);
    await page.keyboard.press('Escape');
  });

  test('Reveal leads there, and back; nothing is decided on the way', async () => {
    await elsewhere('First task').getByRole('button', { name: 'Reveal' }).click();
    await card('toolu_one').waitFor();
    await elsewhere('Session “Second task” waits: 1').getByRole('button', { name: 'Reveal' }).click();
    await card('toolu_two').waitFor();
    for (const name of ['one.txt', 'two.txt']) expect(existsSync(join(workbench.workspace, name))).toBe(false);
    await press('toolu_two', 'Allow once');
    await workbench.latch.getByText('The second is done.').waitFor();
  });

  test('Review goes to the session in which something waits', async () => {
    await person.run('Latch: Review What Waits');
    await card('toolu_one').waitFor();
    const title = card('toolu_one').getByRole('heading');
    await expect.poll(() => title.evaluate(heading => heading === document.activeElement)).toBe(true);
    await press('toolu_one', 'Allow once');
  });

  test('a card of a subagent leads to the call that started it', async () => {
    const { latch } = workbench;
    await card('toolu_agent').waitFor();
    await press('toolu_agent', 'Allow once');
    await card('toolu_inside').waitFor();
    await card('toolu_inside').getByRole('button', { name: 'Reveal' }).click();
    const line = latch.locator('[data-line="toolu_agent"] summary');
    await expect.poll(() => line.evaluate(summary => summary === document.activeElement)).toBe(true);
    await workbench.screenshot('subagent-revealed');
    await press('toolu_inside', 'Allow once');
    await latch.getByText('The agent is back.').waitFor();
  });

  test('an earlier message is changed in a session of its own, once that was confirmed, and the first keeps all', async () => {
    const { page, latch } = workbench;
    const said = latch.getByRole('region', { name: 'You' });
    const edit = said.getByRole('button', { name: 'Edit in a new session…' });
    await latch.getByRole('button', { name: /^Second task/ }).click();
    await latch.getByText('The second is done.').waitFor();
    const attached = latch.getByRole('list', { name: 'Attached' });
    await pasteDot(latch.getByRole('textbox', { name: 'Message Claude' }));
    await attached.getByText('dot.png').waitFor();
    await send('And then?');
    await latch.getByText('Then nothing.').waitFor();
    await said.last().hover();
    await edit.last().click();
    await page.locator('.monaco-dialog-box').getByText('Files stay as they are now').waitFor();
    await workbench.screenshot('edit-prompt');
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Go On from Here' }).click();
    const composer = latch.getByRole('textbox', { name: 'Message Claude' });
    await expect.poll(() => composer.inputValue()).toBe('And then?');
    // What went along stands there again, under the name of its kind.
    await attached.getByText('image.png').waitFor();
    expect(await said.count()).toBe(1);
    await send('And before?');
    await latch.getByText('Before, the second was made.').waitFor();
    const asked = JSON.stringify(workbench.lastRequest()?.body);
    expect(asked).toContain('And before?');
    expect(asked).toContain('"type":"image"');
    expect(asked).toContain('The second is done.');
    expect(asked).not.toContain('Then nothing.');
    await latch.getByRole('button', { name: 'First task: Idle' }).click();
    await latch.getByText('The agent is back.').waitFor();
  });

  const longer = { timeout: 180_000 };
  test(
    'a session in an editor tab stays there while the sidebar shows another one, and is there after a reload',
    longer,
    async () => {
      const { page, latch } = workbench;
      await person.run('Latch: Open Chat in Editor');
      await page.locator('.tab', { hasText: 'First task' }).waitFor();
      const tab = await chatInEditor();
      const inTab = chatOf(workbench, tab);
      await tab.getByText('The agent is back.').waitFor();
      // The tab has its session to itself once the person goes to another one in the sidebar.
      await latch.getByRole('textbox', { name: 'Message Claude' }).click();
      await latch.getByRole('button', { name: 'Second task: Idle' }).click();
      await latch.getByText('Then nothing.').waitFor();
      await send('To the second');
      await latch.getByText('Said in the sidebar.').waitFor();
      expect(await tab.getByText('Said in the sidebar.').count()).toBe(0);
      await inTab.send('To the first');
      await tab.getByText('Said in the tab.').waitFor();
      expect(await latch.getByText('Said in the tab.').count()).toBe(0);
      await workbench.screenshot('session-in-tab');
      // What commands act on is the session in which the person is.
      await person.run('Latch: Rename Session…');
      await person.answer('In a tab');
      await page.locator('.tab', { hasText: 'In a tab' }).waitFor();

      await untilStored(page, 'In a tab');
      await page.reload();
      await page.locator('.tab', { hasText: 'In a tab' }).waitFor({ timeout: 60_000 });
      const again = await chatInEditor();
      await again.getByText('Said in the tab.').waitFor({ timeout: 60_000 });
      await chatOf(workbench, again).send('Are you back?');
      await again.getByText('Said after the reload.').waitFor();
    },
  );

  test('what is said to a session in the terminal is there when the person comes back, and Claude goes on from it', async () => {
    const env = workbench.settings()['latch.claude.environment'];
    await promisify(execFile)(
      pinnedCli(),
      ['-p', '--resume', basename(conversationWith('To the second') ?? '', '.jsonl'), 'In the terminal'],
      {
        cwd: workbench.workspace,
        env: Object.assign({}, process.env, env, { HOME: workbench.home }),
      },
    );
    // The person is in the tab, so that is where it comes.
    const tab = await chatInEditor();
    await tab.getByRole('textbox', { name: 'Message Claude' }).click();
    await person.run('Latch: Switch Session…');
    await person.choose(/^Second task/);
    await tab.getByText('Said in the terminal.').waitFor();
    await tab.getByText('Said outside of Latch, which neither asked about calls there nor shows them').waitFor();
    expect(await tab.getByText('In the terminal', { exact: true }).count()).toBe(1);
    await workbench.screenshot('said-in-the-terminal');
    await chatOf(workbench, tab).send('Did you hear?');
    await tab.getByText('All was heard.').waitFor();
    const asked = JSON.stringify(workbench.requests().at(-1)?.body);
    for (const text of ['To the second', 'In the terminal', 'Said in the terminal.', 'Did you hear?'])
      expect(asked.split(text), text).toHaveLength(2);
  });

  test('a fork that is deleted leaves the conversation alone from which it came', async () => {
    const tab = await chatInEditor();
    await person.run('Latch: Fork Session');
    await workbench.page.locator('.tab', { hasText: 'Second task (fork)' }).waitFor();
    await tab.getByText('All was heard.').waitFor();
    await person.run('Latch: Delete Session…');
    const dialog = workbench.page.locator('.monaco-dialog-box', { hasText: 'Delete “Second task (fork)”?' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await workbench.page.locator('.tab', { hasText: 'Second task (fork)' }).waitFor({ state: 'detached' });
    await workbench.page.waitForTimeout(1000);
    expect(conversationWith('Did you hear?')).toBeDefined();
  });
});
