import { useText, useView } from '../state/context';
import { Icon } from '../base/icon';
import { usePanel, usePanelState } from './panelContext';
import { useRuleActions } from './useRuleActions';
import type { ReactNode } from 'react';

export const emptySeed = { rules: [{ action: 'allow', pattern: '' }], by: 'panel' } as const;

export function Toolbar(): ReactNode {
  const text = useText();
  const panel = usePanel();
  const sessionId = useView(view => view.chat.activeSessionId);
  const { undo, redo } = useRuleActions(sessionId);
  const canUndo = usePanelState(state => state.table?.canUndo ?? false);
  const canRedo = usePanelState(state => state.table?.canRedo ?? false);
  const testing = usePanelState(state => state.pane.kind === 'test');
  return (
    <header className="rules-toolbar">
      <h1>{text('rules.title')}</h1>
      <span className="spacer" />
      <span className="toolbar-group">
        <button
          type="button"
          className="icon-button"
          aria-label={text('rules.undo')}
          title={text('rules.undoKeys')}
          aria-disabled={!canUndo}
          onClick={() => canUndo && void undo()}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={text('rules.redo')}
          title={text('rules.redoKeys')}
          aria-disabled={!canRedo}
          onClick={() => canRedo && void redo()}
        >
          <Icon name="redo" />
        </button>
      </span>
      <button
        type="button"
        aria-pressed={testing}
        onClick={() => panel.set({ pane: testing ? { kind: 'none' } : { kind: 'test' } })}
      >
        {text('rules.test')}
      </button>
      <button type="button" className="primary" onClick={() => panel.add(emptySeed)}>
        {text('rules.add')}
      </button>
    </header>
  );
}
