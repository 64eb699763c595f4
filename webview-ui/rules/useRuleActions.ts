import { refKey } from '../../src/core/call/ruleRef';
import type { RuleRow } from '../../src/core/ruleAdmin/row';
import type { MoveRules, RemoveRules, RuleChange } from '../../src/core/ruleAdmin/changes';
import { isShared, type WritableScope } from '../../src/core/ruleAdmin/writableScopes';
import { useText } from '../state/context';
import { usePanel } from './panelContext';

interface RuleActions {
  readonly remove: (rows: readonly RuleRow[]) => Promise<void>;
  readonly move: (rows: readonly RuleRow[], scope: WritableScope) => Promise<void>;
  /** To others or away from them, as the draft shows it; without a scope they are removed. */
  readonly share: (rows: readonly RuleRow[], to: WritableScope | undefined, draft: string) => Promise<void>;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
}

/** The change that takes rules to a scope, or away. */
export function changeOf(
  rows: readonly RuleRow[],
  to: WritableScope | undefined,
  sessionId: string | undefined,
): RuleChange {
  if (to === undefined) return { type: 'remove', remove: { rules: rows.map(({ ref }) => ref) } };
  return { type: 'move', move: moveOf(rows, to, sessionId) };
}

function moveOf(rows: readonly RuleRow[], to: WritableScope, sessionId: string | undefined): MoveRules {
  const session = to === 'session' && sessionId !== undefined ? { sessionId } : {};
  return { rules: rows.map(({ ref }) => ref), to, ...session };
}

/** What can be done to rules from several places of the panel; each says what it did and offers the way back. */
export function useRuleActions(sessionId: string | undefined): RuleActions {
  const panel = usePanel();
  const text = useText();

  async function undo(): Promise<void> {
    if (await panel.change('rules/undo', {})) panel.set({ toast: undefined });
  }

  const undoAction = { label: text('rules.undo'), run: () => void undo() };

  async function move(params: MoveRules): Promise<boolean> {
    const moved = await panel.change('permissionRules/move', params);
    if (moved) {
      panel.set({ ticked: new Set() });
      panel.say(text('toast.moved', params.rules.length, text(`scope.${params.to}`)), [undoAction]);
    }
    return moved !== undefined;
  }

  async function removed(rows: readonly RuleRow[], draft: Pick<RemoveRules, 'draft'>): Promise<boolean> {
    const done = await panel.change('permissionRules/delete', { rules: rows.map(({ ref }) => ref), ...draft });
    if (!done) return false;
    const [only] = rows;
    const message =
      rows.length === 1 && only ? text('toast.removed', only.rule.pattern) : text('toast.removedSeveral', rows.length);
    panel.say(message, [undoAction]);
    return true;
  }

  function lookAt(rows: readonly RuleRow[], to?: WritableScope): void {
    const keys = new Set(rows.map(({ ref }) => refKey(ref)));
    panel.set({ pane: { kind: 'move', keys, ...(to === undefined ? {} : { to }) } });
  }

  return {
    async remove(rows) {
      const own = rows.filter(row => !row.readOnly);
      if (own.length === 0) return;
      // What others lose is looked at first.
      if (own.some(({ ref }) => ref.scope === 'team')) lookAt(own);
      else await removed(own, {});
    },
    async move(rows, scope) {
      const own = rows.filter(row => !row.readOnly && row.ref.scope !== scope);
      if (own.length === 0) return;
      // What everybody gets is looked at first.
      if (isShared(scope) || own.some(({ ref }) => ref.scope === 'team')) lookAt(own, scope);
      else await move(moveOf(own, scope, sessionId));
    },
    async share(rows, to, draft) {
      const done = await (to === undefined
        ? removed(rows, { draft })
        : move({ ...moveOf(rows, to, sessionId), draft }));
      if (done) panel.set({ pane: { kind: 'none' } });
    },
    undo,
    redo: async () => void (await panel.change('rules/redo', {})),
  };
}
