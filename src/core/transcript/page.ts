import { callKey } from '../call/call';
import type { Card } from '../card/card';
import type { TranscriptItem } from './items';

/** How much of a conversation a chat gets at first, and more with each "Show earlier". */
export const pageSize = 200;

interface TranscriptPage {
  readonly items: readonly TranscriptItem[];
  /** How many items lie before these. */
  readonly earlier: number;
}

/** One that was asked for later comes with the cards of its calls. */
export interface ReadPage extends TranscriptPage {
  readonly cards: readonly Card[];
}

/** The last items, or the last before the one that is named. An item that is not there has nothing before it. */
export function pageOf(all: readonly TranscriptItem[], before?: string): TranscriptPage {
  const end =
    before === undefined
      ? all.length
      : Math.max(
          0,
          all.findIndex(item => item.id === before),
        );
  const earlier = Math.max(0, end - pageSize);
  return { items: all.slice(earlier, end), earlier };
}

/**
 * The first item by which a conversation is known where it is read again. What is only told for the moment is not on record,
 * and a text that is still being written not yet.
 */
export function knownStart(items: readonly TranscriptItem[]): string | undefined {
  const isRecorded = (item: TranscriptItem): boolean =>
    item.kind === 'user' ||
    item.kind === 'call' ||
    ((item.kind === 'text' || item.kind === 'thinking') && item.settled);
  return (items.find(isRecorded) ?? items[0])?.id;
}

/** The cards that a chat needs beside such a page: those of its calls, and every batch in which one still waits. */
export function cardsFor(page: readonly TranscriptItem[], cards: readonly Card[]): readonly Card[] {
  const calls = new Set(page.map(item => (item.kind === 'call' ? item.toolCallId : '')));
  const open = openBatches(cards);
  return cards.filter(card => calls.has(card.toolCallId) || open.has(batchKey(card)));
}

/** The batches that somebody still has to decide on. */
export function openBatches(cards: readonly Card[]): ReadonlySet<string> {
  return new Set(cards.filter(card => card.state === 'waiting').map(batchKey));
}

export function batchKey({ sessionId, batchId }: Pick<Card, 'sessionId' | 'batchId'>): string {
  return callKey(sessionId, batchId);
}
