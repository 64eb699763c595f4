import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterGrace, type Gallery, sentOf, startGallery } from './gallery';
import { pressAnswer } from '../support/answers';

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery.close());

const options = async (page: Page) => (await sentOf(page, 'tool/confirm')).map(sent => sent['options']);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rule = 'Adds Bash(npm install:*) to .claude/settings.local.json';
const mode = 'Changes the permission mode to acceptEdits until the session ends';

async function openForm(story: string): Promise<Page> {
  const page = await gallery.open(story);
  await page.waitForTimeout(afterGrace);
  await pressAnswer(page, 'Make a rule…');
  await page.getByRole('combobox', { name: 'What' }).waitFor();
  await page.waitForTimeout(afterGrace);
  return page;
}

const accepting = expect.objectContaining({ type: 'setMode', mode: 'acceptEdits' });

describe('what Claude Code suggests', () => {
  it('is not ticked, and not taken with a rule of ours', async () => {
    const page = await openForm('allow-rule');
    for (const name of [rule, mode]) expect(await page.getByRole('checkbox', { name }).isChecked()).toBe(false);
    await button(page, 'Add & allow').click();
    await expect.poll(() => options(page)).toEqual([{ rule: expect.anything() }]);
    await page.close();
  });

  it('is taken row by row, without a rule of ours or with it', async () => {
    for (const [name, expected] of [
      ['Allow with what is ticked', { suggestions: [accepting] }],
      ['Add & allow', { suggestions: [accepting], rule: expect.anything() }],
    ] as const) {
      const page = await openForm('allow-rule');
      await page.getByRole('checkbox', { name: mode }).check();
      await button(page, name).click();
      await expect.poll(() => options(page)).toEqual([expected]);
      await page.close();
    }
  });

  it('says what a mode would mean', async () => {
    const page = await openForm('allow-rule');
    expect(await page.getByText('More calls would then run without asking.').count()).toBe(1);
    await page.close();
  });

  it('follows a list that changed in the meantime', async () => {
    const page = await openForm('allow-rule');
    await page.getByRole('checkbox', { name: mode }).check();
    await page.evaluate(() => {
      const card = window.latchFixture?.snapshot.cards[0];
      if (card === undefined) return;
      const suggestions = card.details.suggestions.toReversed();
      const content = { ...card, details: { ...card.details, suggestions } };
      window.latchFixture?.update({ type: 'card', sessionId: card.sessionId, content });
    });
    await expect.poll(() => page.getByRole('checkbox').first().isChecked()).toBe(true);
    await button(page, 'Allow with what is ticked').click();
    await expect.poll(() => options(page)).toEqual([{ suggestions: [accepting] }]);
    await page.close();
  });

  it('is not there for a deny', async () => {
    const page = await openForm('allow-rule');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('deny');
    expect(await page.getByText('Claude Code suggests').count()).toBe(0);
    await page.close();
  });
});
