import type { Card } from '../../src/core/card/card';
import type { ConfirmRequestOptions } from '../../src/core/protocol/requests';
import { useChat, useView } from '../state/context';
import { isAnswered } from '../form/response';
import type { Grace } from './grace';
import type { Edit } from './useEdit';
import type { FormAnswer } from './useForm';
import { useState } from 'react';

/** What the row of answers shows: the answers, or the step that one of them needs. */
type ActionMode = 'choose' | 'denyNote' | 'allowNote' | 'critical' | 'rule' | 'projectRule';

/** The words that go with an answer. */
export type Note = 'denyNote' | 'allowNote';
const notes: readonly Note[] = ['denyNote', 'allowNote'];

/** Where a note is kept while it is written. */
export function noteDraft(note: Note, cardKey: string): string {
  return `${note}:${cardKey}`;
}

/** The one way from a press to a decision. */
export interface Decider {
  readonly mode: ActionMode;
  readonly sending: boolean;
  /** For drawing: whether a press would count now. */
  readonly blocked: boolean;
  readonly canAllow: boolean;
  readonly allow: (options?: ConfirmRequestOptions) => void;
  /** The second gesture for what cannot be brought back. */
  readonly allowCritical: () => void;
  readonly deny: (options?: ConfirmRequestOptions) => void;
  readonly open: (mode: ActionMode) => void;
  readonly back: () => void;
}

export function useDecider(card: Card, key: string, grace: Grace, edit: Edit, form: FormAnswer): Decider {
  const chat = useChat();
  const sending = useView(view => view.sending.has(key));
  const noted = useView(view => notes.find(note => view.drafts.has(noteDraft(note, key))));
  const [mode, setMode] = useState<ActionMode>(noted ?? 'choose');
  /** What was chosen, while the second gesture is missing. */
  const [chosen, setChosen] = useState<ConfirmRequestOptions>({});
  const unfinished = card.kind === 'question' && (form.response === undefined || !isAnswered(form.response));
  const { offered } = card.details;
  const isOffered = offered === undefined || offered.allow !== undefined;
  const isWhole = edit.result?.ok !== false && !unfinished;
  const canAllow = isWhole && isOffered;
  const counts = (): boolean => grace.accepts() && !sending;

  function send(options: ConfirmRequestOptions = {}): void {
    const response = card.interaction === undefined ? undefined : form.finish();
    if (card.interaction !== undefined && response === undefined) return;
    const all: ConfirmRequestOptions = {
      ...options,
      ...(card.kind === 'plan' ? { plan: options.plan ?? 'manual' } : {}),
      ...(edit.result?.ok === true ? { updatedInput: edit.result.input } : {}),
      ...(response === undefined ? {} : { response }),
    };
    void chat.confirm(card, true, Object.keys(all).length === 0 ? undefined : all);
  }

  return {
    mode,
    sending,
    blocked: !grace.armed || sending,
    canAllow,
    allow: options => {
      if (!counts() || !(canAllow || (isWhole && options?.option !== undefined))) return;
      if (card.risk !== 'critical') {
        send(options);
        return;
      }
      setChosen(options ?? {});
      setMode('critical');
    },
    allowCritical: () => {
      if (counts() && canAllow && mode === 'critical') send(chosen);
    },
    deny: options => {
      if (counts()) void chat.confirm(card, false, options);
    },
    open: next => {
      if (counts()) setMode(next);
    },
    back: () => setMode('choose'),
  };
}
