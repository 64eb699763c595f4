import { keyIn } from './keys';
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
  const session = useView(view => activeSession(view.chat));
  const sendWith = useView(view => view.chat.sendWith);
  const recall = useRecall(writing);
  const busy = session?.status.state === 'running' || session?.status.state === 'waiting_permission';
  const stop = (): void => void (session && chat.interrupt(session.sessionId));

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const key = keyIn(event, { sendWith, busy });
    if (key === undefined) return;
    if (key === 'earlier' || key === 'later') {
      if (recall(key, event.currentTarget)) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (key === 'stop') stop();
    else if (!event.repeat) void writing.send();
  }

  function onPaste(event: ClipboardEvent): void {
    const { files } = event.clipboardData;
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted === '' && files.length > 0) void writing.attach(files);
    else if (!writing.tookLong(pasted)) return;
    event.preventDefault();
  }

  return (
    <div className="composer-box">
      <textarea
        id={composerId}
        aria-label={text('composer.label')}
        placeholder={text(busy ? 'composer.busyPlaceholder' : 'composer.placeholder')}
        value={writing.text}
        rows={1}
        onChange={event => writing.write(event.target.value)}
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
