import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from './harness/palette';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const edit = { file_path: '$WORKSPACE/notes.txt', old_string: 'second line', new_string: 'another line' };

describe('what waits is not overlooked', () => {
  let workbench: OpenedWorkbench;
  const cardIn = (frame: FrameLocator, id: string): Locator =>
    frame.locator(`article[data-testid="card"][data-call-id="${id}"]`);
  const card = (id: string): Locator => cardIn(workbench.latch, id);

  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [
          [{ tool: 'Bash', id: 'toolu_one', input: { command: 'echo 1 > one.txt' } }],
          [{ tool: 'Read', id: 'toolu_read', input: { file_path: '$WORKSPACE/notes.txt' } }],
          [{ tool: 'Edit', id: 'toolu_edit', input: edit }],
          [{ tool: 'Bash', id: 'toolu_tab', input: { command: 'echo tab > tab.txt' } }],
          [{ text: 'All seen.' }],
          [{ tool: 'Bash', id: 'toolu_last', input: { command: 'echo last > last.txt' } }],
          [{ text: 'Back again.' }],
          [{ waitMs: 1500 }, { tool: 'Bash', id: 'toolu_unseen', input: { command: 'echo seen > unseen.txt' } }],
          [{ text: 'Answered in a dialog.' }],
          [{ waitMs: 1500 }, { tool: 'Bash', id: 'toolu_again', input: { command: 'echo again > again.txt' } }],
        ],
      },
    });
    writeFileSync(join(workbench.workspace, 'notes.txt'), 'first line\nsecond line\n');
  });
  afterAll(() => workbench.close());

  async function send(text: string): Promise<void> {
    await workbench.latch.getByRole('textbox', { name: 'Message Claude' }).fill(text);
    await workbench.page.keyboard.press('Enter');
  }

  async function allow(locator: Locator): Promise<void> {
    // A card takes no click in its first half second.
    await workbench.page.waitForTimeout(700);
    await locator.getByRole('button', { name: 'Allow once', exact: true }).click();
  }

  test('with the chat hidden: one notification, the badge and the status bar; Review leads to the card', async () => {
    const { page } = workbench;
    await send('Go');
    await page.getByRole('tab', { name: /^Explorer/ }).click();
    await page.locator('.statusbar').getByText('Latch: 1 waiting').waitFor();
    const toast = page.locator('.notifications-toasts').getByText(/Claude wants to run/);
    await toast.waitFor();
    expect(await toast.count()).toBe(1);
    await page.locator('.notifications-toasts').getByRole('button', { name: 'Review' }).click();
    await card('toolu_one').waitFor();
    expect(existsSync(join(workbench.workspace, 'one.txt'))).toBe(false);
    await allow(card('toolu_one'));
  });

  test('the change of a file opens in the editor, and is told when the file changes under it', async () => {
    const { page, workspace } = workbench;
    await card('toolu_edit').waitFor();
    await card('toolu_edit').getByText('second line').first().waitFor();
    await card('toolu_edit').getByRole('button', { name: /diff/i }).click();
    await page.locator('.tab', { hasText: 'notes.txt: proposed by Claude' }).waitFor();
    writeFileSync(join(workspace, 'notes.txt'), 'zeroth line\nfirst line\nsecond line\n');
    await card('toolu_edit')
      .getByText(/changed on disk/i)
      .waitFor();
    await allow(card('toolu_edit'));
    await expect
      .poll(() => readFileSync(join(workspace, 'notes.txt'), 'utf8'), { timeout: 10_000 })
      .toContain('another line');
  });

  test('the chat in an editor tab shows the same card, and what is decided there is decided everywhere', async () => {
    const { page, workspace } = workbench;
    await card('toolu_tab').waitFor();
    await command('Latch: Open Chat in Editor');
    const pages = page.locator('iframe.webview[src*="extensionId=latch.latch"]');
    await expect.poll(() => pages.count(), { timeout: 10_000 }).toBe(2);
    const tab = pages.last().contentFrame().frameLocator('iframe#active-frame');
    await cardIn(tab, 'toolu_tab').waitFor();
    await workbench.screenshot('editor-tab');
    await allow(cardIn(tab, 'toolu_tab'));
    await workbench.latch.getByText('All seen.').waitFor();
    await page.locator('.tab.active').getByRole('button', { name: /Close/ }).click();
    expect(readFileSync(join(workspace, 'tab.txt'), 'utf8')).toBe('tab\n');
  });

  test('after the window was reloaded, the conversation is there, what waited is lost, and Claude is asked to go on in one click', async () => {
    const { page, latch, workspace } = workbench;
    await send('One more');
    await card('toolu_last').waitFor();
    await page.reload();
    await latch.getByText('All seen.').waitFor({ timeout: 60_000 });
    await latch.locator('[data-call-id="toolu_last"][data-state="lost"]').waitFor();
    // What the page had stored of its tabs may be older than the tab that was closed.
    await command('View: Close All Editors');
    await expect.poll(() => page.locator('iframe.webview[src*="extensionId=latch.latch"]').count()).toBe(1);
    await latch.getByText('Calls that were lost when Claude ended: 1.').waitFor();
    await latch.getByRole('button', { name: 'Ask Claude to go on' }).click();
    await latch.getByText('Back again.').waitFor({ timeout: 30_000 });
    const told = workbench.requests().map(({ body }) => JSON.stringify(body));
    expect(told.some(body => body.includes('You were interrupted. Go on where you stopped'))).toBe(true);
    expect(await latch.getByRole('button', { name: 'Ask Claude to go on' }).count()).toBe(0);
    expect(existsSync(join(workspace, 'last.txt'))).toBe(false);
  });

  test('a chat that draws nothing: the whole call in a dialog, which no key that was meant for the chat can allow', async () => {
    const { page, latch, workspace } = workbench;
    const dialog = page.locator('.monaco-dialog-box');
    await send('And now?');
    await latch.locator('.app').evaluate(app => {
      app.style.display = 'none';
    });
    await dialog.getByText('echo seen > unseen.txt').waitFor({ timeout: 15_000 });
    await workbench.screenshot('dialog');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Deny');
    await page.waitForTimeout(700);
    await dialog.getByRole('button', { name: 'Allow once' }).click();
    await expect.poll(() => existsSync(join(workspace, 'unseen.txt')), { timeout: 10_000 }).toBe(true);
    await latch.locator('.app').evaluate(app => {
      app.style.display = '';
    });
    await latch.getByText('Answered in a dialog.').waitFor();
  });

  test('a chat that draws nothing when it is opened for what waits is no better', async () => {
    const { page } = workbench;
    await page.addInitScript(() => {
      const ours = location.href.includes('extensionId=latch.latch');
      if (ours) setInterval(() => (document.documentElement.hidden = true), 5);
    });
    await send('And again?');
    await page.getByRole('tab', { name: /^Explorer/ }).click();
    await page
      .locator('.notifications-toasts')
      .getByText(/Claude wants to run/)
      .waitFor();
    await page.getByRole('tab', { name: /^Latch/ }).click();
    await page.locator('.monaco-dialog-box').getByText('echo again').waitFor({ timeout: 15_000 });
  });

  const command = (name: string): Promise<void> => runCommand(workbench.page, name);
});
