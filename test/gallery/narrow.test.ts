// A view of 250 px: as narrow as people keep it beside an editor.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gallery, startGallery } from './gallery';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

describe('in a narrow view', () => {
  it('code has no empty line above it, with a language and without, and what can be done with it is in sight', async () => {
    const page = await gallery.open('conversation', { width: 250 });
    await page.evaluate(() => {
      const [session] = window.latchFixture?.snapshot.sessions ?? [];
      if (session === undefined) return;
      const text = '```ts\nconst one = 1;\n```\n\nand\n\n```\nplain\n```';
      const item = { kind: 'text', id: 'code', text, settled: true } as const;
      const { sessionId } = session;
      window.latchFixture?.update({ type: 'transcript', sessionId, seq: 1, changes: [{ type: 'put', item }] });
    });
    const blocks = page.locator('[data-item="code"] .code-block');
    await expect.poll(() => blocks.count()).toBe(2);
    const heights = await blocks.evaluateAll(all =>
      all.map(block => block.querySelector('.code-head')?.getBoundingClientRect().height),
    );
    expect(heights[0]).toBeGreaterThan(10);
    expect(heights[0]).toBeLessThan(22);
    expect(heights[1]).toBe(0);
    for (const block of await blocks.all()) {
      await block.hover();
      const actions = await block.getByRole('button').evaluateAll(all => all.map(one => one.getBoundingClientRect()));
      expect(Math.min(...actions.map(({ left }) => left))).toBeGreaterThan(0);
      expect(Math.max(...actions.map(({ right }) => right))).toBeLessThanOrEqual(250);
    }
    await page.close();
  });

  it.each(['empty', 'conversation'])('what the composer asks for ends in dots (%s)', async story => {
    const page = await gallery.open(story, { width: 250 });
    const box = page.locator('.composer-box textarea');
    const drawn = await box.evaluate(element =>
      ['', '::placeholder'].map(part => {
        const { textOverflow, whiteSpaceCollapse, textWrapMode, overflowX } = getComputedStyle(element, part);
        return [textOverflow, whiteSpaceCollapse, textWrapMode, overflowX];
      }),
    );
    expect(drawn).toEqual([
      ['ellipsis', 'collapse', 'nowrap', 'hidden'],
      ['ellipsis', 'collapse', 'nowrap', 'hidden'],
    ]);
    // A text of a person goes on in the next line.
    await box.fill('words that are longer than one line of a view as narrow as this');
    expect(await box.evaluate(element => getComputedStyle(element).textWrapMode)).toBe('wrap');
    await page.close();
  });
});
