import { useChat, useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import { type OtherSession, waitingElsewhere } from '../state/chatState';
import { Plain } from '../text/plain';
import { usePainted } from './grace';
import { type ReactNode, useMemo, useRef } from 'react';

/** What waits in other sessions: one line for each, which leads there. It is decided there, beside its conversation. */
export function Elsewhere(): ReactNode {
  const text = useText();
  const state = useView(view => view.chat);
  const others = useMemo(() => waitingElsewhere(state), [state]);
  if (others.length === 0) return null;
  return (
    <ul className="elsewhere" aria-label={text('elsewhere.label')} aria-live="polite">
      {others.map(other => (
        // With another card there is another thing to see: the line is mounted anew, and says that it was painted.
        <Line key={other.waiting.map(it => `${it.key}:${it.card.revision}`).join(' ')} other={other} />
      ))}
    </ul>
  );
}

function Line({ other }: { readonly other: OtherSession }): ReactNode {
  const { session, waiting } = other;
  const chat = useChat();
  const text = useText();
  const element = useRef<HTMLLIElement>(null);
  usePainted(element, () => {
    for (const { card } of waiting) chat.painted(card);
  });
  return (
    <li ref={element} className="elsewhere-line" data-session-id={session.sessionId}>
      <Icon name="question" />
      <span className="elsewhere-what">
        <Plain text={text('elsewhere.waiting', session.title || text('session.untitled'), waiting.length)} />
      </span>
      <button type="button" className="link" onClick={() => void chat.showSession(session.sessionId)}>
        {text('card.reveal')}
      </button>
    </li>
  );
}
