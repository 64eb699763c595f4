import type { RuleRow } from '../../src/core/ruleAdmin/row';
import { useText } from '../state/context';
import { PaneHead } from './paneHead';
import { usePanel } from './panelContext';
import { draftOf, SharedFile, useDraft } from '../ruleParts/sharedFile';
import { useRuleActions } from './useRuleActions';
import type { ReactNode } from 'react';

/** Rules on their way into the file that everybody shares. */
export function MovePane({ rows }: { readonly rows: readonly RuleRow[] }): ReactNode {
  const text = useText();
  const panel = usePanel();
  const actions = useRuleActions(undefined);
  const draft = useDraft({ type: 'move', move: { rules: rows.map(({ ref }) => ref), to: 'project' } });
  const seen = draftOf(draft);
  return (
    <div className="pane">
      <PaneHead title={text('move.title', rows.length)} />
      <SharedFile draft={draft} />
      <div className="row">
        <button
          type="button"
          className="primary"
          aria-disabled={seen === undefined}
          onClick={() => seen && void actions.share(rows, seen.draft)}
        >
          {text('shared.write')}
        </button>
        <button type="button" onClick={() => panel.set({ pane: { kind: 'none' } })}>
          {text('rule.cancel')}
        </button>
      </div>
    </div>
  );
}
