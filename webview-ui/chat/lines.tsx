import { callKey } from '../../src/core/call/call';
import type { TranscriptItem } from '../../src/core/transcript/items';
import { Fallback } from '../base/fallback';
import { CallLine } from './callLine';
import { Prompt } from './prompt';
import { ReadFold } from './readFold';
import { Reply } from './reply';
import { usePicked, useText, useView } from '../state/context';
import type { ViewState } from '../state/chat';
import type { ChatState, ShownCard } from '../state/chatState';
import { duration } from '../base/duration';
import { Cut } from '../text/cut';
import { Words } from '../text/words';
import { memo, type ReactNode, useMemo } from 'react';

/** The lines of these items, drawn anew only when one of them, or a card of theirs, is another one. */
export const Lines = memo(function Lines({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const items = usePicked(ids, itemsOf);
  const session = useView(view => view.chat.activeSessionId ?? '');
  const keys = useMemo(
    () => items.map(item => (item?.kind === 'call' ? callKey(session, item.toolCallId) : undefined)),
    [items, session],
  );
  const cards = usePicked(keys, cardsOf);
  return groupsOf(items).map(group => {
    const [first] = group;
    const item = first === undefined ? undefined : items[first];
    if (first === undefined || item === undefined) return null;
    const drawn = group.map(at => <Line key={items[at]?.id} item={items[at] ?? item} shown={cards[at]} />);
    return (
      <Fallback key={item.id} renderInstead={() => <pre className="payload">{JSON.stringify(item)}</pre>}>
        <div data-item={item.id}>
          {group.length === 1 ? drawn : <ReadFold cards={group.flatMap(at => cards[at]?.card ?? [])}>{drawn}</ReadFold>}
        </div>
      </Fallback>
    );
  });
});

const itemsOf = ({ chat }: ViewState): ChatState['items'] => chat.items;
const cardsOf = ({ chat }: ViewState): ChatState['cards'] => chat.cards;

function drawLines(ids: readonly string[]): ReactNode {
  return <Lines ids={ids} />;
}

/** Files that were read one after the other are one line. */
function groupsOf(items: readonly (TranscriptItem | undefined)[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  items.forEach((item, at) => {
    const last = groups.at(-1);
    const before = last === undefined ? undefined : items[last[0] ?? 0];
    if (last !== undefined && isRead(item) && isRead(before)) last.push(at);
    else groups.push([at]);
  });
  return groups;
}

function isRead(item: TranscriptItem | undefined): boolean {
  return item?.kind === 'call' && item.returned?.kind === 'file';
}

interface LineProps {
  readonly item: TranscriptItem;
  readonly shown: ShownCard | undefined;
}

/** An item that has settled keeps its identity, so it is drawn once. */
const Line = memo(function Line({ item, shown }: LineProps): ReactNode {
  const text = useText();
  switch (item.kind) {
    case 'user':
      return <Prompt item={item} />;
    case 'text':
      return <Reply text={item.text} settled={item.settled} />;
    case 'thinking':
      return (
        <details className="line thinking">
          <summary>
            {item.durationMs === undefined
              ? text(item.settled ? 'transcript.thought' : 'transcript.thinking')
              : text('transcript.thoughtFor', duration(item.durationMs))}
          </summary>
          <div>
            <Words text={item.text} />
          </div>
        </details>
      );
    case 'call':
      return shown === undefined ? null : <CallLine item={item} shown={shown} draw={drawLines} />;
    case 'notice':
      return (
        <p className="line notice" data-level={item.level} role={item.level === 'error' ? 'alert' : undefined}>
          <Cut text={text.sentence(item.text)} />
        </p>
      );
    case 'divider':
      return (
        <div className="line divider" role="separator">
          <span>
            <Cut text={text.sentence(item.text)} />
          </span>
        </div>
      );
    case 'todos':
      return null;
    default:
      return item satisfies never;
  }
});
