import type { RuleRow } from '../../src/core/rulesRpc';
import type { WritableScope } from '../../src/core/storedRule';
import { useText } from '../context';
import { usePanel } from './panelContext';
import { nameOf } from './panelStore';

export interface RuleActions {
  readonly remove: (rows: readonly RuleRow[]) => Promise<void>;
  readonly move: (rows: readonly RuleRow[], scope: WritableScope) => Promise<void>;
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

  return {
    async remove(rows) {
      const own = rows.filter(row => !row.readOnly);
      if (own.length === 0) return;
      if (!(await panel.change('permissionRules/delete', { rules: own.map(nameOf) }))) return;
      const [only] = own;
      const message =
        own.length === 1 && only ? text('toast.removed', only.pattern) : text('toast.removedSeveral', own.length);
      panel.say(message, [{ label: text('rules.undo'), run: () => void undo() }]);
    },
    async move(rows, scope) {
      const own = rows.filter(row => !row.readOnly && row.scope !== scope);
      let moved = 0;
      for (const row of own) {
        const session = scope === 'session' && sessionId !== undefined ? { sessionId } : {};
        const changed = await panel.change('permissionRules/update', {
          ...nameOf(row),
          ...session,
          changes: {},
          moveTo: scope,
        });
        if (!changed) break;
        moved += 1;
      }
      if (moved > 0) panel.say(text('toast.moved', moved, text(`scope.${scope}`)), []);
    },
    undo,
    redo: async () => void (await panel.change('rules/redo', {})),
  };
}
