import { activeSession } from '../state/chatState';
import { focusComposer } from '../state/composer';
import { composerDraft } from '../state/drafts';
import { useChat, useText, useView } from '../state/context';
import type { ReactNode } from 'react';

/** The first thing a newcomer sees: what this is, and something to try. */
export function Empty(): ReactNode {
  const text = useText();
  const chat = useChat();
  const sessionId = useView(view => view.chat.activeSessionId);
  const isOther = useView(view => activeSession(view.chat)?.agent !== undefined);
  const examples = [text('empty.example1'), text('empty.example2'), text('empty.example3')];
  return (
    <main className="empty">
      <h1>{text('empty.title')}</h1>
      <OpenElsewhere />
      <p>{text(isOther ? 'empty.ofOther' : 'empty.text')}</p>
      <p className="quiet">{text('empty.try')}</p>
      <ul>
        {examples.map(example => (
          <li key={example}>
            <button
              type="button"
              className="example"
              onClick={() => {
                chat.draft(composerDraft(sessionId), example);
                focusComposer();
              }}
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

/** What runs in other windows on this folder, so that nobody looks for it in vain. */
function OpenElsewhere(): ReactNode {
  const text = useText();
  const chat = useChat();
  const elsewhere = useView(view => view.chat.elsewhere);
  if (elsewhere.length === 0) return null;
  return (
    <section aria-label={text('elsewhere.title')}>
      <p>{text('elsewhere.title')}</p>
      <ul>
        {elsewhere.map(({ sessionId, title, state }) => (
          <li key={sessionId}>
            <button type="button" className="example" onClick={() => void chat.showSession(sessionId)}>
              {text('elsewhere.open', title || text('session.untitled'), text(`status.${state}`))}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
