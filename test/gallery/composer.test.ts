// What stands around the box in which a person writes.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gallery, sentOf, startGallery } from './gallery';

let gallery: Gallery;
let page: Page;
beforeAll(async () => {
  gallery = await startGallery();
  page = await gallery.open('composer-choices', { width: 250 });
});
afterAll(() => gallery.close());

/** Drops this; whether the composer took it. */
function dropOf(types: object): Promise<boolean> {
  return page.getByRole('textbox', { name: 'Message Claude' }).evaluate((box, all) => {
    const dataTransfer = new DataTransfer();
    for (const [type, data] of Object.entries(all)) dataTransfer.setData(type, String(data));
    return !box.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  }, types);
}

describe('the composer', () => {
  it('names a file that can be mentioned first by its own name, and then by its folder', async () => {
    const box = page.getByRole('textbox', { name: 'Message Claude' });
    await box.press('End');
    await box.pressSequentially('p');
    const options = page.getByRole('option');
    await options.first().waitFor();
    const names = await options.evaluateAll(all =>
      all.map(option => [...option.querySelectorAll('span')].map(span => span.textContent).filter(text => text !== '')),
    );
    expect(names).toEqual([
      ['cart.js', 'src/'],
      ['Problems'],
      ['Terminal selection'],
      ['src/'],
      ['total', 'src/cart.js'],
      ['.env', 'denied'],
      ['private.pem', 'packages/checkout/src/payments/providers/certificates/', 'asks'],
      ['Move to the new payment API'],
    ]);
    const cut = await options.evaluateAll(all =>
      all
        .flatMap(option => option.querySelector('.choice-label') ?? [])
        .filter(label => label.scrollWidth > label.clientWidth)
        .map(label => label.textContent),
    );
    // Of a name that is longer than the view is wide the beginning is left.
    expect(cut).toEqual(['Move to the new payment API']);
    for (let step = 0; step < 4; step += 1) await box.press('ArrowDown');
    await box.press('Enter');
    expect(await box.inputValue()).toBe('Look at @src/cart.js#L2-4 ');
  });

  it('puts what is chosen in the place of all that is typed, also of what was typed since the list was asked for', async () => {
    await gallery.show(page, 'composer-choices');
    const box = page.getByRole('textbox', { name: 'Message Claude' });
    await box.press('End');
    await box.pressSequentially('c');
    await page.getByRole('option').first().waitFor();
    // In one breath, so that no newer list can come between.
    await box.evaluate(async element => {
      document.execCommand('insertText', false, 'art');
      await Promise.resolve();
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    });
    await expect.poll(() => box.inputValue()).toBe('Look at @src/cart.js ');
  });

  it('goes on behind what was chosen with the very next letter', async () => {
    await gallery.show(page, 'composer-choices');
    const box = page.getByRole('textbox', { name: 'Message Claude' });
    await box.fill('Look at @ please');
    for (let step = 0; step < ' please'.length; step += 1) await box.press('ArrowLeft');
    await box.pressSequentially('c');
    await page.getByRole('option').first().waitFor();
    // A machine that is busy draws no frame between two keys.
    await box.evaluate(async element => {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await Promise.resolve();
      document.execCommand('insertText', false, ' n');
    });
    await page.waitForFunction(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await box.pressSequentially('ow');
    expect(await box.inputValue()).toBe('Look at @src/cart.js now please');
  });

  it('says which files are too large to outlive the page', async () => {
    await gallery.show(page, 'composer-attached');
    await page.getByText('Too large to be kept when the window is loaded anew: invoice.pdf').waitFor();
    await page.getByRole('button', { name: 'Remove invoice.pdf' }).click();
    await page.getByText('Too large to be kept').waitFor({ state: 'detached' });
  });

  it.each([
    ['the Explorer', { 'application/vnd.code.uri-list': 'file:///srv/shop/src/cart.js\r\nfile:///srv/shop/README.md' }],
    [
      'the Explorer of another version',
      { resourceurls: '["file:///srv/shop/src/cart.js","file:///srv/shop/README.md"]' },
    ],
    ['a desktop', { codefiles: '["/srv/shop/src/cart.js","/srv/shop/README.md"]' }],
    ['an editor tab', { 'text/uri-list': 'file:///srv/shop/src/cart.js\r\n# a comment\r\nfile:///srv/shop/README.md' }],
    [
      'several of them at once',
      {
        resourceurls: '["file:///srv/shop/src/cart.js","file:///srv/shop/README.md"]',
        'text/uri-list': 'file:///etc/hosts',
      },
    ],
  ])('mentions files that are dragged out of %s where the person was writing', async (_, types) => {
    await gallery.show(page, 'composer-choices');
    const box = page.getByRole('textbox', { name: 'Message Claude' });
    await box.fill('Compare the two');
    await box.evaluate(element => element instanceof HTMLTextAreaElement && element.setSelectionRange(7, 7));
    const isTaken = await dropOf(types);
    expect(isTaken).toBe(true);
    await expect.poll(() => box.inputValue()).toBe('Compare @src/cart.js @README.md the two');
    // Who goes on writing does so behind them.
    await expect
      .poll(() => box.evaluate(element => element instanceof HTMLTextAreaElement && element.selectionEnd))
      .toBe(32);
    expect(await sentOf(page, 'composer/mention')).toHaveLength(1);
  });

  it('leaves a link that is dropped to the box', async () => {
    await gallery.show(page, 'composer-choices');
    expect(await dropOf({ 'text/uri-list': 'https://example.org', 'text/plain': 'https://example.org' })).toBe(false);
    expect(await sentOf(page, 'composer/mention')).toEqual([]);
  });

  it('says where nothing of what is dropped can be mentioned', async () => {
    await gallery.show(page, 'composer-choices');
    expect(await dropOf({ resourceurls: '["untitled:Untitled-1"]' })).toBe(true);
    await page.getByRole('alert').getByText('What was dropped is no file or folder that can be mentioned.').waitFor();
  });

  it('says of what is dropped, and is no file that goes along, why', async () => {
    await gallery.show(page, 'composer-choices');
    const drop = async (...names: readonly string[]): Promise<void> =>
      page.locator('.composer').evaluate((composer, all) => {
        const dataTransfer = new DataTransfer();
        for (const name of all) {
          const file = new File(['<svg onload="alert(1)"/>'], name, { type: 'image/png' });
          // A folder is there like a file, and cannot be read.
          if (name === 'src') Object.defineProperty(file, 'arrayBuffer', { value: () => Promise.reject(new Error()) });
          dataTransfer.items.add(file);
        }
        const event = new DragEvent('drop', { bubbles: true, cancelable: true });
        const files = [...dataTransfer.files];
        Object.defineProperty(event, 'dataTransfer', { value: { files, getData: () => '' } });
        composer.dispatchEvent(event);
      }, names);
    await drop('src');
    await page.getByText('Not attached, because it is a folder or cannot be read: src.').waitFor();
    await drop('a.png', 'b.png');
    await page.getByText('WebP or PDF: a.png, b.png.').waitFor();
    expect(await page.getByRole('list', { name: 'Attached' }).count()).toBe(0);
  });

  it('takes a long text that is dropped as a file, and one without end not at all', async () => {
    await gallery.show(page, 'composer-choices');
    const drop = async (length: number): Promise<void> =>
      page.locator('.composer').evaluate((composer, letters) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text/plain', 'x'.repeat(letters));
        composer.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
      }, length);
    await drop(20_000_000);
    await page.getByText('What you pasted is longer than 1000000 characters.').waitFor();
    await drop(100_000);
    await page.getByRole('list', { name: 'Attached' }).getByText('Pasted text').waitFor();
    expect(await page.getByRole('textbox', { name: 'Message Claude' }).inputValue()).toBe('Look at @');
  });

  it('Esc closes the list first and stops then, and while an input method composes neither it nor Enter does anything', async () => {
    await gallery.show(page, 'composer-queue');
    const box = page.getByRole('textbox', { name: 'Message Claude' });
    const whileComposing = async (key: string): Promise<void> =>
      box.evaluate((element, name) => {
        const pressed = { key: name, bubbles: true, cancelable: true, isComposing: true };
        element.dispatchEvent(new KeyboardEvent('keydown', pressed));
      }, key);
    await box.fill('/');
    await page.getByRole('option').first().waitFor();
    for (const key of ['Enter', 'Tab', 'Escape']) await whileComposing(key);
    expect(await box.inputValue()).toBe('/');
    expect(await page.getByRole('option').count()).toBeGreaterThan(0);
    await box.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await box.fill('\u65E5\u672C');
    for (const key of ['Enter', 'Escape']) await whileComposing(key);
    expect(await sentOf(page, 'session/interrupt')).toEqual([]);
    expect(await sentOf(page, 'session/send')).toEqual([]);
    await box.press('Escape');
    await expect.poll(() => sentOf(page, 'session/interrupt')).toHaveLength(1);
    expect(await box.inputValue()).toBe('\u65E5\u672C');
  });

  it('puts back what could not be sent, with all that went along, and says why', async () => {
    await gallery.show(page, 'composer-attached');
    const box = page.getByRole('textbox', { name: 'Message Claude' });
    const attached = page.getByRole('list', { name: 'Attached' }).getByRole('listitem');
    const before = [await box.inputValue(), await attached.allInnerTexts()];
    const reason = 'The window in which this session ran has closed before it answered.';
    await page.evaluate(why => window.latchFixture?.refuseNext(why), reason);
    await box.press('Enter');
    await page.getByRole('alert').getByText(reason).waitFor();
    expect([await box.inputValue(), await attached.allInnerTexts()]).toEqual(before);
    await page.waitForTimeout(200);
    expect(await sentOf(page, 'session/send')).toHaveLength(1);
  });

  it('has Claude go on when a limit is over, in one click', async () => {
    await gallery.show(page, 'limit-reached');
    await page.getByRole('button', { name: 'Continue then' }).click();
    await expect
      .poll(() => sentOf(page, 'session/queue'))
      .toEqual([
        { sessionId: 'session-1', change: { type: 'later', text: 'Go on.', at: Date.UTC(2026, 9, 3, 19, 38) } },
      ]);
    await gallery.show(page, 'limit-waits');
    await page.getByText(/^Queue: goes out Oct 3, 2026/).waitFor();
    expect(await page.getByRole('button', { name: 'Continue then' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove from the queue' }).click();
    await expect
      .poll(() => sentOf(page, 'session/queue'))
      .toEqual([{ sessionId: 'session-1', change: { type: 'take', id: 'later' } }]);
  });
});
