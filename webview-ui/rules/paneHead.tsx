import { useText } from '../state/context';
import { Icon } from '../base/icon';
import { usePanel } from './panelContext';
import type { ReactNode } from 'react';

export function PaneHead({ title }: { readonly title: string }): ReactNode {
  const text = useText();
  const panel = usePanel();
  return (
    <header className="pane-head">
      <h2>{title}</h2>
      <button
        type="button"
        className="icon-button"
        aria-label={text('pane.close')}
        onClick={() => {
          panel.set({ pane: { kind: 'none' } });
          requestAnimationFrame(() => document.querySelector<HTMLElement>('.rules-grid')?.focus());
        }}
      >
        <Icon name="close" />
      </button>
    </header>
  );
}
