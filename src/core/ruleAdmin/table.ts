import { isUnused } from './offers';
import { parseRule, weaknesses } from '../rules';
import type { RuleRef, Scope } from '../call/ruleRef';
import { isWritable, type StoredRule } from './storedRule';
import type { RuleFilter, RuleMark, RuleRow } from './row';
import { say } from '../texts/sentence';

/** What one scope holds, and how its rules are to be read. */
interface TableScope {
  readonly scope: Scope;
  readonly rules: readonly StoredRule[];
  readonly root: string;
  /** Its allow rules count. */
  readonly allows: boolean;
}

export interface Hits {
  readonly count: number;
  readonly last: number;
}

interface TableFacts {
  readonly sessionId: string | undefined;
  readonly now: number;
  readonly hitsOf: (rule: RuleRef) => Hits | undefined;
}

/** Every rule of every scope, with what is worth knowing about it. */
export function ruleRows(scopes: readonly TableScope[], facts: TableFacts): readonly RuleRow[] {
  const all = scopes.flatMap(scope => scope.rules.map(rule => ({ scope, rule })));
  const counting = all.filter(({ scope, rule }) => scope.allows || rule.action !== 'allow');
  const marks = new Map<StoredRule, RuleMark[]>();
  const mark = (rule: StoredRule, one: RuleMark): void => void marks.set(rule, [...(marks.get(rule) ?? []), one]);
  const weighed = counting.map(({ scope, rule }) => ({ ...rule, root: scope.root }));
  for (const weakness of weaknesses(weighed, facts.now)) {
    const { rule } = counting[weakness.place] ?? {};
    if (!rule) continue;
    if (weakness.kind === 'expired')
      mark(rule, { kind: 'expired', reason: say('It has ended and does nothing any more.') });
    if (weakness.kind === 'broad') mark(rule, { kind: 'broad', reason: weakness.reason });
    if (weakness.kind === 'shadowed') {
      const by = counting[weakness.by];
      if (by)
        mark(rule, {
          kind: 'shadowed',
          by: refOf(by.scope, by.rule, facts),
          reason: say('It never decides: {action} {rule} ({scope}) comes first.', {
            action: say(by.rule.action),
            rule: by.rule.pattern,
            scope: say(by.scope.scope),
          }),
        });
    }
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
  return {
    ref,
    rule,
    toolName: /^[^(]*/.exec(rule.pattern)?.[0].trim() ?? '',
    readOnly: !isWritable(ref.scope),
    hits: hits?.count ?? 0,
    ...(hits ? { lastHit: hits.last } : {}),
  };
}

function refOf({ scope }: TableScope, { id }: StoredRule, { sessionId }: TableFacts): RuleRef {
  return { scope, id, ...(scope === 'session' && sessionId !== undefined ? { sessionId } : {}) };
}

function ownMarks(scope: TableScope, rule: StoredRule): readonly RuleMark[] {
  const parsed = parseRule(rule.pattern, rule.action);
  const marks: RuleMark[] = [];
  if ('error' in parsed) {
    const problem = parsed.error.message;
    const reason =
      rule.action === 'allow'
        ? say('{problem}. It is ignored.', { problem })
        : say('{problem}. Until it is corrected, its tool asks.', { problem });
    marks.push({ kind: 'invalid', reason });
  }
  if (!scope.allows && rule.action === 'allow')
    marks.push({
      kind: 'notAccepted',
      reason: say('The repository brings it, and what the repository brings has not been accepted. It does not count.'),
    });
  return marks;
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
