import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThemeName } from '../../webview-ui/gallery/themes';
import { afterGrace, type Gallery, startGallery } from './gallery';

const references = join(import.meta.dirname, 'pictures');
const results = join(import.meta.dirname, '..', '..', 'test-results', 'gallery');
/** Set to draw the references anew, after a change that was meant; look at them before you commit them. */
const redraw = process.env.LATCH_REDRAW_PICTURES === '1';
/** Browsers draw edges and shadows a little differently; a part that moved or went missing is far above this. */
const toleratedShare = 0.015;

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
  mkdirSync(references, { recursive: true });
  mkdirSync(results, { recursive: true });
});
afterAll(() => gallery.close());

async function picture(story: string, theme: ThemeName): Promise<Buffer> {
  const page = await gallery.open(story, { theme, width: 340, height: 560, sameFont: true });
  await page.waitForTimeout(afterGrace);
  const drawn = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await page.close();
  return drawn;
}

/** The share of points, at half size, in which two pictures differ by more than a person would overlook. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const page = await gallery.browser.newPage();
  const share = await page.evaluate(
    async pictures => {
      const [first = [], second = []] = await Promise.all(
        pictures.map(async source => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = document.createElement('canvas');
          canvas.width = image.width / 2;
          canvas.height = image.height / 2;
          const context = canvas.getContext('2d');
          context?.drawImage(image, 0, 0, canvas.width, canvas.height);
          return [...(context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])];
        }),
      );
      if (first.length !== second.length) return 1;
      const differs = (place: number): boolean => Math.abs((first[place] ?? 0) - (second[place] ?? 0)) > 40;
      let points = 0;
      for (let place = 0; place < first.length; place += 4) {
        if (differs(place) || differs(place + 1) || differs(place + 2)) points++;
      }
      return points / (first.length / 4);
    },
    [one, other].map(png => `data:image/png;base64,${png.toString('base64')}`),
  );
  await page.close();
  return share;
}

describe('what is drawn', () => {
  it.each([
    ['compound-waiting', 'dark'],
    ['edit-waiting', 'light'],
    ['queue-five', 'contrast'],
    ['questions-waiting', 'dark'],
  ] as const)('%s in the %s theme is what it was', async (story, theme) => {
    const drawn = await picture(story, theme);
    const reference = join(references, `${story}-${theme}.png`);
    if (redraw) writeFileSync(reference, drawn);
    writeFileSync(join(results, `${story}-${theme}.png`), drawn);
    expect(await difference(drawn, readFileSync(reference))).toBeLessThan(toleratedShare);
  });

  it('differs where a line more is drawn', async () => {
    const one = await picture('bash-waiting', 'dark');
    const other = await picture('countdown', 'dark');
    expect(await difference(one, one)).toBe(0);
    expect(await difference(one, await picture('compound-waiting', 'dark'))).toBeGreaterThan(toleratedShare);
    expect(await difference(one, other)).toBeGreaterThan(0);
  });
});
