import type { Scope } from '../../../src/core/call/ruleRef';
import type { RulesChanged, UpdateRule } from '../../../src/core/ruleAdmin/changes';
import type { StoreProblem } from '../../../src/core/ruleAdmin/storedRule';
import { type Hits, ruleRows } from '../../../src/core/ruleAdmin/table';
import { isWritable } from '../../../src/core/ruleAdmin/writableScopes';
import { type FixtureRule, type FixtureRules, folder, isNamed, keyOf } from './storyRules';

/** The rules of a story, which can be changed and changed back. */
export interface RuleStore {
  readonly rules: () => readonly FixtureRule[];
  /** Puts other rules in their place; the keys are those of the rules that are new. */
  readonly change: (next: readonly FixtureRule[], keys: readonly string[]) => RulesChanged;
  readonly undo: () => RulesChanged;
  readonly redo: () => RulesChanged;
  /** What the table shows of them. */
  readonly list: () => unknown;
}

export function createRuleStore(story: FixtureRules, changed: () => void): RuleStore {
  let { rules } = story;
  const past: (readonly FixtureRule[])[] = [];
  const future: (readonly FixtureRule[])[] = [];
  const history = (): Omit<RulesChanged, 'keys'> => ({ canUndo: past.length > 0, canRedo: future.length > 0 });

  function back(from: (readonly FixtureRule[])[], to: (readonly FixtureRule[])[]): RulesChanged {
    const before = from.pop();
    if (before === undefined) throw new Error('There is nothing to take back.');
    to.push(rules);
    rules = before;
    changed();
    return { keys: [], ...history() };
  }

  return {
    rules: () => rules,
    change(next, keys) {
      past.push(rules);
      future.length = 0;
      rules = next;
      changed();
      return { keys, ...history() };
    },
    undo: () => back(past, future),
    redo: () => back(future, past),
    list: () => ({ ...tableOf(rules, story), ...history() }),
  };
}

/** The rules after one of them was changed, and the key that it has then. */
export function updated(
  rules: readonly FixtureRule[],
  { changes, moveTo, ...name }: UpdateRule,
): readonly [readonly FixtureRule[], readonly string[]] {
  const rule = rules.find(it => isNamed(it, name));
  if (rule === undefined) throw new Error('The rule is no longer there. Somebody else has removed it.');
  const { description, expiresAt, ...rest } = changes;
  const next: FixtureRule = {
    ...rule,
    ...rest,
    scope: moveTo ?? rule.scope,
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof expiresAt === 'number' ? { expires: expiresAt } : {}),
    updated: Date.now(),
  };
  return [rules.map(it => (it === rule ? next : it)), [keyOf(next)]];
}

function tableOf(rules: readonly FixtureRule[], story: FixtureRules): object {
  const scopes = scopesOf(rules);
  const facts = {
    sessionId: 'session-1',
    now: Date.now(),
    hitsOf: (key: string): Hits | undefined => story.hits[key],
  };
  return {
    rules: ruleRows(scopes, facts),
    scopes: scopes.map(({ scope }) => {
      const problems = story.problems.filter(it => it.scope === scope).map(it => it.problem);
      return { scope, writable: isWritable(scope), revision: '1', problems, broken: problems.some(isBroken) };
    }),
  };
}

function isBroken({ code }: StoreProblem): boolean {
  return code === 'broken' || code === 'newer';
}

function scopesOf(
  rules: readonly FixtureRule[],
): readonly { scope: Scope; rules: readonly FixtureRule[]; root: string; allows: boolean }[] {
  const scopes: readonly Scope[] = ['session', 'workspace', 'project', 'user', 'claude'];
  return scopes.map(scope => ({
    scope,
    rules: rules.filter(rule => rule.scope === scope),
    root: folder,
    allows: scope !== 'project',
  }));
}
