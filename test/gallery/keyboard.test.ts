import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterGrace, type Gallery, sentOf, startGallery } from './gallery';
import { pressAnswer } from '../support/answers';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

describe('without a mouse', () => {
  it('a card never takes the focus from where the person types', async () => {
    const page = await gallery.open('conversation');
    const composer = page.getByRole('textbox', { name: 'Message Claude' });
    await composer.click();
    await page.keyboard.type('hello');
    await page.evaluate(() => {
      const fixture = window.latchFixture;
      const card = fixture?.snapshot.cards[0];
      if (fixture === undefined || card === undefined) return;
      const content = { ...card, toolCallId: 'new', state: 'waiting' as const };
      fixture.update({ type: 'confirmation_request', sessionId: card.sessionId, content });
    });
    await page.locator('article[data-call-id="new"]').waitFor();
    await page.keyboard.type(' there');
    await page.keyboard.press('Space');
    expect(await composer.inputValue()).toBe('hello there ');
    expect(await sentOf(page, 'tool/confirm')).toEqual([]);
    await page.close();
  });

  it('the arrows, Home and End go through the queue, and the chord denies what has the focus', async () => {
    const page = await gallery.open('queue-five');
    await page.locator('.queue-row').first().focus();
    await page.keyboard.press('Home');
    await page.locator('article[data-call-id="toolu_bash"]').waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press('ArrowDown');
    await page.locator('article[data-call-id="toolu_edit"]').waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press('End');
    await page.locator('article[data-call-id="toolu_mcp"]').waitFor();
    await page.waitForTimeout(afterGrace);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await page.keyboard.press('Control+Backspace');
    await expect
      .poll(() => sentOf(page, 'tool/confirm'))
      .toEqual([expect.objectContaining({ toolCallId: 'toolu_mcp', confirmed: false })]);
    await page.close();
  });

  it('every answer can be reached with Tab, and the focus never begins on Allow', async () => {
    const page = await gallery.open('bash-waiting');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    const reached = new Set<string>();
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate(() => {
          const { activeElement: focused } = document;
          return focused?.ariaLabel ?? focused?.firstChild?.textContent ?? '';
        }),
      );
    }
    for (const name of ['Allow once', 'More ways to allow', 'Deny', 'More ways to deny']) {
      expect(reached, name).toContain(name);
    }
    await page.close();
  });

  it('after a decision the focus goes on to the next card, then back to the composer', async () => {
    const page = await gallery.open('queue-held');
    await page.waitForTimeout(afterGrace);
    await page.getByRole('button', { name: 'Deny', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await page.close();
  });

  it('Enter sends a message, Shift+Enter and a composition do not', async () => {
    const page = await gallery.open('conversation');
    await page.getByRole('textbox', { name: 'Message Claude' }).fill('one');
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('textbox', { name: 'Message Claude' }).dispatchEvent('keydown', {
      key: 'Enter',
      isComposing: true,
      bubbles: true,
    });
    expect(await sentOf(page, 'session/send')).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => sentOf(page, 'session/send')).toEqual([{ sessionId: 'session-1', text: 'one\n' }]);
    await page.close();
  });

  it('chords that a person bound in the editor reach the card in sight, under the same grace', async () => {
    const page = await gallery.open('queue-five');
    const act = (action: 'next' | 'deny') =>
      page.evaluate(name => window.latchFixture?.update({ type: 'act', action: name }), action);
    await page.waitForTimeout(afterGrace);
    await act('next');
    await page.locator('article[data-call-id="toolu_fetch"]').waitFor();
    await act('deny');
    await page.waitForTimeout(afterGrace);
    expect(await sentOf(page, 'tool/confirm')).toEqual([]);
    await act('deny');
    await expect
      .poll(() => sentOf(page, 'tool/confirm'))
      .toEqual([expect.objectContaining({ toolCallId: 'toolu_fetch', confirmed: false })]);
    await page.close();
  });

  it('drafts outlive a reload of the view', async () => {
    const page = await gallery.open('bash-waiting');
    await page.getByRole('textbox', { name: 'Message Claude' }).fill('not yet sent');
    const saved = await page.evaluate(() => JSON.stringify(window.latchFixture?.transport.load()));
    expect(JSON.parse(saved)).toMatchObject({ drafts: [['composer:session-1', 'not yet sent']] });
    await page.close();
  });

  it.each(['compound', 'write'])('no chord allows what is marked (%s): it leads to the card', async name => {
    const page = await gallery.open(`${name}-waiting`);
    await page.waitForTimeout(afterGrace);
    await page.evaluate(() => window.latchFixture?.update({ type: 'act', action: 'allowOnce' }));
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Control+Enter');
    expect(await sentOf(page, 'tool/confirm')).toEqual([]);
    await page.getByRole('button', { name: 'Allow once', exact: true }).click();
    await expect.poll(() => sentOf(page, 'tool/confirm')).toHaveLength(1);
    await page.close();
  });

  it.each([
    ['a note', 'Deny with a note…', 'Back'],
    ['a rule', 'Make a rule…', 'Back'],
    ['an edit', 'Edit first…', 'Discard changes'],
  ])('after %s was called off the focus is on the card', async (_, answer, back) => {
    const page = await gallery.open('bash-waiting');
    await page.waitForTimeout(afterGrace);
    await pressAnswer(page, answer);
    await page.getByRole('button', { name: back, exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await page.close();
  });

  it('tells a screen reader what was decided, and what is asked next', async () => {
    const page = await gallery.open('queue-five');
    await page.waitForTimeout(afterGrace);
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await page
      .locator('.announcer')
      .getByText(/^Denied: Run curl -s .* Claude asks: Run npm install/)
      .waitFor();
    await page.close();
  });
});
