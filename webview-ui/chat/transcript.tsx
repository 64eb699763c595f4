import { pageSize } from '../../src/core/transcript/page';
import type { Block } from './blocks';
import { Announcer } from './announcer';
import { Find } from './find';
import { Lines } from './lines';
import { useChat, useText, useView } from '../state/context';
import { LiveContext, useLiveText } from '../text/live';
import type { ChatState } from '../state/chatState';
import { useEarlier } from './useEarlier';
import { useStickToEnd } from './useStickToEnd';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';

export function Transcript(): ReactNode {
  const text = useText();
  const chat = useChat();
  const order = useView(view => view.chat.order);
  // What the person sends stands at the end, and that is where they look then.
  const sent = useView(view => sentLast(view.chat));
  const { blocks, earlier, busy, showEarlier, show, showCall } = useEarlier(order);
  const { element, lines, atEnd, toEnd, leadTo } = useStickToEnd(sent);
  const [finding, setFinding] = useState(false);
  const live = useLiveText(useView(view => view.chat.activeSessionId));

  const reveal = useEffectEvent(async (toolCallId: string) => {
    if (await showCall(toolCallId)) leadTo(`[data-line="${CSS.escape(toolCallId)}"]`);
  });
  useEffect(() => chat.onReveal(toolCallId => void reveal(toolCallId)), [chat]);

  function stopFinding(): void {
    setFinding(false);
    element.current?.focus();
  }

  function toItem(id: string): void {
    show(id);
    leadTo(`[data-item="${CSS.escape(id)}"]`);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      setFinding(true);
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      toPrompt(element.current, event.key === 'ArrowUp' ? -1 : 1);
    }
  }

  return (
    <LiveContext value={live}>
      <div className="transcript-frame" onKeyDown={onKeyDown} role="presentation">
        {finding && <Find onClose={stopFinding} onFound={toItem} />}
        <main className="transcript" ref={element} aria-label={text('transcript.label')} tabIndex={0}>
          {earlier > 0 && (
            <button type="button" className="link earlier" disabled={busy} onClick={showEarlier}>
              {text('transcript.earlier', Math.min(earlier, pageSize))}
            </button>
          )}
          <div ref={lines}>
            <Blocks blocks={blocks} />
          </div>
        </main>
        {!atEnd && (
          <button type="button" className="to-end" onClick={toEnd}>
            {text('transcript.latest')}
          </button>
        )}
        <Announcer />
      </div>
    </LiveContext>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }): ReactNode {
  return blocks.map(({ key, ids }) => (
    <div key={key} className="block">
      <Lines ids={ids} />
    </div>
  ));
}

function sentLast({ order, items }: ChatState): string | undefined {
  const last = order.at(-1);
  return last !== undefined && items.get(last)?.kind === 'user' ? last : undefined;
}

/** Leads to the prompt before or behind the one that is in sight. */
function toPrompt(view: HTMLElement | null, direction: 1 | -1): void {
  if (view === null) return;
  const top = view.getBoundingClientRect().top;
  const prompts = [...view.querySelectorAll<HTMLElement>('[data-prompt]')];
  const place = (prompt: HTMLElement): number => prompt.getBoundingClientRect().top - top;
  const next =
    direction === 1 ? prompts.find(prompt => place(prompt) > 12) : prompts.findLast(prompt => place(prompt) < -2);
  next?.scrollIntoView({ block: 'start' });
  next?.focus({ preventScroll: true });
}
