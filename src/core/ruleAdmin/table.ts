import { isUnused } from './offers';
import { type AnalysisFacts, findingsOf } from '../analysis/findings';
import type { RuleRef, Scope } from '../call/ruleRef';
import { isWritable, type StoredRule } from './storedRule';
import type { RuleFilter, RuleMark, RuleRow } from './row';
import { say, type Sentence } from '../texts/sentence';

/** What one scope holds, and how its rules are to be read. */
export interface TableScope {
  readonly scope: Scope;
  readonly rules: readonly StoredRule[];
  readonly root: string;
  /** Its allow rules count. */
  readonly allows: boolean;
  /** This person may not change it now, though others may. */
  readonly readOnly?: boolean;
}

export interface Hits {
  readonly count: number;
  readonly last: number;
}

interface TableFacts extends AnalysisFacts {
  readonly sessionId: string | undefined;
  readonly hitsOf: (rule: RuleRef) => Hits | undefined;
  /** Who keeps a deny rule from commands. */
  readonly keeper?: (pattern: string, rule: RuleRef) => Sentence | undefined;
}

/** Every rule of every scope, with what is worth knowing about it. */
export function ruleRows(scopes: readonly TableScope[], facts: TableFacts): readonly RuleRow[] {
  const all = scopes.flatMap(scope => scope.rules.map(rule => ({ scope, rule })));
  const counting = all.filter(({ scope, rule }) => scope.allows || rule.action !== 'allow');
  const marks = new Map<StoredRule, RuleMark[]>();
  const placed = counting.map(({ scope: { scope, root }, rule }) => ({ ...rule, scope, root }));
  for (const { kind, reason, place, by } of findingsOf(placed, facts)) {
    const { rule } = counting[place] ?? {};
    const other = by === undefined ? undefined : counting[by];
    if (!rule) continue;
    const mark: RuleMark = { kind, reason, ...(other ? { by: refOf(other.scope, other.rule, facts) } : {}) };
    marks.set(rule, [...(marks.get(rule) ?? []), mark]);
  }
  return all.map(({ scope, rule }) => markedRow(scope, rule, marks.get(rule) ?? [], facts));
}

function markedRow(scope: TableScope, rule: StoredRule, marks: readonly RuleMark[], facts: TableFacts): RuleRow {
  const row = rowOf(scope, rule, facts);
  return { ...row, marks: [...ownMarks(scope, rule), ...marks, ...unusedMark(row, facts.now)] };
}

function rowOf(scope: TableScope, rule: StoredRule, facts: TableFacts): Omit<RuleRow, 'marks'> {
  const ref = refOf(scope, rule, facts);
  const hits = facts.hitsOf(ref);
  const held = rule.action === 'deny' ? facts.keeper?.(rule.pattern, ref) : undefined;
  return {
    ref,
    rule,
    toolName: /^[^(]*/.exec(rule.pattern)?.[0].trim() ?? '',
    readOnly: scope.readOnly === true || !isWritable(ref.scope),
    hits: hits?.count ?? 0,
    ...(hits ? { lastHit: hits.last } : {}),
    ...(held ? { held } : {}),
  };
}

function refOf({ scope }: TableScope, { id }: StoredRule, { sessionId }: TableFacts): RuleRef {
  return { scope, id, ...(scope === 'session' && sessionId !== undefined ? { sessionId } : {}) };
}

function ownMarks(scope: TableScope, rule: StoredRule): readonly RuleMark[] {
  if (scope.allows || rule.action !== 'allow') return [];
  const reason =
    scope.scope === 'team'
      ? say('The team allows it, and you have not accepted that. It does not count.')
      : say('The repository brings it, and what the repository brings has not been accepted. It does not count.');
  return [{ kind: 'notAccepted', reason }];
}

function unusedMark(row: Omit<RuleRow, 'marks'>, now: number): readonly RuleMark[] {
  return isUnused(row, now) ? [{ kind: 'unused', reason: say('No call needed it for 90 days.') }] : [];
}

export function isShown({ ref, rule, toolName }: RuleRow, wanted: RuleFilter): boolean {
  if (wanted.scope !== undefined && ref.scope !== wanted.scope) return false;
  if (wanted.toolName !== undefined && toolName !== wanted.toolName) return false;
  const text = wanted.text?.toLowerCase() ?? '';
  return [rule.pattern, rule.description, rule.file].some(part => part?.toLowerCase().includes(text));
}
