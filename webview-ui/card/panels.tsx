import type { Card } from '../../src/core/card/card';
import { useChat, useText, useView } from '../state/context';
import { cardKey as keyOf } from './keys';
import { type Decider, type Note, noteDraft } from './useDecider';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

interface NoteProps {
  readonly card: Card;
  readonly cardKey: string;
  readonly decider: Decider;
  readonly of: Note;
}

/** An answer with words: they reach the model as they are, and the turn goes on. */
export function NotePanel({ card, cardKey, decider, of }: NoteProps): ReactNode {
  const chat = useChat();
  const text = useText();
  const noteKey = noteDraft(of, cardKey);
  const note = useView(view => view.drafts.get(noteKey) ?? '');
  const ready = note.trim() !== '';
  const agent = card.details.offered?.agent;
  const ours = text(of === 'allowNote' ? 'card.noteToAllow' : card.kind === 'plan' ? 'plan.note' : 'card.note');
  const label = agent === undefined ? ours : text('card.noteFollows', agent);

  function send(): void {
    if (!ready) return;
    if (of === 'allowNote') decider.allow({ note });
    else decider.deny({ note });
  }

  // The chord that allows elsewhere sends the note here: words of refusal must never end as an approval.
  function onKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event);
    if (key !== 'allow') return;
    event.preventDefault();
    event.stopPropagation();
    send();
  }

  return (
    <div className="card-actions noting" onKeyDown={onKeyDown}>
      <textarea
        aria-label={label}
        placeholder={label}
        rows={2}
        value={note}
        autoFocus
        onChange={event => chat.draft(noteKey, event.target.value)}
      />
      <button type="button" className="primary" aria-disabled={decider.blocked || !ready} onClick={send}>
        {text(of === 'allowNote' ? 'card.noteAllow' : 'card.noteSend')}
      </button>
      <button
        type="button"
        onClick={() => {
          chat.draft(noteKey, '');
          decider.back();
        }}
      >
        {text('card.back')}
      </button>
    </div>
  );
}

/** The word that has to be typed; the same in every language, so that the hand learns one thing. */
const word = 'allow';

/** A second gesture of another kind, so that no habit and no stray click allows what cannot be brought back. */
export function CriticalPanel({ decider }: { readonly decider: Decider }): ReactNode {
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const ready = typed.trim().toLowerCase() === word;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (ready) decider.allowCritical();
  }

  return (
    <div className="card-actions critical">
      <label htmlFor={id}>{text('critical.type', word)}</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className="danger"
        aria-disabled={decider.blocked || !ready}
        onClick={() => ready && decider.allowCritical()}
      >
        {text('card.allowOnce')}
      </button>
      <button type="button" onClick={decider.back}>
        {text('card.back')}
      </button>
    </div>
  );
}
