import { agentName } from '../../src/core/session/agentName';
import { choiceId, Choices, choicesId } from './choices';
import { keyIn, listKey } from './keys';
import { type Completion, useCompletion } from './useCompletion';
import { useRecall } from './useRecall';
import type { Writing } from './useWriting';
import { Icon } from '../base/icon';
import { activeSession } from '../state/chatState';
import { composerId } from '../state/composer';
import { useChat, useText, useView } from '../state/context';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';

export function Box({ writing }: { readonly writing: Writing }): ReactNode {
  const text = useText();
  const chat = useChat();
  const box = useRef<HTMLTextAreaElement>(null);
  const session = useView(view => activeSession(view.chat));
  const completion = useCompletion(writing, box);
  const busy = session?.status.state === 'running' || session?.status.state === 'waiting_permission';
  const stop = (): void => void (session && chat.interrupt(session.sessionId));
  const onKeyDown = useKeys(writing, completion, { busy, stop });
  const isOpen = completion.choices.length > 0;
  const agent = agentName(session?.agent);

  function onPaste(event: ClipboardEvent): void {
    const { files } = event.clipboardData;
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted === '' && files.length > 0) void writing.attach(files);
    else if (!writing.tookLong(pasted)) return;
    event.preventDefault();
  }

  return (
    <div className="composer-box">
      <Choices completion={completion} />
      <textarea
        ref={box}
        id={composerId}
        aria-label={text('composer.label', agent)}
        aria-autocomplete="list"
        aria-controls={isOpen ? choicesId : undefined}
        aria-activedescendant={isOpen ? choiceId(completion.active) : undefined}
        placeholder={busy ? text('composer.busyPlaceholder') : text('composer.placeholder', agent)}
        value={writing.text}
        rows={1}
        onChange={event => {
          writing.write(event.target.value);
          completion.look(event.target);
        }}
        onClick={event => completion.look(event.currentTarget)}
        onBlur={completion.close}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className="composer-actions">
        <Picker onFiles={files => void writing.attach(files)} />
        {busy && <Action icon="stop" name={text('composer.stop')} onClick={stop} />}
        <Action
          icon="send"
          name={text(busy ? 'composer.queue' : 'composer.send')}
          disabled={!writing.canSend}
          onClick={() => void writing.send()}
        />
      </div>
    </div>
  );
}

/** What the keys do: first in the list that is open, then in the text. */
function useKeys(
  writing: Writing,
  completion: Completion,
  { busy, stop }: { readonly busy: boolean; readonly stop: () => void },
): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const sendWith = useView(view => view.chat.sendWith);
  const recall = useRecall(writing);
  const { choices, active } = completion;
  return event => {
    // What is typed in full is sent by the key that sends.
    const isDone = completion.isTyped && event.key === 'Enter';
    const inList = choices.length > 0 && !isDone ? listKey(event) : undefined;
    if (inList !== undefined) {
      event.preventDefault();
      if (inList === 'choose') completion.choose(choices[active]);
      else if (inList === 'close') completion.close();
      else completion.move(inList);
      return;
    }
    const key = keyIn(event, { sendWith, busy });
    if (key === undefined) return;
    if (key === 'earlier' || key === 'later') {
      if (recall(key, event.currentTarget)) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (key === 'stop') stop();
    else if (!event.repeat) void writing.send();
  };
}

interface ActionProps {
  readonly icon: 'stop' | 'send' | 'attach';
  readonly name: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Action({ icon, name, disabled = false, onClick }: ActionProps): ReactNode {
  return (
    <button type="button" className="icon-button" title={name} aria-label={name} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

function Picker({ onFiles }: { readonly onFiles: (files: Iterable<File>) => void }): ReactNode {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp,application/pdf"
        onChange={event => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Action icon="attach" name={text('composer.attach')} onClick={() => input.current?.click()} />
    </>
  );
}
