import type { Card } from '../../src/core/card';
import type { ConfirmOptions } from '../../src/core/rpc';
import { useLatch, useText, useView } from '../context';
import type { Grace } from './grace';
import { type ReactNode, useState } from 'react';

interface ActionsProps {
  readonly card: Card;
  readonly cardKey: string;
  readonly grace: Grace;
}

/** The answers. They stay in sight whatever the size of what is above them. */
export function Actions({ card, cardKey, grace }: ActionsProps): ReactNode {
  const latch = useLatch();
  const text = useText();
  const sending = useView(view => view.sending.has(cardKey));
  const rules = useView(view => view.chat.capabilities.rules);
  const noteKey = `note:${cardKey}`;
  const note = useView(view => view.drafts.get(noteKey) ?? '');
  const [noting, setNoting] = useState(note !== '');
  const blocked = !grace.armed || sending;

  function decide(confirmed: boolean, options?: ConfirmOptions): void {
    if (!grace.accepts() || sending) return;
    void latch.confirm(card, confirmed, options);
  }

  function openNote(): void {
    if (grace.accepts()) setNoting(true);
  }

  if (noting) {
    return (
      <div className="card-actions noting">
        <textarea
          aria-label={text('card.note')}
          placeholder={text('card.note')}
          rows={2}
          value={note}
          autoFocus
          onFocus={() => latch.drafting(card, true)}
          onBlur={() => latch.drafting(card, false)}
          onChange={event => latch.draft(noteKey, event.target.value)}
        />
        <button
          type="button"
          className="primary"
          aria-disabled={blocked || note.trim() === ''}
          onClick={() => note.trim() !== '' && decide(false, { note })}
        >
          {text('card.noteSend')}
        </button>
        <button type="button" onClick={() => setNoting(false)}>
          {text('card.back')}
        </button>
      </div>
    );
  }
  return (
    <div className="card-actions">
      <button type="button" className="primary" aria-disabled={blocked} onClick={() => decide(true)}>
        {text('card.allowOnce')}
      </button>
      {rules && (
        <button type="button" aria-disabled={blocked}>
          {text('card.allowRule')}
        </button>
      )}
      <button type="button" aria-disabled={blocked} onClick={() => decide(false)}>
        {text('card.deny')}
      </button>
      <button type="button" className="quiet-button" aria-disabled={blocked} onClick={openNote}>
        {text('card.denyNote')}
      </button>
      <button
        type="button"
        className="quiet-button"
        aria-disabled={blocked}
        onClick={() => decide(false, { stop: true })}
      >
        {text('card.denyStop')}
      </button>
      {sending && <span className="quiet">{text('card.sending')}</span>}
    </div>
  );
}
