import { useLatch, useText, useView } from '../context';
import { activeSession, otherSessions } from '../state';
import { baseName } from '../card/sentence';
import { type ReactNode, useMemo } from 'react';

export function Header(): ReactNode {
  const text = useText();
  const session = useView(view => activeSession(view.chat));
  if (session === undefined) return null;
  const { state } = session.status;
  return (
    <header className="header">
      <span className="status" data-state={state} role="status">
        <span className="dot" aria-hidden="true" />
        {text(`status.${state}`)}
      </span>
      <OtherSessions />
      <span className="header-facts">
        {session.mode !== 'default' && <span title={text('header.mode', session.mode)}>{session.mode}</span>}
        <span title={text('header.model', text.sentence(session.model))}>{text.sentence(session.model)}</span>
        <span title={text('header.folder', session.cwd)}>{baseName(session.cwd)}</span>
      </span>
    </header>
  );
}

/** A dot for each other session of this window, in the colour of its state; a click brings it to the front. */
function OtherSessions(): ReactNode {
  const text = useText();
  const latch = useLatch();
  const chat = useView(view => view.chat);
  const others = useMemo(() => otherSessions(chat), [chat]);
  if (others.length === 0) return null;
  return (
    <nav className="other-sessions" aria-label={text('header.sessions')}>
      {others.map(({ sessionId, title, status }) => {
        const label = text('header.session', title || text('session.untitled'), text(`status.${status.state}`));
        return (
          <button
            key={sessionId}
            type="button"
            className="icon-button"
            data-state={status.state}
            title={label}
            aria-label={label}
            onClick={() => void latch.showSession(sessionId)}
          >
            <span className="dot" aria-hidden="true" />
          </button>
        );
      })}
    </nav>
  );
}
