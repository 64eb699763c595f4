import type { Suggestion } from '../../src/core/message/suggestion';
import { type Asked, askedAt, completed, isSamePlace } from './asked';
import { commandsFor } from './places';
import type { Writing } from './useWriting';
import { activeSession } from '../state/chatState';
import { writeTo } from '../state/composer';
import { useChat, useText, useView } from '../state/context';
import { type RefObject, useRef, useState } from 'react';

/** One line of the list. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly suggestion?: Suggestion;
  readonly insert: string;
}

export interface Completion {
  readonly choices: readonly Choice[];
  readonly active: number;
  /** The line is there already, letter by letter. */
  readonly isTyped: boolean;
  /** The text or the cursor is another one. */
  readonly look: (box: HTMLTextAreaElement) => void;
  readonly move: (by: 1 | -1) => void;
  readonly choose: (choice: Choice | undefined) => void;
  readonly close: () => void;
}

interface Open {
  readonly asked: Asked;
  readonly choices: readonly Choice[];
  readonly active: number;
}

/** The list that opens after `@` and `/`. */
export function useCompletion(writing: Writing, box: RefObject<HTMLTextAreaElement | null>): Completion {
  const chat = useChat();
  const find = useFinding();
  const [open, setOpen] = useState<Open>();
  const latest = useRef(0);

  function look({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void {
    const asked = selectionStart === selectionEnd ? askedAt(value, selectionStart) : undefined;
    latest.current += 1;
    const number = latest.current;
    if (!asked) {
      setOpen(undefined);
      return;
    }
    // Until the answer comes, the list before it stands, and what is chosen there takes the place of all that is typed.
    setOpen(before => (before && isSamePlace(before.asked, asked) ? { ...before, asked } : undefined));
    // An answer to what is not asked any more is not shown.
    find(asked).then(
      choices => number === latest.current && setOpen(choices.length > 0 ? { asked, choices, active: 0 } : undefined),
      () => number === latest.current && setOpen(undefined),
    );
  }

  async function attach({ kind, id = '' }: Suggestion): Promise<void> {
    if (kind !== 'problems' && kind !== 'terminal' && kind !== 'session') return;
    const { attachment } = await chat.host.request('composer/attach', { kind, id });
    if (attachment) writing.takeIn([{ text: '', attachments: [attachment] }]);
  }

  return {
    choices: open?.choices ?? [],
    active: open?.active ?? 0,
    isTyped:
      open !== undefined && open.choices[open.active]?.insert === writing.text.slice(open.asked.from, open.asked.to),
    look,
    move: by => setOpen(it => it && { ...it, active: (it.active + by + it.choices.length) % it.choices.length }),
    choose(choice) {
      if (!open || !choice) return;
      const done = completed(writing.text, open.asked, choice.insert);
      writeTo(done.cursor, () => {
        writing.write(done.text);
        setOpen(undefined);
      });
      // A folder goes on with what is in it.
      if (box.current && choice.insert.endsWith('/')) look(box.current);
      const { suggestion } = choice;
      if (suggestion && suggestion.insert === undefined) void chat.attempt(() => attach(suggestion));
    },
    close: () => setOpen(undefined),
  };
}

/** Looks for what can stand there. */
function useFinding(): (asked: Asked) => Promise<readonly Choice[]> {
  const chat = useChat();
  const text = useText();
  const commands = useView(view => view.chat.facts?.commands);
  const agent = useView(view => activeSession(view.chat)?.agent);

  function commandChoices(query: string): readonly Choice[] {
    return commandsFor(commands ?? [], query, agent).map(({ name, description, hint }) => ({
      key: name,
      label: `/${name}${hint ? ` ${hint}` : ''}`,
      detail: typeof description === 'string' ? description : text(description.says),
      insert: `/${name}`,
    }));
  }

  return async asked => {
    if (asked.sign === '/') return commandChoices(asked.query);
    const { rows } = await chat.host.request('composer/find', { query: asked.query });
    return rows.map(choiceOf);
  };
}

function choiceOf(suggestion: Suggestion): Choice {
  const { kind, id, insert = '' } = suggestion;
  const [label, detail] = inWords(suggestion);
  const key = `${kind}:${id ?? suggestion.label}:${suggestion.detail ?? ''}`;
  return { key, label, detail, insert, suggestion };
}

/** A file by its name, and then where it lies: of a long path in a narrow view the name must be left. */
function inWords({ kind, label, detail = '' }: Suggestion): readonly [label: string, detail: string] {
  if (kind !== 'file' && kind !== 'editor' && kind !== 'folder') return [label, detail];
  const [, folder = '', name = label] = /^(.*\/)?([^/]+\/?)$/.exec(label) ?? [];
  return [name, folder];
}
