import { changedRule } from '../../../src/core/ruleAdmin/edits';
import { type RuleRef, refKey, type Scope } from '../../../src/core/call/ruleRef';
import type { RulesChanged, UpdateRule } from '../../../src/core/ruleAdmin/changes';
import type { StoreProblem } from '../../../src/core/ruleAdmin/storedRule';
import { type Hits, ruleRows } from '../../../src/core/ruleAdmin/table';
import type { TeamView } from '../../../src/core/ruleAdmin/team';
import { isWritable } from '../../../src/core/ruleAdmin/writableScopes';
import { type FixtureRule, type FixtureRules, folder, isNamed, refOf } from './storyRules';

/** The rules of a story, which can be changed and changed back. */
export interface RuleStore {
  readonly rules: () => readonly FixtureRule[];
  /** Puts other rules in their place; `refs` are those of the rules that are new. */
  readonly change: (next: readonly FixtureRule[], refs: readonly RuleRef[]) => RulesChanged;
  readonly undo: () => RulesChanged;
  readonly redo: () => RulesChanged;
  /** What the table shows of them. */
  readonly list: () => unknown;
}

export function createRuleStore(story: FixtureRules, changed: () => void): RuleStore {
  let { rules } = story;
  const past: (readonly FixtureRule[])[] = [];
  const future: (readonly FixtureRule[])[] = [];
  const history = (): Omit<RulesChanged, 'rules'> => ({ canUndo: past.length > 0, canRedo: future.length > 0 });

  function back(from: (readonly FixtureRule[])[], to: (readonly FixtureRule[])[]): RulesChanged {
    const before = from.pop();
    if (before === undefined) throw new Error('There is nothing to take back.');
    to.push(rules);
    rules = before;
    changed();
    return { rules: [], ...history() };
  }

  return {
    rules: () => rules,
    change(next, refs) {
      past.push(rules);
      future.length = 0;
      rules = next;
      changed();
      return { rules: refs, ...history() };
    },
    undo: () => back(past, future),
    redo: () => back(future, past),
    list: () => ({ ...tableOf(rules, story), ...history() }),
  };
}

/** The rules after one of them was changed, and where it is then. */
export function updated(
  rules: readonly FixtureRule[],
  { changes, moveTo, ...name }: UpdateRule,
): readonly [readonly FixtureRule[], readonly RuleRef[]] {
  const rule = rules.find(it => isNamed(it, name));
  if (rule === undefined) throw new Error('The rule is no longer there. Somebody else has removed it.');
  const next: FixtureRule = {
    ...changedRule(rule, { ...changes, updated: Date.now() }),
    scope: moveTo ?? rule.scope,
  };
  return [rules.map(it => (it === rule ? next : it)), [refOf(next)]];
}

function tableOf(rules: readonly FixtureRule[], story: FixtureRules): object {
  const scopes = scopesOf(rules, story.team);
  const facts = {
    sessionId: 'session-1',
    now: Date.now(),
    hitsOf: (rule: RuleRef): Hits | undefined => story.hits[refKey(rule)],
    ...(story.isOnDisk ? { disk: { workspace: [folder], home: '/home/ana', matches: story.isOnDisk } } : {}),
  };
  return {
    rules: ruleRows(scopes, facts),
    scopes: scopes.map(({ scope, readOnly }) => {
      const problems = story.problems.filter(it => it.scope === scope).map(it => it.problem);
      return {
        scope,
        writable: isWritable(scope) && !readOnly,
        revision: '1',
        problems,
        broken: problems.some(isBroken),
      };
    }),
  };
}

function isBroken({ code }: StoreProblem): boolean {
  return code === 'broken' || code === 'newer' || code === 'unreadable';
}

function scopesOf(
  rules: readonly FixtureRule[],
  team: TeamView | undefined,
): readonly { scope: Scope; rules: readonly FixtureRule[]; root: string; allows: boolean; readOnly: boolean }[] {
  const scopes: readonly Scope[] = ['session', 'workspace', 'project', 'user', 'team', 'claude'];
  return scopes.map(scope => ({
    scope,
    rules: rules.filter(rule => rule.scope === scope),
    root: folder,
    allows: scope === 'team' ? team?.trusted === true : scope !== 'project',
    readOnly: scope === 'team' && team?.mayWrite !== true,
  }));
}
