import { useChat, useText, useView } from '../state/context';
import type { ReactNode } from 'react';

/** What a person said, from which they can go on another way. */
export function Prompt({ id, said }: { readonly id: string; readonly said: string }): ReactNode {
  const text = useText();
  const chat = useChat();
  const session = useView(view => view.chat.activeSessionId);
  return (
    <section className="line user" aria-label={text('transcript.you')} data-prompt={id} tabIndex={-1}>
      <div>{said}</div>
      {session !== undefined && (
        <button type="button" className="link line-action" onClick={() => void chat.fork(session, id)}>
          {text('prompt.edit')}
        </button>
      )}
    </section>
  );
}
