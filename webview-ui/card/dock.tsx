import { focusComposer } from '../state/composer';
import type { CardAction } from '../../src/core/protocol/updates';
import { useChat, useText, useView } from '../state/context';
import { dockedCards, type ShownCard } from '../state/chatState';
import { BatchPanel, type BatchChoice } from './batch';
import { CardView } from './card';
import { Elsewhere } from './elsewhere';
import { useWatchedPresses } from './grace';
import { placeAfter, Queue } from './queue';
import { inTitle, sentenceOf } from './sentence';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';

/** The questions that wait, docked above the composer: a list of all, and the one that is being read. */
export function Dock(): ReactNode {
  const text = useText();
  const docked = useView(useShallow(view => dockedCards(view.chat)));
  const [batch, setBatch] = useState<BatchChoice>();
  const dock = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useWatchedPresses();
  const { current, folded, fold, pick } = useReading(docked, title);
  useFollowedFocus(dock, title, current?.key);
  const waiting = docked.filter(it => it.card.state === 'waiting');

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
      <Announcer first={waiting[0]} />
      <Elsewhere />
      {current !== undefined && (
        <section className="dock" ref={dock} aria-label={text('dock.label')} onKeyDown={onKeyDown}>
          {batch === undefined ? (
            <>
              <Queue docked={docked} current={current} folded={folded} onPick={pick} onFold={fold} onBatch={setBatch} />
              {!folded && (
                // A new revision is a new thing to look at: it is mounted anew, and its grace time with it.
                <CardView key={`${current.key}:${current.card.revision}`} shown={current} titleRef={title} />
              )}
            </>
          ) : (
            <BatchPanel choice={batch} waiting={waiting} onDone={() => setBatch(undefined)} />
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

/** The card that is being read: the one that was picked, or the first that waits. */
function useReading(docked: readonly ShownCard[], title: RefObject<HTMLHeadingElement | null>): Reading {
  const chat = useChat();
  const [picked, setPicked] = useState<string>();
  const [folded, setFolded] = useState(false);
  const current = docked.find(it => it.key === picked) ?? docked.find(it => it.card.state === 'waiting');

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

/** Tells a screen reader of the next question, once, without taking the focus. */
function Announcer({ first }: { readonly first: ShownCard | undefined }): ReactNode {
  const text = useText();
  const sentence = first === undefined ? undefined : sentenceOf(first.card, text);
  return (
    <p className="announcer" aria-live="polite">
      {sentence !== undefined && text('dock.announce', text(sentence.verb), inTitle(sentence.object))}
    </p>
  );
}

/**
 * A decided card goes, and the focus with it. If the person was inside the dock they go on to the next card's heading,
 * or back to the composer; if they were anywhere else nothing moves.
 */
function useFollowedFocus(
  dock: RefObject<HTMLElement | null>,
  title: RefObject<HTMLHeadingElement | null>,
  current: string | undefined,
): void {
  const inside = useRef(false);
  useEffect(() => {
    const onFocusIn = (event: FocusEvent): void => {
      inside.current = event.target instanceof Node && dock.current?.contains(event.target) === true;
    };
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, [dock]);
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!inside.current || !lost) return;
    if (current === undefined) focusComposer();
    else title.current?.focus();
  }, [current, title]);
}
