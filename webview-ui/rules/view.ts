import type { RuleMark, RuleRow } from '../../src/core/ruleAdmin/row';
import { refKey, type Action, type Scope } from '../../src/core/call/ruleRef';

/** Which rules the table shows. `undefined`: all of them. */
export interface Filter {
  readonly text: string;
  readonly action: Action | undefined;
  readonly scope: Scope | undefined;
  readonly tool: string | undefined;
  /** `any`: those that have something to look at. */
  readonly mark: RuleMark['kind'] | 'any' | undefined;
}

export const everything: Filter = { text: '', action: undefined, scope: undefined, tool: undefined, mark: undefined };

export type SortKey = 'action' | 'pattern' | 'scope' | 'used' | 'made' | 'ends';
export interface Sort {
  readonly by: SortKey;
  readonly down: boolean;
}

export type Line =
  | { readonly kind: 'group'; readonly tool: string; readonly count: number; readonly folded: boolean }
  | { readonly kind: 'rule'; readonly row: RuleRow };

export function isFiltered(filter: Filter): boolean {
  return (
    filter.text.trim() !== '' || [filter.action, filter.scope, filter.tool, filter.mark].some(it => it !== undefined)
  );
}

function isShown(row: RuleRow, filter: Filter): boolean {
  const { action, scope, tool, mark } = filter;
  const { rule } = row;
  if (action !== undefined && rule.action !== action) return false;
  if (scope !== undefined && row.ref.scope !== scope) return false;
  if (tool !== undefined && row.toolName !== tool) return false;
  if (mark !== undefined && !row.marks.some(it => mark === 'any' || it.kind === mark)) return false;
  const words = filter.text.toLowerCase().split(/\s+/);
  const place = [rule.pattern, rule.description, rule.file, rule.created?.request?.text, rule.action]
    .join('\n')
    .toLowerCase();
  return words.every(word => place.includes(word));
}

/** Deny first, as it wins; then what asks. */
const actionOrder: Readonly<Record<Action, number>> = { deny: 0, ask: 1, allow: 2 };
const scopeOrder: readonly Scope[] = ['session', 'workspace', 'project', 'user', 'team', 'claude', 'builtin', 'mode'];

function compare(one: RuleRow, other: RuleRow, by: SortKey): number {
  switch (by) {
    case 'action':
      return actionOrder[one.rule.action] - actionOrder[other.rule.action];
    case 'pattern':
      return compareText(one.rule.pattern, other.rule.pattern);
    case 'scope':
      return scopeOrder.indexOf(one.ref.scope) - scopeOrder.indexOf(other.ref.scope);
    case 'used':
      return one.hits - other.hits || (one.lastHit ?? 0) - (other.lastHit ?? 0);
    case 'made':
      return (one.rule.created?.at ?? 0) - (other.rule.created?.at ?? 0);
    case 'ends':
      return (one.rule.expires ?? Number.MAX_VALUE) - (other.rule.expires ?? Number.MAX_VALUE);
    default:
      return by satisfies never;
  }
}

/** By code unit: thousands of rules are sorted with every letter of a search. */
function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export function shownRows(rows: readonly RuleRow[], filter: Filter, { by, down }: Sort): readonly RuleRow[] {
  const sign = down ? -1 : 1;
  return rows
    .filter(row => isShown(row, filter))
    .toSorted((one, other) => sign * compare(one, other, by) || compareText(one.rule.pattern, other.rule.pattern));
}

/** What the table shows line by line: the rules under the name of their tool, or all in one list. */
export function linesOf(rows: readonly RuleRow[], grouped: boolean, folded: ReadonlySet<string>): readonly Line[] {
  if (!grouped) return rows.map(row => ({ kind: 'rule', row }));
  const groups = new Map<string, RuleRow[]>();
  for (const row of rows) {
    const own = groups.get(row.toolName);
    if (own) own.push(row);
    else groups.set(row.toolName, [row]);
  }
  const tools = [...groups.keys()].toSorted(compareText);
  const lines: Line[] = [];
  for (const tool of tools) {
    const own = groups.get(tool) ?? [];
    const isFolded = folded.has(tool);
    lines.push({ kind: 'group', tool, count: own.length, folded: isFolded });
    if (!isFolded) for (const row of own) lines.push({ kind: 'rule', row });
  }
  return lines;
}

export function lineKey(line: Line): string {
  return line.kind === 'group' ? `group:${line.tool}` : refKey(line.row.ref);
}

/** Which lines are drawn: those in sight and a few around them, and the one that the keyboard is on. */
export function linesInSight(
  count: number,
  { top, height, rowHeight }: { readonly top: number; readonly height: number; readonly rowHeight: number },
  active: number,
): readonly number[] {
  const around = 8;
  const first = Math.max(0, Math.floor(top / rowHeight) - around);
  const last = Math.min(count - 1, Math.ceil((top + height) / rowHeight) + around);
  const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  const outside = active >= 0 && active < count && (active < first || active > last);
  return outside ? [...places, active].toSorted((one, other) => one - other) : places;
}

export function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
