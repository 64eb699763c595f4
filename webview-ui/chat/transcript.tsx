import { callKey } from '../../src/core/call';
import type { TranscriptItem } from '../../src/core/transcript';
import { Fallback } from '../fallback';
import { CallLine } from '../card/callLine';
import { useText, useView } from '../context';
import { Markdown } from '../text/markdownView';
import { isDocked } from '../state';
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How many items are drawn at first, and how many more with each "Show earlier". */
const pageSize = 200;
/** Closer to the end than this counts as at the end. */
const nearEnd = 40;

export function Transcript(): ReactNode {
  const text = useText();
  const order = useView(view => view.chat.order);
  const items = useView(view => view.chat.items);
  const [drawn, setDrawn] = useState(pageSize);
  const { element, atEnd, toEnd } = useStickToEnd();
  const hidden = Math.max(0, order.length - drawn);
  return (
    <div className="transcript-frame">
      <main className="transcript" ref={element} aria-label={text('transcript.label')} tabIndex={0}>
        {hidden > 0 && (
          <button type="button" className="link earlier" onClick={() => setDrawn(drawn + pageSize)}>
            {text('transcript.earlier', Math.min(hidden, pageSize))}
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

/** Follows the end of the conversation for as long as the person has not scrolled away from it. */
function useStickToEnd() {
  const element = useRef<HTMLElement>(null);
  const following = useRef(true);
  const [atEnd, setAtEnd] = useState(true);

  useEffect(() => {
    const view = element.current;
    if (view === null) return undefined;
    const onScroll = (): void => {
      following.current = view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd;
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
    if (view !== null && following.current) view.scrollTop = view.scrollHeight;
  });

  function toEnd(): void {
    following.current = true;
    element.current?.scrollTo({ top: element.current.scrollHeight });
  }
  return { element, atEnd, toEnd };
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
          {item.text}
        </p>
      );
    case 'divider':
      return (
        <div className="line divider" role="separator">
          <span>{item.text}</span>
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
