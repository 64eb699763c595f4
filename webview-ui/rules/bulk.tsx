import { refKey } from '../../src/core/call/ruleRef';
import type { RuleRow } from '../../src/core/ruleAdmin/row';
import { useText, useView } from '../state/context';
import { choose } from '../ruleParts/fields';
import { usePanel, usePanelState } from './panelContext';
import { useScopeChoices } from './useScopeChoices';
import { useRuleActions } from './useRuleActions';
import type { ReactNode } from 'react';

/** What can be done to all rules that are ticked and in sight. */
export function BulkBar({ rows }: { readonly rows: readonly RuleRow[] }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const actions = useRuleActions(useView(view => view.chat.activeSessionId));
  const ticked = usePanelState(state => state.ticked);
  const scopes = useScopeChoices();
  const chosen = rows.filter(row => ticked.has(refKey(row.ref)) && !row.readOnly);
  if (chosen.length === 0) return null;
  return (
    <div className="bulk" role="toolbar" aria-label={text('bulk.label')}>
      <span>{text('bulk.count', chosen.length)}</span>
      <button type="button" onClick={() => void actions.remove(chosen)}>
        {text('bulk.remove')}
      </button>
      <select
        aria-label={text('bulk.move')}
        value=""
        onChange={event => choose(scopes, event.target.value, scope => void actions.move(chosen, scope))}
      >
        <option value="">{text('bulk.move')}</option>
        {scopes.map(scope => (
          <option key={scope} value={scope}>
            {text(`scope.${scope}`)}
          </option>
        ))}
      </select>
      <button type="button" className="link" onClick={() => panel.set({ ticked: new Set() })}>
        {text('bulk.clear')}
      </button>
    </div>
  );
}
