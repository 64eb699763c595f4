import { callKey } from '../../src/core/call/call';
import { activeSession, type ChatState } from '../state/chatState';
import { useChat, useText, useView } from '../state/context';
import type { ReactNode } from 'react';

/** What the end of an agent or of its window cost, as long as nobody has said anything since. */
export function LostCalls(): ReactNode {
  const text = useText();
  const chat = useChat();
  const lost = useView(view => lostSince(view.chat));
  const status = useView(view => activeSession(view.chat)?.status.state);
  if (lost === 0 || status === 'running' || status === 'starting' || status === 'waiting_permission') return null;
  return (
    <div className="lost-calls" role="status">
      <span>{text('lost.calls', lost)}</span>
      <button type="button" className="link" onClick={() => void chat.send({ text: text('lost.message') })}>
        {text('lost.goOn')}
      </button>
    </div>
  );
}

const looked = 300;

function lostSince({ order, items, cards, activeSessionId = '' }: ChatState): number {
  let lost = 0;
  for (let at = order.length - 1; at >= Math.max(0, order.length - looked); at -= 1) {
    const item = items.get(order[at] ?? '');
    if (item?.kind === 'user') return lost;
    if (item?.kind === 'call' && cards.get(callKey(activeSessionId, item.toolCallId))?.card.state === 'lost') lost += 1;
  }
  return lost;
}
