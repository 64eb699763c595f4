import { refKey } from '../../src/core/call/ruleRef';
import type { RuleRow } from '../../src/core/ruleAdmin/row';
import { useView } from '../state/context';
import type { Panel } from './panelStore';
import { usePanel, usePanelState } from './panelContext';
import { useRuleActions } from './useRuleActions';
import { type Line, lineKey, toggled } from './view';
import type { KeyboardEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';

interface GridKeys {
  readonly lines: readonly Line[];
  readonly rows: readonly RuleRow[];
  /** The place of the line that the keyboard is on. */
  readonly at: number;
  /** How many lines are in sight. */
  readonly page: number;
}

/** What the keys do in the table, which holds the focus as one thing. */
export function useGridKeys(
  grid: RefObject<HTMLDivElement | null>,
  { lines, rows, at, page }: GridKeys,
): (event: KeyboardEvent) => void {
  const panel = usePanel();
  const actions = useRuleActions(useView(view => view.chat.activeSessionId));
  const ticked = usePanelState(state => state.ticked);
  const line = lines[at];

  /** To the ticked rules, or to the one that the keyboard is on. */
  function chosen(): readonly RuleRow[] {
    if (ticked.size > 0) return rows.filter(row => ticked.has(refKey(row.ref)));
    return line?.kind === 'rule' ? [line.row] : [];
  }

  function act(key: string): boolean {
    const place = placeAfter(key, at, page, lines.length);
    if (place !== undefined) {
      const next = lines[Math.min(Math.max(place, 0), lines.length - 1)];
      if (next !== undefined) panel.set({ active: lineKey(next) });
      return true;
    }
    switch (key) {
      case 'Delete':
      case 'Backspace':
        void actions.remove(chosen());
        return true;
      case 'Escape':
        panel.set(ticked.size > 0 ? { ticked: new Set() } : { pane: { kind: 'none' } });
        return true;
      default:
        return line !== undefined && actOn(line, key, panel);
    }
  }

  return event => {
    if (event.target !== grid.current || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a') return;
      event.preventDefault();
      panel.set({ ticked: new Set(rows.filter(row => !row.readOnly).map(row => refKey(row.ref))) });
      return;
    }
    if (event.altKey || !act(event.key)) return;
    event.preventDefault();
  };
}

/** Where a key leads to; undefined where it leads nowhere. */
function placeAfter(key: string, at: number, page: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Whether the key does something on this line. */
function actOn(line: Line, key: string, panel: Panel): boolean {
  if (line.kind === 'group') return actOnGroup(line, key, panel);
  if (key === 'Enter') {
    // At once: the next key is for the rule, and would else be for the table, where some of them remove rules.
    flushSync(() => panel.set({ pane: { kind: 'rule' } }));
    document.querySelector<HTMLElement>('.rules-pane .patterns input')?.focus();
    return true;
  }
  if (key !== ' ') return false;
  panel.set({ ticked: toggled(panel.store.getState().ticked, refKey(line.row.ref)) });
  return true;
}

function actOnGroup({ tool, folded }: Line & { readonly kind: 'group' }, key: string, panel: Panel): boolean {
  if (!['ArrowLeft', 'ArrowRight', 'Enter', ' '].includes(key)) return false;
  const next = new Set(panel.store.getState().folded);
  if (key === 'ArrowLeft' || (key !== 'ArrowRight' && !folded)) next.add(tool);
  else next.delete(tool);
  panel.set({ folded: next });
  return true;
}
