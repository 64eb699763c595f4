import type { Card } from './card';
import { namedHidden } from '../change/hidden';

/** A payload longer than this does not fit a dialog. */
const longest = 4000;

/**
 * The whole call as a dialog of the editor can show it. Undefined for what does not fit, needs an answer in words or
 * takes a second gesture: that is for the chat alone, and cannot be allowed from a dialog.
 */
export function dialogPayload(card: Card): string | undefined {
  const payload = payloadOf(card);
  const fits = payload.length <= longest && card.interaction === undefined && card.kind !== 'plan';
  return fits && card.risk !== 'critical' ? namedHidden(payload) : undefined;
}

/**
 * How long a page in sight may take to paint a card before a dialog asks in its place. Two megabytes take a busy machine
 * four seconds (measured), and a dialog could not show them: it would only stand in front of the card.
 */
export function paintedWithinMs(card: Card): number {
  return payloadOf(card).length <= longest ? 3000 : 15_000;
}

function payloadOf(card: Card): string {
  return `${card.cwd}\n\n${JSON.stringify(card.input, undefined, 2)}`;
}
