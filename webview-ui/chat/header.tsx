import { useText, useView } from '../context';
import { activeSession } from '../state';
import { baseName } from '../card/sentence';
import type { ReactNode } from 'react';

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
      <span className="header-facts">
        {session.mode !== 'default' && <span title={text('header.mode', session.mode)}>{session.mode}</span>}
        <span title={text('header.model', text.sentence(session.model))}>{text.sentence(session.model)}</span>
        <span title={text('header.folder', session.cwd)}>{baseName(session.cwd)}</span>
      </span>
    </header>
  );
}
