import { callKey } from '../call/call';
import type { Card } from '../card/card';
import type { TranscriptItem } from './items';

/** How much of a conversation a chat gets at first, and more with each "Show earlier". */
export const pageSize = 200;

export interface TranscriptPage {
  readonly items: readonly TranscriptItem[];
  /** How many items lie before these. */
  readonly earlier: number;
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

/** What is there of a conversation, and how much lies before it. */
interface PartlyRead {
  readonly transcript: readonly TranscriptItem[];
  readonly unread: number;
}

/** A page of a conversation, for which as much is read as it takes. */
export async function pageRead(
  of: PartlyRead,
  before: string,
  readMore: () => Promise<unknown>,
): Promise<TranscriptPage> {
  let page = pageOf(of.transcript, before);
  while (page.items.length < pageSize && of.unread > 0) {
    await readMore();
    page = pageOf(of.transcript, before);
  }
  return { ...page, earlier: page.earlier + of.unread };
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
