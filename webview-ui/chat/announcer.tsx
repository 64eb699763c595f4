import type { TranscriptItem } from '../../src/core/transcript/items';
import type { ChatState } from '../state/chatState';
import { useText, useView } from '../state/context';
import { type ReactNode, useEffect, useRef } from 'react';

/** More of a reply is read where it stands. */
const announcedLength = 600;

/**
 * Reads a reply out once, when it is whole; while it streams, and when it comes back, nothing is said. It stands apart from
 * the page, so that whoever looks for a text in the conversation does not find it twice.
 */
export function Announcer(): ReactNode {
  const text = useText();
  const said = useView(view => settledReply(view.chat));
  const place = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLElement>(undefined);
  const last = useRef(said?.id);

  useEffect(() => {
    if (place.current === null || region.current !== undefined) return;
    region.current = document.createElement('div');
    region.current.setAttribute('aria-live', 'polite');
    place.current.attachShadow({ mode: 'closed' }).append(region.current);
  }, []);

  useEffect(() => {
    if (said === undefined || said.id === last.current || region.current === undefined) return;
    last.current = said.id;
    region.current.textContent = text('reply.announced', said.text.slice(0, announcedLength));
  }, [said, text]);

  return <div className="unseen" ref={place} />;
}

type TextItem = Extract<TranscriptItem, { readonly kind: 'text' | 'thinking' }>;

/** The last reply that is whole, as long as nothing but calls has come after it. */
function settledReply({ order, items }: ChatState): TextItem | undefined {
  for (let at = order.length - 1; at >= Math.max(0, order.length - 20); at -= 1) {
    const item = items.get(order[at] ?? '');
    if (item?.kind === 'text') return item.settled ? item : undefined;
  }
  return undefined;
}
