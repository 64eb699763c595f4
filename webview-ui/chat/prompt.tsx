import type { TranscriptItem } from '../../src/core/transcript/items';
import { Icon } from '../base/icon';
import { keyedPlaces } from '../base/keyed';
import { useChat, useText, useView } from '../state/context';
import { Plain } from '../text/plain';
import { Words } from '../text/words';
import type { ReactNode } from 'react';

/** What a person said, with what went along, from which they can go on another way. */
export function Prompt({ item }: { readonly item: Extract<TranscriptItem, { readonly kind: 'user' }> }): ReactNode {
  const text = useText();
  const chat = useChat();
  const session = useView(view => view.chat.activeSessionId);
  const { id, text: said, attachments = [] } = item;
  return (
    <section className="line user" aria-label={text('transcript.you')} data-prompt={id} tabIndex={-1}>
      <div>
        <Words text={said} />
      </div>
      {attachments.length > 0 && (
        <ul className="attachments" aria-label={text('transcript.attached')}>
          {keyedPlaces(attachments).map(([key, name]) => (
            <li key={key} title={name}>
              <Icon name="file" />
              <span className="attachment-name">
                <Plain text={name} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {session !== undefined && (
        <button type="button" className="link line-action" onClick={() => void chat.fork(session, id)}>
          {text('prompt.edit')}
        </button>
      )}
    </section>
  );
}
