import { useLatch, useText, useView } from '../context';
import { Icon } from '../icon';
import { activeSession } from '../state';
import type { ReactNode } from 'react';

/** The last part of a path: enough to recognise a folder, with the whole of it on hover. */
function baseName(path: string): string {
  return path.split(/[\\/]/).findLast(part => part !== '') ?? path;
}

export function Header(): ReactNode {
  const text = useText();
  const latch = useLatch();
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
        <span title={text('header.model', session.model)}>{session.model}</span>
        <span title={text('header.folder', session.cwd)}>{baseName(session.cwd)}</span>
      </span>
      <button
        type="button"
        className="icon-button"
        title={text('header.new')}
        aria-label={text('header.new')}
        onClick={() => void latch.newSession()}
      >
        <Icon name="add" />
      </button>
    </header>
  );
}
