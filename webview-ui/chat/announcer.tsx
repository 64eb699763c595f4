import type { TranscriptItem } from '../../src/core/transcript/items';
import type { ChatState } from '../state/chatState';
import { useText, useView } from '../state/context';
import { type ReactNode, useState } from 'react';

const announcedLength = 600;

/** Reads a reply out once, when it is whole; while it streams, and when it comes back, nothing is said. */
export function Announcer(): ReactNode {
  const text = useText();
  const said = useView(view => settledReply(view.chat));
  const [first] = useState(said?.id);
  if (said === undefined || said.id === first) return <div className="unseen" aria-live="polite" />;
  return (
    <div className="unseen" aria-live="polite">
      {text('reply.announced', said.text.slice(0, announcedLength))}
    </div>
  );
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
