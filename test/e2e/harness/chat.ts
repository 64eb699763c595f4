// What a person sees and does in the Chat view, and what the model was told because of it.
import type { FrameLocator, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { toolResultsIn } from '../../fakes/toolResults';
import { pressAnswer } from '../../support/answers';
import type { OpenedWorkbench } from './workbench';

export interface Chat {
  /** The card of a call, while it is the one that is being read. */
  card(id: string): Locator;
  /** A call in one of these states, wherever it stands: as a card, a line of the queue or of the conversation. */
  call(id: string, ...states: readonly string[]): Locator;
  send(text: string): Promise<void>;
  /** Brings the card of a call that waits into sight. */
  open(id: string): Promise<Locator>;
  /** Presses a button of a card; it is pale, and Playwright waits, as long as the card takes no answers. */
  press(id: string, name: string): Promise<void>;
  /** What the model was told of each call so far. */
  results(): Record<string, string>;
  /** Waits until the model was told of a call, and returns what. */
  result(id: string): Promise<string>;
}

/** `frame`: another page with the same chat, for example that of an editor tab. */
export function chatOf(workbench: OpenedWorkbench, frame: FrameLocator = workbench.latch): Chat {
  const card: Chat['card'] = id => frame.locator(`article[data-testid="card"][data-call-id="${id}"]`);
  const results = (): Record<string, string> => toolResultsIn(workbench.requests());
  const open: Chat['open'] = async id => {
    const row = frame.locator(`li[data-call-id="${id}"] .queue-row`);
    await card(id).or(row).first().waitFor({ state: 'attached' });
    // Its line goes by itself when all before it are decided in that moment.
    if (await row.isVisible()) await row.click({ timeout: 2000 }).catch(() => {});
    // A low view has no lines, but an arrow to the one before and to the next.
    for (const name of ['Next', 'Previous']) {
      const arrow = frame.getByRole('button', { name, exact: true });
      while (!(await card(id).isVisible()) && (await arrow.isVisible()) && (await arrow.isEnabled()))
        await arrow.click();
    }
    await card(id).waitFor();
    return card(id);
  };
  return {
    card,
    call: (id, ...states) =>
      frame.locator(states.map(state => `[data-testid="card"][data-call-id="${id}"][data-state="${state}"]`).join()),
    async send(text) {
      const composer = frame.getByRole('textbox', { name: /^Message / });
      await composer.fill(text);
      await composer.press('Enter');
    },
    open,
    async press(id, name) {
      await pressAnswer(await open(id), name);
    },
    results,
    async result(id) {
      await expect.poll(() => results()[id], { timeout: 20_000 }).toBeDefined();
      return results()[id] ?? '';
    },
  };
}
