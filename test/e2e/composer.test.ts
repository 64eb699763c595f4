// Where a person writes. What the model was told is the proof of what was sent.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatOf } from './harness/chat';
import { chooseFromPalette, runCommand } from './harness/palette';
import { Person } from './harness/person';
import { takeFix } from './harness/quickFix';
import { openWorkbench, type OpenedWorkbench } from './harness/workbench';

const wait = { tool: 'Bash', id: 'wait', input: { command: 'tail -f /dev/null', description: 'Wait' } };
const says = (text: string) => [{ text }];

describe('the composer', () => {
  let workbench: OpenedWorkbench;
  let composer: Locator;
  beforeAll(async () => {
    workbench = await openWorkbench({
      scenario: {
        turns: [says('One.'), says('Two.'), says('Three.'), says('Four.'), [wait], says('Not this.'), says('Six.')],
      },
    });
    composer = workbench.latch.getByRole('textbox', { name: 'Message Claude' });
    mkdirSync(join(workbench.workspace, 'inner'));
    writeFileSync(join(workbench.workspace, 'inner', 'zebra stripes.txt'), 'STRIPES-INSIDE\n');
  });
  afterAll(() => workbench.close());

  const heard = (text: string): boolean =>
    workbench.requests().some(({ body }) => JSON.stringify(body['messages']).includes(text));
  const answered = (text: string): Promise<void> => workbench.latch.getByText(text, { exact: true }).last().waitFor();

  test('a click on an example leaves the cursor where Enter sends it', async () => {
    const example = workbench.latch.locator('.empty .example').first();
    const text = await example.innerText();
    await example.click();
    await workbench.page.keyboard.press('Enter');
    await answered('One.');
    expect(heard(text)).toBe(true);
  });

  test('@ finds a file by some of its letters, and what is inserted is what Claude reads', async () => {
    await composer.pressSequentially('Look at @zebstr');
    const option = workbench.latch.getByRole('option', { name: /zebra stripes/ });
    await option.waitFor();
    await composer.press('Enter');
    expect(await composer.inputValue()).toBe('Look at @"inner/zebra stripes.txt" ');
    await composer.press('Enter');
    await answered('Two.');
    expect(heard('STRIPES-INSIDE')).toBe(true);
  });

  test('a file outside of the workspace in a pasted text is a card first, and denied it is not read', async () => {
    await composer.fill('What is this?\n@/etc/hostname\n');
    await composer.press('Enter');
    const card = workbench.latch.locator('article[data-testid="card"][data-state="waiting"]');
    await card.waitFor();
    expect(await card.innerText()).toContain('/etc/hostname');
    expect(heard('What is this?')).toBe(false);
    await chatOf(workbench).press((await card.getAttribute('data-call-id')) ?? '', 'Deny');
    await answered('Three.');
    expect(heard('`@/etc/hostname`')).toBe(true);
  });

  test('/ lists what there is, and leads a command of the terminal to its place in Latch', async () => {
    await composer.pressSequentially('/perm');
    await workbench.latch.getByRole('option', { name: /^\/permissions/ }).waitFor();
    await composer.press('Escape');
    await composer.fill('');
    await composer.pressSequentially('/vim');
    await composer.press('Enter');
    await workbench.latch.getByRole('alert').getByText('/vim works only in a terminal').waitFor();
  });

  test('files that are pasted, picked and dropped go along, also when the page was loaded again, and what is no image is refused in words', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await composer.fill('See this');
    await composer.evaluate((box, data) => {
      const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
      clipboardData.items.add(new File(['BM'], 'photo.png', { type: 'image/png' }));
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, png);
    await workbench.latch.getByRole('list', { name: 'Attached' }).getByText('dot.png').waitFor();
    await workbench.latch
      .getByRole('alert')
      .getByText(/WebP or PDF: photo\.png\./)
      .waitFor();
    const attached = workbench.latch.getByRole('list', { name: 'Attached' }).getByRole('listitem');
    await workbench.latch
      .locator('input[type="file"]')
      .setInputFiles({ name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
    await expect.poll(() => attached.count()).toBe(2);
    await composer.evaluate((box, data) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
      box.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, png);
    await expect.poll(() => attached.count()).toBe(3);

    const old = await workbench.latch.locator('.app').elementHandle();
    await new Person(() => workbench).run('Developer: Reload Webviews');
    await expect.poll(() => old?.evaluate(app => app.isConnected).catch(() => false)).toBe(false);
    await expect.poll(() => attached.count(), { timeout: 30_000 }).toBe(3);
    expect(await composer.inputValue()).toBe('See this');
    await workbench.screenshot('attached');
    await composer.press('Enter');
    await answered('Four.');
    const along = workbench.latch.getByRole('list', { name: 'Sent with this message' }).getByRole('listitem');
    expect((await along.allInnerTexts()).map(name => name.trim())).toContain('dropped.png');
    const sent = JSON.stringify(workbench.lastRequest()?.body['messages']);
    expect(sent.match(/"media_type":"[^"]+"/g)?.toSorted()).toEqual([
      '"media_type":"application/pdf"',
      '"media_type":"image/png"',
      '"media_type":"image/png"',
    ]);
  });

  test('what is sent while Claude works waits in the queue; a stop brings it back, and nothing starts', async () => {
    await composer.fill('Work');
    await composer.press('Enter');
    await chatOf(workbench).press('wait', 'Allow once');
    await chatOf(workbench).call('wait', 'running').first().waitFor();
    for (const text of ['Queued one', 'Queued two', 'Queued three']) {
      await composer.fill(text);
      await composer.press('Enter');
    }
    const queue = workbench.latch.getByRole('region', { name: 'Queue' });
    const rows = queue.getByTestId('queued');
    await expect.poll(() => rows.count()).toBe(3);
    await rows.nth(2).getByRole('button', { name: 'Move up' }).click();
    await expect.poll(() => rows.nth(1).innerText()).toContain('Queued three');
    await rows.nth(0).getByRole('button', { name: 'Remove from the queue' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    const asked = workbench.requests().length;
    await composer.press('Escape');
    await expect.poll(() => composer.inputValue()).toBe('Queued three\n\nQueued two');
    await expect.poll(() => rows.count()).toBe(0);
    await workbench.latch.getByRole('status').getByText('Idle').waitFor();
    expect(workbench.requests()).toHaveLength(asked);
  });

  test('Up brings back what was sent, and the box grows with what is in it', async () => {
    await composer.fill('');
    await composer.press('ArrowUp');
    expect(await composer.inputValue()).toBe('Work');
    await composer.press('ArrowDown');
    expect(await composer.inputValue()).toBe('');
    const height = async (): Promise<number> => (await composer.boundingBox())?.height ?? 0;
    const one = await height();
    await composer.fill(Array.from({ length: 10 }, () => 'line').join('\n'));
    const ten = await height();
    await composer.fill(Array.from({ length: 30 }, () => 'line').join('\n'));
    expect([ten > one * 3, await height()]).toEqual([true, ten]);
    await composer.fill('');
  });

  test('a paste of twenty megabytes is refused in words, and the page goes on', async () => {
    await composer.evaluate(box => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'x'.repeat(20_000_000));
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await workbench.latch.getByRole('alert').getByText('What you pasted is longer than 1000000 characters.').waitFor();
    expect(await composer.inputValue()).toBe('');
  });

  /** Sends what is written, and returns what Claude was told by it. */
  async function told(): Promise<string> {
    const before = workbench.requests().length;
    await composer.press('Enter');
    await expect.poll(() => workbench.requests().length).toBeGreaterThan(before);
    await workbench.latch.getByRole('status').getByText('Idle').waitFor();
    // A command has run, which may have taken Claude elsewhere: what is mentioned is named from the root.
    // Claude Code may tell the model of its sandbox behind the message.
    const messages = workbench.lastRequest()?.body['messages'] ?? [];
    const said = JSON.stringify(messages.findLast(({ role }) => role === 'user'));
    return said.replaceAll(`@\\"${workbench.workspace}/src/cart.js\\"`, '@src/cart.js');
  }

  test('what is selected in the editor goes along as long as its chip stands there', async () => {
    const { page, latch } = workbench;
    await chooseFromPalette(page, 'cart.js', /^cart\.js/);
    await page.locator('.monaco-editor .view-line').first().click();
    await page.keyboard.press('Control+a');
    const chip = latch.getByText('cart.js:1-8', { exact: true });
    await chip.waitFor();
    await composer.fill('And this?');
    expect(await told()).toContain('And this?\\n\\n@src/cart.js#L1-8');
    await latch.getByRole('button', { name: 'Remove cart.js:1-8' }).click();
    await chip.waitFor({ state: 'detached' });
    await composer.fill('And now?');
    expect(await told()).not.toContain('#L1-8');
  });

  test('symbols of the workspace, its problems and what is selected in the terminal can be mentioned', async () => {
    const { page, latch, workspace } = workbench;
    await composer.pressSequentially('What is @#withDisc');
    await latch.getByRole('option', { name: /^withDiscount/ }).waitFor();
    await composer.press('Enter');
    expect(await composer.inputValue()).toBe('What is @src/cart.js#L6-8 ');

    mkdirSync(join(workspace, '.latch'));
    writeFileSync(
      join(workspace, '.latch', 'rules.json'),
      '{ "version": 1, "rules": [{ "action": "allow", "pattern": "Rad(a)" }] }',
    );
    await chooseFromPalette(page, '.latch/rules.json', /^rules\.json/);
    await expect.poll(() => page.locator('[id="status.problems"]').innerText(), { timeout: 30_000 }).toContain('1');
    await composer.pressSequentially('Mend @probl');
    await latch.getByRole('option', { name: 'Problems' }).click();
    const attached = latch.getByRole('list', { name: 'Attached' });
    await attached.getByText('Problems').waitFor();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await runCommand(page, 'Terminal: Create New Terminal');
    await page.locator('.terminal-wrapper.active').click();
    await page.keyboard.type('echo seen-in-the-terminal\n');
    await runCommand(page, 'Terminal: Select All');
    await composer.press('End');
    await composer.pressSequentially('and @termin');
    await latch.getByRole('option', { name: 'Terminal selection' }).click();
    await attached.getByText('Terminal').waitFor();
    await workbench.screenshot('mentioned');
    const sent = await told();
    for (const text of ['@src/cart.js#L6-8', '.latch/rules.json:1:', 'seen-in-the-terminal'])
      expect(sent).toContain(text);
  });

  test('the editor leads to the message: with what is selected in it, and with a problem', async () => {
    const { page } = workbench;
    await chooseFromPalette(page, 'cart.js', /^cart\.js/);
    await page.locator('.monaco-editor .view-line').first().click();
    await page.keyboard.press('Control+a');
    await runCommand(page, 'Latch: Ask About This');
    await expect.poll(() => composer.inputValue()).toBe('@src/cart.js#L1-8 ');
    await composer.fill('');
    await chooseFromPalette(page, '.latch/rules.json', /^rules\.json/);
    await page.locator('.monaco-editor .view-line', { hasText: 'Rad(a)' }).getByText('Rad(a)').click();
    await takeFix(page, 'Fix with the Agent');
    await expect.poll(() => composer.inputValue()).toMatch(/^Fix this problem in @\.latch\/rules\.json#L1: ./);
    await composer.fill('');
  });
});
