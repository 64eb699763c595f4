import { Icon, type IconName } from '../base/icon';
import type { TextKey } from '../language/translate';
import { useChat, useText } from '../state/context';
import { itemsWith, mark } from './finding';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';

interface FindProps {
  readonly onClose: () => void;
  /** Leads to an item that holds what is looked for. */
  readonly onFound: (id: string) => void;
}

/** Looks through all of the conversation that is here, drawn or not. */
export function Find({ onClose, onFound }: FindProps): ReactNode {
  const text = useText();
  const chat = useChat();
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const [found, setFound] = useState<readonly string[]>([]);

  function look(words: string): void {
    setWanted(words);
    const all = itemsWith(chat.store.getState().chat, words);
    setFound(all);
    go(all, all.length - 1, words);
  }

  function go(all: readonly string[], place: number, words: string): void {
    const next = all.length === 0 ? 0 : (place + all.length) % all.length;
    setAt(next);
    const id = all[next];
    if (id === undefined) return;
    onFound(id);
    // The line may only be drawn now.
    setTimeout(() => mark(id, words), 50);
  }

  useEffect(() => () => void CSS.highlights.delete('found'), []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(found, at + (event.shiftKey ? -1 : 1), wanted);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const count = found.length === 0 ? text('find.none') : text('find.count', at + 1, found.length);
  return (
    <search className="find">
      <input
        ref={input => input?.focus()}
        type="text"
        aria-label={text('find.label')}
        placeholder={text('find.label')}
        value={wanted}
        onChange={event => look(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="quiet" role="status">
        {wanted === '' ? '' : count}
      </span>
      <FindButton icon="chevronUp" label="find.previous" onPress={() => go(found, at - 1, wanted)} />
      <FindButton icon="chevronDown" label="find.next" onPress={() => go(found, at + 1, wanted)} />
      <FindButton icon="close" label="find.close" onPress={onClose} />
    </search>
  );
}

interface FindButtonProps {
  readonly icon: IconName;
  readonly label: TextKey;
  readonly onPress: () => void;
}

function FindButton({ icon, label, onPress }: FindButtonProps): ReactNode {
  const text = useText();
  return (
    <button type="button" className="icon-button" title={text(label)} aria-label={text(label)} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}
