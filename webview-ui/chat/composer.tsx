import { composerDraft } from '../state/drafts';
import { useChat, useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import { activeSession } from '../state/chatState';
import type { KeyboardEvent, ReactNode } from 'react';

export function Composer(): ReactNode {
  const text = useText();
  const chat = useChat();
  const draft = useView(view => view.drafts.get(composerDraft) ?? '');
  const trouble = useView(view => view.trouble);
  const canSend = draft.trim() !== '';

  async function send(): Promise<void> {
    if (!canSend) return;
    chat.draft(composerDraft, '');
    const sent = await chat.send(draft);
    const typedSince = chat.store.getState().drafts.has(composerDraft);
    if (!sent && !typedSince) chat.draft(composerDraft, draft);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // 229 is the key of a running composition in browsers that end it before they tell us.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    event.preventDefault();
    if (!event.repeat) void send();
  }

  return (
    <div className="composer">
      {trouble !== undefined && (
        <p className="trouble" role="alert">
          {text.sentence(trouble)}
        </p>
      )}
      <div className="composer-box">
        <textarea
          aria-label={text('composer.label')}
          placeholder={text('composer.placeholder')}
          value={draft}
          rows={1}
          onChange={event => chat.draft(composerDraft, event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Buttons canSend={canSend} onSend={() => void send()} />
      </div>
    </div>
  );
}

function Buttons({ canSend, onSend }: { readonly canSend: boolean; readonly onSend: () => void }): ReactNode {
  const text = useText();
  const chat = useChat();
  const session = useView(view => activeSession(view.chat));
  const busy = session?.status.state === 'running' || session?.status.state === 'waiting_permission';
  return (
    <div className="composer-actions">
      {busy && session !== undefined && (
        <button
          type="button"
          className="icon-button"
          title={text('composer.stop')}
          aria-label={text('composer.stop')}
          onClick={() => void chat.interrupt(session.sessionId)}
        >
          <Icon name="stop" />
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        title={text('composer.send')}
        aria-label={text('composer.send')}
        disabled={!canSend}
        onClick={onSend}
      >
        <Icon name="send" />
      </button>
    </div>
  );
}
