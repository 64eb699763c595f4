// What streams is followed until the reader goes up; what they send, and the button, lead back to the end.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Gallery, startGallery } from './gallery';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

const answer = { kind: 'text', id: 'stream', text: '', settled: false } as const;

/** Text arrives as it does from a model: in many pieces, each before the page was told of the one before. */
async function stream(page: Page, pieces: number): Promise<void> {
  await page.evaluate(
    async ({ item, count }) => {
      const fixture = window.latchFixture;
      const sessionId = fixture?.snapshot.sessions[0]?.sessionId ?? '';
      if (document.querySelector('[data-streams]') === null) {
        document.body.dataset['streams'] = 'true';
        fixture?.update({ type: 'transcript', sessionId, seq: 1, changes: [{ type: 'put', item }] });
      }
      for (let piece = 0; piece < count; piece += 1) {
        const changes = [{ type: 'append', id: item.id, text: `Line ${piece}\n\n` }] as const;
        fixture?.update({ type: 'transcript', sessionId, seq: piece + 2, changes });
        if (piece % 3 === 0) await new Promise(resolve => setTimeout(resolve));
      }
    },
    { item: answer, count: pieces },
  );
}

/** How far the end of the conversation is below what is in sight. */
function below(page: Page): Promise<number> {
  return page
    .locator('.transcript')
    .evaluate(view => Math.round(view.scrollHeight - view.scrollTop - view.clientHeight));
}

it('follows what streams, however fast it comes', async () => {
  const page = await gallery.open('conversation', { height: 500 });
  await stream(page, 120);
  await page.getByText('Line 119').waitFor();
  await expect.poll(() => below(page)).toBeLessThan(2);
  await page.close();
});

it('follows on where a line grows after it was drawn', async () => {
  const page = await gallery.open('conversation', { height: 500 });
  await stream(page, 60);
  await page.getByText('Line 59').waitFor();
  await page
    .locator('.line')
    .last()
    .evaluate(line => {
      line.style.paddingBottom = '400px';
    });
  await expect.poll(() => below(page)).toBeLessThan(2);
  await stream(page, 60);
  await expect.poll(() => below(page)).toBeLessThan(2);
  await page.close();
});

it('stays where the reader went, until they ask for the latest or send something', async () => {
  const page = await gallery.open('conversation', { height: 500 });
  await stream(page, 60);
  await page.getByText('Line 59').waitFor();
  await page.locator('.transcript').hover();
  await page.mouse.wheel(0, -300);
  await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
  const place = await page.locator('.transcript').evaluate(view => view.scrollTop);
  await stream(page, 60);
  expect(await page.locator('.transcript').evaluate(view => view.scrollTop)).toBe(place);
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  // Until it is drawn that the end is in sight, a turn of the wheel can be taken back by that.
  await page.getByRole('button', { name: 'Jump to latest' }).waitFor({ state: 'hidden' });
  await expect.poll(() => below(page)).toBeLessThan(2);

  await page.locator('.transcript').hover();
  await page.mouse.wheel(0, -300);
  await page.getByRole('button', { name: 'Jump to latest' }).waitFor();
  await page.evaluate(() => {
    const fixture = window.latchFixture;
    const sessionId = fixture?.snapshot.sessions[0]?.sessionId ?? '';
    const item = { kind: 'user', id: 'mine', text: 'And now this.' } as const;
    fixture?.update({ type: 'transcript', sessionId, seq: 500, changes: [{ type: 'put', item }] });
  });
  await page.getByText('And now this.').waitFor();
  await expect.poll(() => below(page)).toBeLessThan(2);
  await page.close();
});
