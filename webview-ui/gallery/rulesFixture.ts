import { changedRule } from '../../src/core/ruleAdmin/edits';
import type { RuleInput } from '../../src/core/call/ruleInput';
import { judgementOf } from '../../src/core/ruleAdmin/judgementOf';
import { isObject } from '../../src/core/base/json';
import { distinctCalls, type PastCall } from '../../src/core/journal/pastCalls';
import type { Request } from '../../src/core/protocol/request';
import { ruleRequests } from '../../src/core/protocol/ruleRequests';
import { previewRules } from '../../src/core/ruleAdmin/preview';
import { type ToolUse, compileRules, type Context, evaluate, type ScopedRule, suggest } from '../../src/core/rules';
import { refKey, type RuleRef, type Scope } from '../../src/core/call/ruleRef';
import type { HistoryOffer } from '../../src/core/ruleAdmin/offers';
import type { RuleChange, RulesChanged, UpdateRule } from '../../src/core/ruleAdmin/changes';
import { type Hits, ruleRows } from '../../src/core/ruleAdmin/table';
import { isWritable, type StoredRule, type StoreProblem, writableScopes } from '../../src/core/ruleAdmin/storedRule';

export type FixtureRule = StoredRule & { readonly scope: Scope };

/** What a story has of rules. */
export interface FixtureRules {
  readonly rules: readonly FixtureRule[];
  readonly problems: readonly { readonly scope: Scope; readonly problem: StoreProblem }[];
  readonly calls: readonly PastCall[];
  readonly offers: readonly HistoryOffer[];
  readonly hits: Readonly<Record<string, Hits>>;
  /** What the card in the story asks. */
  readonly card?: ToolUse;
}

export const noRules: FixtureRules = { rules: [], problems: [], calls: [], offers: [], hits: {} };

export const folder = '/home/ana/shop';

const context: Context = {
  workspace: [folder],
  home: '/home/ana',
  platform: 'linux',
  trusted: true,
  mode: 'default',
  skip: { fileEdits: false, bash: false, skills: false, mcp: false },
  trustAll: false,
  now: Date.now(),
  facts: { realPath: path => path, gitDanger: () => undefined },
};

/** Answers the requests about rules with the real engine over rules in memory. */
export function createRules(story: FixtureRules, changed: () => void): (method: string, params: unknown) => unknown {
  let { rules, offers } = story;
  let added = 0;
  const past: (readonly FixtureRule[])[] = [];
  const future: (readonly FixtureRule[])[] = [];

  function change(next: readonly FixtureRule[], refs: readonly RuleRef[]): RulesChanged {
    past.push(rules);
    future.length = 0;
    rules = next;
    changed();
    return { rules: refs, canUndo: true, canRedo: false };
  }

  function back(from: (readonly FixtureRule[])[], to: (readonly FixtureRule[])[]): RulesChanged {
    const before = from.pop();
    if (before === undefined) throw new Error('There is nothing to take back.');
    to.push(rules);
    rules = before;
    changed();
    return { rules: [], canUndo: past.length > 0, canRedo: future.length > 0 };
  }

  function list(): unknown {
    const scopes = scopesOf(rules);
    const facts = {
      sessionId: 'session-1',
      now: Date.now(),
      hitsOf: (rule: RuleRef): Hits | undefined => story.hits[refKey(rule)],
    };
    return {
      rules: ruleRows(scopes, facts),
      scopes: scopes.map(({ scope }) => {
        const problems = story.problems.filter(it => it.scope === scope).map(it => it.problem);
        return { scope, writable: isWritable(scope), revision: '1', problems, broken: problems.some(isBroken) };
      }),
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    };
  }

  return (method, params) => {
    switch (method) {
      case 'permissionRules/list':
        return list();
      case 'permissionRules/add': {
        const { scope, rules: drafts, by = 'panel' } = given(ruleRequests['permissionRules/add'], params);
        const made = drafts.map((draft: RuleInput): FixtureRule => {
          added += 1;
          const place = { scope, id: `new-${added}`, created: { at: Date.now(), by } };
          return Object.assign(place, draft);
        });
        return change([...rules, ...made], made.map(refOf));
      }
      case 'permissionRules/update':
        return change(...updated(rules, given(ruleRequests['permissionRules/update'], params)));
      case 'permissionRules/move': {
        const { rules: names, to } = given(ruleRequests['permissionRules/move'], params);
        const moved = (rule: FixtureRule): boolean => names.some(name => isNamed(rule, name));
        const next = rules.map(rule => (moved(rule) ? { ...rule, scope: to } : rule));
        return change(next, next.filter((_, at) => next[at] !== rules[at]).map(refOf));
      }
      case 'permissionRules/delete': {
        const { rules: gone } = given(ruleRequests['permissionRules/delete'], params);
        return change(
          rules.filter(rule => !gone.some(name => isNamed(rule, name))),
          [],
        );
      }
      case 'rules/undo':
        return back(past, future);
      case 'rules/redo':
        return back(future, past);
      case 'rules/preview': {
        const { scope, action, patterns, instead } = given(ruleRequests['rules/preview'], params);
        return previewRules({
          rules: rules.map(scoped),
          added: patterns.map(pattern => ({ action, pattern, root: folder, source: { scope } })),
          isGone: source => instead !== undefined && source.scope === instead.scope && source.id === instead.id,
          calls: story.calls,
          context,
          ...(story.card === undefined || !asksForCard(params) ? {} : { card: story.card }),
        });
      }
      case 'rules/draft': {
        const wanted = given(ruleRequests['rules/draft'], params);
        const before = rules.filter(rule => rule.scope === 'project').map(writtenOf);
        return {
          draft: 'draft-1',
          file: sharedFile,
          before: textOf(before),
          after: textOf([...before, ...addedBy(wanted, rules)]),
        };
      }
      case 'rules/suggest': {
        const found = story.card === undefined ? [] : suggest(rules.map(scoped), story.card, context);
        const none = { calls: 0, matched: 0, changed: { allow: 0, ask: 0, deny: 0 }, examples: [] };
        return {
          offers: found.map(({ patterns }) => ({ patterns, preview: none })),
          scope: 'session',
          scopes: writableScopes,
          ...(found.length === 0 ? { reason: 'No rule for this call would be narrow enough to be safe.' } : {}),
        };
      }
      case 'rules/test': {
        const { tool, input } = given(ruleRequests['rules/test'], params);
        const found = evaluate(compileRules(rules.map(scoped)), { tool, input, cwd: folder }, context);
        const { risk, riskSentence, because } = judgementOf(tool, found);
        return { verdict: found.decision, readOnly: found.readOnly, risk, riskSentence, because };
      }
      case 'rules/pastCalls':
        return { calls: distinctCalls(story.calls, 50) };
      case 'rules/offers':
        return { offers };
      case 'rules/dismiss': {
        const { key } = given(ruleRequests['rules/dismiss'], params);
        offers = offers.filter(offer => offer.key !== key);
        return {};
      }
      default:
        return {};
    }
  };
}

function updated(
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

const sharedFile = `${folder}/.latch/rules.json`;

function textOf(rules: readonly object[]): string {
  return `${JSON.stringify({ rules }, undefined, 2)}\n`;
}

function writtenOf({ action, pattern }: RuleInput): object {
  return { action, pattern };
}

/** What a change adds to the file that everybody shares. */
function addedBy(change: RuleChange, rules: readonly FixtureRule[]): readonly object[] {
  switch (change.type) {
    case 'add':
      return change.add.rules.map(writtenOf);
    case 'update':
      return updated(rules, change.update)[0]
        .filter(rule => rule.scope === 'project' && !rules.includes(rule))
        .map(writtenOf);
    case 'move':
      return rules.filter(rule => change.move.rules.some(name => isNamed(rule, name))).map(writtenOf);
    default:
      return change satisfies never;
  }
}

function asksForCard(params: unknown): boolean {
  return isObject(params) && params['toolCallId'] !== undefined;
}

function given<P>(request: Request<P, unknown>, params: unknown): P {
  const read = request.params(params);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}

function refOf({ scope, id }: FixtureRule): RuleRef {
  return { scope, id };
}

function isNamed(rule: FixtureRule, name: RuleRef): boolean {
  return rule.scope === name.scope && rule.id === name.id;
}

function isBroken({ code }: StoreProblem): boolean {
  return code === 'broken' || code === 'newer' || code === 'unreadable';
}

function scoped({ action, pattern, scope, id, file, line }: FixtureRule): ScopedRule {
  const source = { scope, id, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
  return { action, pattern, root: folder, source };
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
