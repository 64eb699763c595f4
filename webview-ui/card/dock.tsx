import { useText, useView } from '../context';
import { dockedCards } from '../state';
import { CardView } from './card';
import { sentenceOf } from './sentence';
import { useWatchedPresses } from './grace';
import type { ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';

/** The questions that wait, docked above the composer. */
export function Dock(): ReactNode {
  const text = useText();
  const docked = useView(useShallow(view => dockedCards(view.chat)));
  useWatchedPresses();
  const first = docked[0];
  const sentence = first === undefined ? undefined : sentenceOf(first.card, text);
  return (
    <>
      <p className="announcer" aria-live="polite">
        {sentence !== undefined && text('dock.announce', text(sentence.verb), sentence.object.slice(0, 200))}
      </p>
      {first !== undefined && (
        <section className="dock" aria-label={text('dock.label')}>
          {docked.map((shown, index) => (
            // A new revision is a new thing to look at: it is mounted anew, and its grace time with it.
            <CardView key={`${shown.key}:${shown.card.revision}`} shown={shown} place={index + 1} of={docked.length} />
          ))}
        </section>
      )}
    </>
  );
}
