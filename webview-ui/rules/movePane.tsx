import type { RuleRow } from '../../src/core/ruleAdmin/row';
import { isShared, isWritable, type WritableScope } from '../../src/core/ruleAdmin/writableScopes';
import type { Translate } from '../language/translate';
import { useText, useView } from '../state/context';
import { PaneHead } from './paneHead';
import { usePanel } from './panelContext';
import { draftOf, SharedDraft, useDraft, writeLabel } from '../ruleParts/sharedDraft';
import { changeOf, useRuleActions } from './useRuleActions';
import type { ReactNode } from 'react';

interface MovePaneProps {
  readonly rows: readonly RuleRow[];
  /** Without it they are removed. */
  readonly to: WritableScope | undefined;
}

/** Rules on their way to others, or away from them. */
export function MovePane({ rows, to }: MovePaneProps): ReactNode {
  const text = useText();
  const panel = usePanel();
  const sessionId = useView(view => view.chat.activeSessionId);
  const actions = useRuleActions(sessionId);
  const draft = useDraft(changeOf(rows, to, sessionId));
  const seen = draftOf(draft);
  const scopes = [...rows.map(({ ref }) => ref.scope).filter(isWritable), ...(to === undefined ? [] : [to])];
  return (
    <div className="pane">
      <PaneHead title={moveTitle(rows, to, text)} />
      <SharedDraft draft={draft} />
      <div className="row">
        <button
          type="button"
          className="primary"
          aria-disabled={seen === undefined}
          onClick={() => seen && void actions.share(rows, to, seen.draft)}
        >
          {text(writeLabel(scopes) ?? 'rule.save')}
        </button>
        <button type="button" onClick={() => panel.set({ pane: { kind: 'none' } })}>
          {text('rule.cancel')}
        </button>
      </div>
    </div>
  );
}

export function moveTitle(rows: readonly RuleRow[], to: WritableScope | undefined, text: Translate): string {
  if (to === undefined) return text('move.remove', rows.length);
  return isShared(to) ? text('move.title', rows.length) : text('move.back', rows.length);
}
