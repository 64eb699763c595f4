import { useChat, useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import type { Translate } from '../language/translate';
import { Context, Model } from './model';
import { ShieldButton, useShield } from './shield';
import { activeSession, otherSessions } from '../state/chatState';
import { baseName } from '../card/sentence';
import { type ReactNode, useMemo } from 'react';

export function Header(): ReactNode {
  const text = useText();
  const session = useView(view => activeSession(view.chat));
  const state = session?.status.state ?? 'new';
  const shield = useShield();
  return (
    <>
      <header className="header" data-session-id={session?.sessionId}>
        <span className="status" data-state={state} role="status">
          <span className="dot" aria-hidden="true" />
          <span className="status-words">{text(`status.${state}`)}</span>
        </span>
        {session?.elsewhere && <Elsewhere />}
        <OtherSessions />
        <span className="header-facts">
          <ShieldButton {...shield.props} />
          <Mode mode={session?.mode ?? 'default'} own={session?.modeName} />
          {session !== undefined && (
            <>
              <Model session={session} />
              <Context use={session.use} />
              <span title={text('header.folder', session.cwd)}>{baseName(session.cwd)}</span>
            </>
          )}
        </span>
      </header>
      {shield.panel}
    </>
  );
}

/** It runs in another window; here it is seen and answered, and can be taken over. */
function Elsewhere(): ReactNode {
  const text = useText();
  const chat = useChat();
  return (
    <button
      type="button"
      className="mode"
      title={text('elsewhere.explained')}
      aria-label={text('elsewhere.takeOver')}
      onClick={() => void chat.command('takeOver')}
    >
      {text('elsewhere.here')}
    </button>
  );
}

/** A dot for each other session of this window, in the colour of its state; a click brings it to the front. */
function OtherSessions(): ReactNode {
  const text = useText();
  const chat = useChat();
  const state = useView(view => view.chat);
  const others = useMemo(() => otherSessions(state), [state]);
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
            onClick={() => void chat.showSession(sessionId)}
          >
            <span className="dot" aria-hidden="true" />
          </button>
        );
      })}
    </nav>
  );
}

/** How much is asked, and the way to change it. An agent over ACP has modes of its own, with names of its own. */
function Mode({ mode, own }: { readonly mode: string; readonly own: string | undefined }): ReactNode {
  const text = useText();
  const chat = useChat();
  const trusted = useView(
    view => view.chat.rules?.trustAll.some(it => it.sessionId === view.chat.activeSessionId) === true,
  );
  const name = trusted ? text('mode.trusted') : (own ?? modeName(mode, text)) || text('mode.own');
  return (
    <button
      type="button"
      className="mode"
      data-mode={trusted ? 'trusted' : mode}
      title={text(own === undefined ? 'header.changeMode' : 'header.changeOwnMode')}
      aria-label={text('header.mode', name)}
      onClick={() => void chat.command('chooseMode')}
    >
      {name}
      <Icon name="chevronDown" />
    </button>
  );
}

function modeName(mode: string, text: Translate): string {
  switch (mode) {
    case 'default':
    case 'acceptEdits':
    case 'plan':
      return text(`mode.${mode}`);
    default:
      return mode;
  }
}
