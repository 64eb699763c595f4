// What a person does with a conversation: reads, finds, copies and opens what stands in it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TranscriptItem } from '../../src/core/transcript/items';
import { type Gallery, sentOf, startGallery } from './gallery';

let gallery: Gallery;
let page: Page;
beforeAll(async () => {
  gallery = await startGallery();
  page = await gallery.open('markdown');
});
afterAll(() => gallery.close());

/** Tells the page of these items, as the host does. */
function tell(...items: readonly TranscriptItem[]): Promise<void> {
  return page.evaluate(all => {
    const [session] = window.latchFixture?.snapshot.sessions ?? [];
    if (session === undefined) return;
    const changes = all.map(item => ({ type: 'put', item }) as const);
    window.latchFixture?.update({ type: 'transcript', sessionId: session.sessionId, seq: 1, changes });
  }, items);
}

const inFocus = (): Promise<string | undefined> =>
  page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.innerText : undefined));

describe('a conversation', () => {
  it('opens files that are named in a sentence, in code and by a link, and addresses of the web', async () => {
    await gallery.show(page, 'markdown');
    await tell({ kind: 'text', id: 't2', text: 'It is in src/cart.js:12, and/or not.', settled: true });
    for (const name of ['src/cart.js:12', 'src/server.ts:40'])
      await page.getByRole('button', { name: `Open ${name}` }).click();
    for (const name of ['vite.config.ts', 'guide']) await page.getByRole('button', { name, exact: true }).click();
    expect((await sentOf(page, 'text/open')).map(({ target }) => target)).toEqual([
      'src/cart.js:12',
      'src/server.ts:40',
      'vite.config.ts#L12',
      'https://example.org/guide/ports',
    ]);
    expect(await page.getByRole('button', { name: 'Open and/or' }).count()).toBe(0);
  });

  it('gives away a reply as it was written, and code in three ways', async () => {
    await gallery.show(page, 'markdown');
    const reply = page.locator('[data-item="t1"]');
    await reply.hover();
    await reply.getByRole('button', { name: 'Copy as Markdown' }).click();
    const code = reply.locator('.code-block').first();
    await code.hover();
    for (const name of ['Copy', 'Insert at cursor', 'Open as file'])
      await code.getByRole('button', { name, exact: true }).click();
    const taken = await sentOf(page, 'text/take');
    expect(taken.map(({ as, language }) => [as, language])).toEqual([
      ['copy', undefined],
      ['copy', undefined],
      ['insert', undefined],
      ['open', 'ts'],
    ]);
    expect(taken[0]?.text).toContain('## What I changed');
    expect(taken[1]?.text).toContain('export const server');
  });

  it('is looked through by its words, also where they are not drawn', async () => {
    await gallery.show(page, 'long-conversation');
    await page.locator('.transcript').focus();
    await page.keyboard.press('Control+f');
    const field = page.getByRole('textbox', { name: 'Find in the conversation' });
    await field.fill('Step 99990 is');
    await page.locator('.find').getByText('1 of 1').waitFor();
    await page.locator('.transcript').getByText('Step 99990 is done').waitFor();
    await field.fill('nowhere in it');
    await page.getByText('Nothing found').waitFor();
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.classList.contains('transcript'))).toBe(true);
  });

  it('leads from prompt to prompt', async () => {
    await gallery.show(page, 'markdown');
    const lines = 'A line.\n\n'.repeat(60);
    for (const name of ['one', 'two', 'three'])
      await tell(
        { kind: 'user', id: name, text: `Prompt ${name}` },
        { kind: 'text', id: `r${name}`, text: lines, settled: true },
      );
    await page.getByText('Prompt three').waitFor();
    await page.locator('.transcript').focus();
    await page.locator('.transcript').evaluate(view => view.scrollTo({ top: view.scrollHeight }));
    for (const name of ['three', 'two']) {
      await page.keyboard.press('Alt+ArrowUp');
      await expect.poll(inFocus).toContain(`Prompt ${name}`);
    }
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(inFocus).toContain('Prompt three');
  });

  it('reads a reply out once, when it is whole', async () => {
    await gallery.show(page, 'markdown');
    const devtools = await page.context().newCDPSession(page);
    // It stands in a tree of its own, into which only the tools see.
    const said = async (): Promise<number> =>
      JSON.stringify(await devtools.send('DOM.getDocument', { depth: -1, pierce: true })).split(
        'Claude says: It is done.',
      ).length - 1;
    await tell({ kind: 'text', id: 't2', text: 'It is', settled: false });
    await page.getByText('It is', { exact: true }).waitFor();
    expect(await said()).toBe(0);
    await tell({ kind: 'text', id: 't2', text: 'It is done.', settled: true });
    await expect.poll(said).toBe(1);
  });

  it('stops a task, and shows what a command in the background has printed', async () => {
    await gallery.show(page, 'work-log');
    await page.getByRole('button', { name: 'Stop this task' }).first().click();
    await page.getByRole('button', { name: 'Show its output' }).click();
    expect(await sentOf(page, 'task/stop')).toHaveLength(1);
    expect(await sentOf(page, 'task/output')).toHaveLength(1);
  });

  it('is written in the size that the person has set for chats', async () => {
    await gallery.show(page, 'markdown');
    const size = (): Promise<string> =>
      page.locator('.transcript').evaluate(element => getComputedStyle(element).fontSize);
    await page.evaluate(() => {
      const { snapshot, update } = window.latchFixture ?? {};
      if (snapshot) update?.({ type: 'snapshot', snapshot: { ...snapshot, font: { size: 21 } } });
    });
    await expect.poll(size).toBe('21px');
  });
});
