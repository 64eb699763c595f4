import type { Locator, Page } from 'playwright-core';

/** Answers that stand in a list behind an arrow, as they are called in English. */
const listed =
  /^(Make a rule|Edit first|Allow with a note|Allow, and let (?:it|this session) write|Allow .* in this session|Approve, |Deny with a note|Deny and stop)/;

/** Presses an answer of a card, by its name; what stands in a list is fetched from it first. */
export async function pressAnswer(card: Locator | Page, name: string): Promise<void> {
  if (!listed.test(name)) {
    await card.getByRole('button', { name, exact: true }).click();
    return;
  }
  await card
    .getByRole('button', { name: name.startsWith('Deny') ? 'More ways to deny' : 'More ways to allow' })
    .click();
  await card.getByRole('menuitem', { name, exact: true }).click();
}
