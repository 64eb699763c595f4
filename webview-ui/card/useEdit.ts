import type { Card } from '../../src/core/card/card';
import { useChat, useView } from '../state/context';
import { type Editable, editableOf, editableText, editDraft, type Edited, editedInput } from './editing';
import { useState } from 'react';

/** The changes that a person is making to a call. */
export interface Edit {
  readonly editable: Editable | undefined;
  readonly open: boolean;
  readonly text: string;
  /** What would run instead, when it is not what was proposed. */
  readonly result: Edited | undefined;
  readonly begin: () => void;
  readonly change: (text: string) => void;
  /** Back to what was proposed. */
  readonly discard: () => void;
}

export function useEdit(card: Card, key: string): Edit {
  const chat = useChat();
  // An agent that names its answers itself takes its call as it is.
  const editable = card.details.offered ? undefined : editableOf(card);
  const draftKey = editDraft(card, key);
  const draft = useView(view => view.drafts.get(draftKey));
  const [asked, setAsked] = useState(false);
  // What was saved in the diff view stands in for what was proposed, until something else is written here.
  const saved = card.edit?.input;
  const base = saved ?? card.input;
  const original = editable === undefined ? '' : editableText(base, editable);
  const text = draft ?? original;
  const changed = editable !== undefined && draft !== undefined && draft !== original;
  return {
    editable,
    open: editable !== undefined && (asked || draft !== undefined),
    text,
    result: changed ? editedInput(base, editable, text) : saved && { ok: true, input: saved },
    begin: () => setAsked(true),
    change: value => chat.draft(draftKey, value, true),
    discard: () => {
      setAsked(false);
      chat.draft(draftKey, '');
      if (saved !== undefined) void chat.discardEdit(card);
    },
  };
}
