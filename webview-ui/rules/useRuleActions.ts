import { refKey } from '../../src/core/call/ruleRef';
import type { RuleRow } from '../../src/core/ruleAdmin/row';
import type { MoveRules } from '../../src/core/ruleAdmin/changes';
import type { WritableScope } from '../../src/core/ruleAdmin/storedRule';
import { useText } from '../state/context';
import { usePanel } from './panelContext';

interface RuleActions {
  readonly remove: (rows: readonly RuleRow[]) => Promise<void>;
  readonly move: (rows: readonly RuleRow[], scope: WritableScope) => Promise<void>;
  /** Into the file that everybody shares, as the draft shows it. */
  readonly share: (rows: readonly RuleRow[], draft: string) => Promise<void>;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
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

  return {
    async remove(rows) {
      const own = rows.filter(row => !row.readOnly);
      if (own.length === 0) return;
      if (!(await panel.change('permissionRules/delete', { rules: own.map(({ ref }) => ref) }))) return;
      const [only] = own;
      const message =
        own.length === 1 && only ? text('toast.removed', only.rule.pattern) : text('toast.removedSeveral', own.length);
      panel.say(message, [undoAction]);
    },
    async move(rows, scope) {
      const own = rows.filter(row => !row.readOnly && row.ref.scope !== scope);
      if (own.length === 0) return;
      // What everybody gets is looked at first.
      if (scope === 'project') {
        panel.set({ pane: { kind: 'move', keys: new Set(own.map(({ ref }) => refKey(ref))) } });
        return;
      }
      const session = scope === 'session' && sessionId !== undefined ? { sessionId } : {};
      await move({ rules: own.map(({ ref }) => ref), to: scope, ...session });
    },
    async share(rows, draft) {
      if (await move({ rules: rows.map(({ ref }) => ref), to: 'project', draft }))
        panel.set({ pane: { kind: 'none' } });
    },
    undo,
    redo: async () => void (await panel.change('rules/redo', {})),
  };
}
