import { callKey } from '../../src/core/call/call';
import type { TranscriptItem } from '../../src/core/transcript/items';
import { pageSize } from '../../src/core/transcript/page';
import { Fallback } from '../base/fallback';
import { CallLine } from './callLine';
import { useChat, useText, useView } from '../state/context';
import { Markdown } from '../text/markdownView';
import { type ChatState, isDocked } from '../state/chatState';
import { memo, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Closer to the end than this counts as at the end. */
const nearEnd = 40;

export function Transcript(): ReactNode {
  const text = useText();
  const chat = useChat();
  const order = useView(view => view.chat.order);
  const items = useView(view => view.chat.items);
  const { hidden, earlier, busy, showEarlier, showCall } = useEarlier();
  const { element, atEnd, toEnd, leadTo } = useStickToEnd();

  const reveal = useEffectEvent(async (toolCallId: string) => {
    if (await showCall(toolCallId)) leadTo(toolCallId);
  });
  useEffect(() => chat.onReveal(toolCallId => void reveal(toolCallId)), [chat]);

  return (
    <div className="transcript-frame">
      <main className="transcript" ref={element} aria-label={text('transcript.label')} tabIndex={0}>
        {earlier > 0 && (
          <button type="button" className="link earlier" disabled={busy} onClick={showEarlier}>
            {text('transcript.earlier', Math.min(earlier, pageSize))}
          </button>
        )}
        {order.slice(hidden).map(id => {
          const item = items.get(id);
          if (item === undefined) return null;
          return (
            <Fallback key={id} instead={<pre className="payload">{JSON.stringify(item)}</pre>}>
              <Line item={item} />
            </Fallback>
          );
        })}
      </main>
      {!atEnd && (
        <button type="button" className="to-end" onClick={toEnd}>
          {text('transcript.latest')}
        </button>
      )}
    </div>
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

/**
 * Follows the end of the conversation for as long as the person has not scrolled away from it. What is put before the
 * first item moves nothing that is in sight.
 */
function useStickToEnd() {
  const element = useRef<HTMLElement>(null);
  const following = useRef(true);
  const first = useRef<{ readonly line: Element | null; readonly top: number }>({ line: null, top: 0 });
  /** The line of this call is to be brought into sight as soon as it is drawn. */
  const wanted = useRef<string>(undefined);
  const [atEnd, setAtEnd] = useState(true);

  /** Brings the line of a call into sight, and the focus to it. */
  function leadTo(toolCallId: string): void {
    const view = element.current;
    const line = view?.querySelector(`[data-line="${CSS.escape(toolCallId)}"]`);
    wanted.current = line instanceof HTMLElement ? undefined : toolCallId;
    if (view === null || !(line instanceof HTMLElement)) return;
    line.scrollIntoView({ block: 'center' });
    following.current = isNearEnd(view);
    line.querySelector('summary')?.focus({ preventScroll: true });
    line.animate([{ outline: '2px solid var(--vscode-focusBorder)' }, { outline: '2px solid transparent' }], 1500);
  }

  useEffect(() => {
    const view = element.current;
    if (view === null) return undefined;
    const onScroll = (): void => {
      following.current = isNearEnd(view);
      setAtEnd(following.current);
    };
    view.addEventListener('scroll', onScroll, { passive: true });
    // The dock below grows and shrinks: the end must stay in sight then too.
    const resized = new ResizeObserver(() => {
      if (following.current) view.scrollTop = view.scrollHeight;
    });
    resized.observe(view);
    return () => {
      view.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, []);

  useLayoutEffect(() => {
    const view = element.current;
    if (view === null) return;
    const { line, top } = first.current;
    if (following.current) view.scrollTop = view.scrollHeight;
    // A browser keeps its place by itself, but not at the very top, where the button is.
    else if (view.scrollTop === 0 && line?.isConnected) view.scrollTop = topIn(view, line) - top;
    const now = view.querySelector('.line');
    first.current = { line: now, top: now === null ? 0 : topIn(view, now) };
    if (wanted.current !== undefined) leadTo(wanted.current);
  });

  function toEnd(): void {
    following.current = true;
    element.current?.scrollTo({ top: element.current.scrollHeight });
  }

  return { element, atEnd, toEnd, leadTo };
}

function isNearEnd(view: HTMLElement): boolean {
  return view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd;
}

/** How far the element is from the beginning of what is scrolled. */
function topIn(view: Element, element: Element): number {
  return element.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;
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
