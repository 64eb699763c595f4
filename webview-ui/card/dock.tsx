import { alarmOf } from '../../src/core/card/alarm';
import type { CardAction } from '../../src/core/protocol/updates';
import { useChat, useText, useView } from '../state/context';
import { dockedCards, type ShownCard } from '../state/chatState';
import { CardView } from './card';
import { Elsewhere } from './elsewhere';
import { useWatchedPresses } from './grace';
import { useKeptFocus } from './keptFocus';
import { placeAfter, Queue } from './queue';
import { inTitle, sentenceOf } from './sentence';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';

/** The questions that wait, docked above the composer: a list of all, and the one that is being read. */
export function Dock(): ReactNode {
  const text = useText();
  const docked = useView(useShallow(view => dockedCards(view.chat)));
  const dock = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useWatchedPresses();
  const { current, folded, fold, pick } = useReading(docked, title);
  useKeptFocus(dock, title);
  const firstWaiting = docked.find(it => it.card.state === 'waiting');

  /** The list and the heading of the card lead from one card to the next; keys in a payload or a form do not. */
  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    if (current === undefined || !(target instanceof Element)) return;
    if (target.closest('.queue, [data-queue]') === null) return;
    const next = placeAfter(event.key, docked.indexOf(current), docked.length);
    const shown = next === undefined ? undefined : docked[next];
    if (shown === undefined) return;
    event.preventDefault();
    pick(shown);
  }

  return (
    <>
      <Announcer docked={docked} first={firstWaiting} />
      <Elsewhere />
      {current !== undefined && (
        <section className="dock" ref={dock} aria-label={text('dock.label')} onKeyDown={onKeyDown}>
          <Queue docked={docked} current={current} folded={folded} onPick={pick} onFold={fold} />
          {!folded && (
            // A new revision is a new thing to look at: it is mounted anew, and its grace time with it.
            <CardView key={`${current.key}:${current.card.revision}`} shown={current} titleRef={title} />
          )}
        </section>
      )}
    </>
  );
}

interface Reading {
  readonly current: ShownCard | undefined;
  readonly folded: boolean;
  readonly fold: () => void;
  readonly pick: (shown: ShownCard) => void;
}

/** The card that is being read: the one that was picked, the first that needs a look, or the first that waits. */
function useReading(docked: readonly ShownCard[], title: RefObject<HTMLHeadingElement | null>): Reading {
  const chat = useChat();
  const [picked, setPicked] = useState<string>();
  const [folded, setFolded] = useState(false);
  const waiting = docked.filter(it => it.card.state === 'waiting');
  const current =
    docked.find(it => it.key === picked) ?? waiting.find(({ card }) => alarmOf(card) !== 'none') ?? waiting[0];

  function pick(shown: ShownCard): void {
    setPicked(shown.key);
    setFolded(false);
    // The heading of the new card gets the focus, so that the arrows go on from there.
    requestAnimationFrame(() => title.current?.focus());
  }

  const act = useEffectEvent((action: CardAction) => {
    if (current === undefined) return;
    const step = action === 'next' ? 1 : action === 'previous' ? -1 : 0;
    if (action === 'focusCard' || step !== 0) pick(docked[docked.indexOf(current) + step] ?? current);
  });
  useEffect(() => chat.onAct(action => act(action)), [chat]);
  return { current, folded, fold: () => setFolded(!folded), pick };
}

/** Tells a screen reader what was decided, and of the next question, each once, without taking the focus. */
function Announcer({
  docked,
  first,
}: {
  readonly docked: readonly ShownCard[];
  readonly first: ShownCard | undefined;
}): ReactNode {
  const text = useText();
  const decided = useDecided(docked);
  const sentence = first === undefined ? undefined : sentenceOf(first.card, text);
  return (
    <p className="announcer" aria-live="polite">
      {decided !== undefined && `${decided} `}
      {sentence !== undefined && text('dock.announce', text(sentence.verb), inTitle(sentence.object))}
    </p>
  );
}

/** What became of the last call that waited here. */
function useDecided(docked: readonly ShownCard[]): string | undefined {
  const text = useText();
  const cards = useView(view => view.chat.cards);
  const [waited, setWaited] = useState<readonly ShownCard[]>([]);
  const [said, setSaid] = useState<string>();
  const waiting = docked.filter(it => it.card.state === 'waiting');
  const isSame = waiting.length === waited.length && waiting.every((it, place) => it.key === waited[place]?.key);
  if (!isSame) {
    const gone = waited.findLast(({ key }) => !waiting.some(it => it.key === key));
    const now = gone === undefined ? undefined : cards.get(gone.key)?.card;
    setWaited(waiting);
    if (now !== undefined) {
      const { verb, object } = sentenceOf(now, text);
      const choice = now.outcome?.choice;
      const became = { allow: text('dock.allowed'), deny: text('dock.denied') };
      setSaid(
        `${choice === undefined ? text(`state.${now.state}`) : became[choice]}: ${text(verb)} ${inTitle(object)}.`,
      );
    }
  }
  return said;
}
