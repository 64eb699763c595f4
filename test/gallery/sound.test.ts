import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterGrace, type Gallery, sentOf, startGallery } from './gallery';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

declare global {
  interface Window {
    tones?: string[];
  }
}

/** Writes down when a tone begins and when it is over. */
async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const tones: string[] = [];
    window.tones = tones;
    window.OscillatorNode = class extends OscillatorNode {
      override start(when?: number): void {
        tones.push('begins');
        this.addEventListener('ended', () => tones.push('ends'));
        super.start(when);
      }
    };
  });
  return () => page.evaluate(() => window.tones ?? []);
}

const ring = (page: Page) => page.evaluate(() => window.latchFixture?.update({ type: 'sound' }));

describe('the sound of the chat', () => {
  it('is made when the host says so, is short, and is not made by a card alone', async () => {
    const page = await gallery.open('bash-waiting');
    const tones = await listen(page);
    await page.getByRole('textbox', { name: 'Message Claude' }).click();
    await page.evaluate(() => {
      const card = window.latchFixture?.snapshot.cards[0];
      if (card === undefined) return;
      const content = { ...card, toolCallId: 'toolu_new', batchId: 'new' };
      window.latchFixture?.update({ type: 'confirmation_request', sessionId: card.sessionId, content });
    });
    await page.locator('[data-call-id="toolu_new"]').first().waitFor();
    expect(await tones()).toEqual([]);
    await ring(page);
    await expect.poll(tones, { timeout: 2000 }).toEqual(['begins', 'ends']);
    await page.close();
  });

  it('does not come late from a page in which nobody has pressed anything', async () => {
    const page = await gallery.open('bash-waiting');
    const tones = await listen(page);
    // As a browser holds it before the first press of a person.
    await page.evaluate(() => {
      Object.defineProperty(AudioContext.prototype, 'state', { value: 'suspended', configurable: true });
      AudioContext.prototype.resume = () => new Promise(() => undefined);
    });
    await ring(page);
    await page.waitForTimeout(2300);
    await page.getByRole('textbox', { name: 'Message Claude' }).click();
    await page.waitForTimeout(300);
    expect(await tones()).toEqual([]);
    await page.close();
  });
});

/** Shows the view again, and presses a button as soon as it takes none. Runs in the page: from outside the half second may be over. */
function pressAsItReturns(name: string): void {
  const found = [...document.querySelectorAll('button')].find(each => each.textContent?.trim().startsWith(name));
  if (!found) throw new Error(`There is no ${name}.`);
  const watcher = new MutationObserver(() => {
    if (found.ariaDisabled !== 'true') return;
    watcher.disconnect();
    found.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    found.click();
    document.body.dataset['pressed'] = '';
  });
  watcher.observe(found, { attributes: true });
  window.latchFixture?.update({ type: 'shown' });
}

describe('a view that comes back with its page as it was', () => {
  it('takes no press in its first half second', async () => {
    const page = await gallery.open('bash-waiting');
    await page.waitForTimeout(afterGrace);
    await page.evaluate(pressAsItReturns, 'Allow once');
    await page.locator('[data-pressed]').waitFor();
    await page.waitForTimeout(afterGrace);
    expect(await sentOf(page, 'tool/confirm')).toEqual([]);
    await page.getByRole('button', { name: 'Allow once', exact: true }).click();
    await expect.poll(() => sentOf(page, 'tool/confirm')).toHaveLength(1);
    await page.close();
  });
});
