import { callKey } from '../../src/core/call/call';
import type { TranscriptItem } from '../../src/core/transcript/items';
import { pageSize } from '../../src/core/transcript/page';
import { Fallback } from '../base/fallback';
import { CallLine } from './callLine';
import { useChat, useText, useView } from '../state/context';
import { LiveContext, useLiveText } from '../text/live';
import { Markdown } from '../text/markdownView';
import { type ChatState, isDocked } from '../state/chatState';
import { useStickToEnd } from './useStickToEnd';
import { memo, type ReactNode, useEffect, useEffectEvent, useState } from 'react';

export function Transcript(): ReactNode {
  const text = useText();
  const chat = useChat();
  const order = useView(view => view.chat.order);
  const items = useView(view => view.chat.items);
  const { hidden, earlier, busy, showEarlier, showCall } = useEarlier();
  const last = order.at(-1);
  // What the person sends stands at the end, and that is where they look then.
  const sent = last !== undefined && items.get(last)?.kind === 'user' ? last : undefined;
  const { element, lines, atEnd, toEnd, leadTo } = useStickToEnd(sent);

  const reveal = useEffectEvent(async (toolCallId: string) => {
    if (await showCall(toolCallId)) leadTo(toolCallId);
  });
  useEffect(() => chat.onReveal(toolCallId => void reveal(toolCallId)), [chat]);

  const live = useLiveText(useView(view => view.chat.activeSessionId));
  return (
    <LiveContext value={live}>
      <div className="transcript-frame">
        <main className="transcript" ref={element} aria-label={text('transcript.label')} tabIndex={0}>
          {earlier > 0 && (
            <button type="button" className="link earlier" disabled={busy} onClick={showEarlier}>
              {text('transcript.earlier', Math.min(earlier, pageSize))}
            </button>
          )}
          <div ref={lines}>
            {order.slice(hidden).map(id => {
              const item = items.get(id);
              if (item === undefined) return null;
              return (
                <Fallback key={id} instead={<pre className="payload">{JSON.stringify(item)}</pre>}>
                  <Line item={item} />
                </Fallback>
              );
            })}
          </div>
        </main>
        {!atEnd && (
          <button type="button" className="to-end" onClick={toEnd}>
            {text('transcript.latest')}
          </button>
        )}
      </div>
    </LiveContext>
  );
}

/** How much of the conversation is not drawn: what is here and `hidden`, and what only the host has. */
function useEarlier() {
  const chat = useChat();
  const here = useView(view => view.chat.order.length);
  const atHost = useView(view => view.chat.earlier);
  const [drawn, setDrawn] = useState(pageSize);
  const [busy, setBusy] = useState(false);
  const hidden = Math.max(0, here - drawn);

  function showEarlier(): void {
    setDrawn(drawn + pageSize);
    if (hidden >= pageSize || atHost === 0) return;
    setBusy(true);
    void chat.showEarlier().finally(() => setBusy(false));
  }

  /** Draws the conversation from this call on, and says whether it has one. */
  async function showCall(toolCallId: string): Promise<boolean> {
    const now = (): ChatState => chat.store.getState().chat;
    while (placeOf(now(), toolCallId) === -1) {
      const { earlier } = now();
      await chat.showEarlier();
      if (now().earlier >= earlier) return false;
    }
    // With a page around it, so that what arrives next does not push it out of what is drawn.
    setDrawn(Math.max(drawn, now().order.length - placeOf(now(), toolCallId) + pageSize));
    return true;
  }
  return { hidden, earlier: hidden + atHost, busy, showEarlier, showCall };
}

function placeOf({ order, items }: ChatState, toolCallId: string): number {
  return order.findIndex(id => {
    const item = items.get(id);
    return item?.kind === 'call' && item.toolCallId === toolCallId;
  });
}

/** An item that has settled keeps its identity, so it is drawn once. */
const Line = memo(function Line({ item }: { readonly item: TranscriptItem }): ReactNode {
  const text = useText();
  switch (item.kind) {
    case 'user':
      return (
        <section className="line user" aria-label={text('transcript.you')}>
          {item.text}
        </section>
      );
    case 'text':
      return (
        <section className="line claude" aria-label={text('transcript.claude')}>
          <Markdown text={item.text} />
        </section>
      );
    case 'thinking':
      return (
        <details className="line thinking">
          <summary>{text('transcript.thinking')}</summary>
          <div>{item.text}</div>
        </details>
      );
    case 'call':
      return <Call toolCallId={item.toolCallId} />;
    case 'notice':
      return (
        <p className="line notice" data-level={item.level} role={item.level === 'error' ? 'alert' : undefined}>
          {text.sentence(item.text)}
        </p>
      );
    case 'divider':
      return (
        <div className="line divider" role="separator">
          <span>{text.sentence(item.text)}</span>
        </div>
      );
    default:
      return item satisfies never;
  }
});

function Call({ toolCallId }: { readonly toolCallId: string }): ReactNode {
  const shown = useView(view => view.chat.cards.get(callKey(view.chat.activeSessionId ?? '', toolCallId)));
  const docked = useView(view => shown !== undefined && isDocked(view.chat, shown));
  return shown === undefined ? null : <CallLine card={shown.card} docked={docked} />;
}
