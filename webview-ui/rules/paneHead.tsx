import { useText } from '../state/context';
import { Icon } from '../base/icon';
import { usePanel } from './panelContext';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';

interface HeadProps {
  readonly title: string;
  /** What can be done to all that the pane shows. Nothing that comes later moves it here. */
  readonly children?: ReactNode;
}

export function PaneHead({ title, children }: HeadProps): ReactNode {
  const text = useText();
  const panel = usePanel();
  return (
    <header className="pane-head">
      <h2>{title}</h2>
      <span className="spacer" />
      {children}
      <button
        type="button"
        className="icon-button"
        aria-label={text('pane.close')}
        onClick={() => {
          flushSync(() => panel.set({ pane: { kind: 'none' } }));
          document.querySelector<HTMLElement>('.rules-grid')?.focus();
        }}
      >
        <Icon name="close" />
      </button>
    </header>
  );
}
