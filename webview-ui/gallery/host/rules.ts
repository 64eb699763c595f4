import type { RuleInput } from '../../../src/core/call/ruleInput';
import { isObject } from '../../../src/core/base/json';
import { distinctCalls } from '../../../src/core/journal/pastCalls';
import type { Request } from '../../../src/core/protocol/request';
import { ruleRequests } from '../../../src/core/protocol/ruleRequests';
import type { Scope } from '../../../src/core/call/ruleRef';
import type { RuleChange, RulesChanged, RulesDraft } from '../../../src/core/ruleAdmin/changes';
import { teamChange } from '../../../src/core/ruleAdmin/teamChange';
import { judgementOf } from '../../../src/core/ruleAdmin/judgementOf';
import { previewRules } from '../../../src/core/ruleAdmin/preview';
import { writableScopes } from '../../../src/core/ruleAdmin/writableScopes';
import { compileRules, evaluate, parseRule, ruleInWords, suggest } from '../../../src/core/rules';
import { createRuleStore, type RuleStore, updated } from './ruleStore';
import { context } from '../samples/context';
import { type FixtureRule, type FixtureRules, folder, isNamed, refOf, scoped } from './storyRules';
import { quoted, say, type Sentence } from '../../../src/core/texts/sentence';

type Answers = Readonly<Record<string, (params: unknown) => unknown>>;

/** Answers the requests about rules with the real engine over rules in memory. */
export function createRules(story: FixtureRules, changed: () => void): (method: string, params: unknown) => unknown {
  const store = createRuleStore(story, changed);
  const answers = new Map(
    Object.entries({ ...changesOf(store), ...questionsOf(store, story), ...trialsOf(store, story) }),
  );
  return (method, params) => answers.get(method)?.(params) ?? {};
}

function changesOf(store: RuleStore): Answers {
  let added = 0;
  return {
    'permissionRules/add': params => {
      const { scope, rules: drafts, by = 'panel' } = given(ruleRequests['permissionRules/add'], params);
      const made = drafts.map((draft: RuleInput): FixtureRule => {
        added += 1;
        const place = { scope, id: `new-${added}`, created: { at: Date.now(), by } };
        return Object.assign(place, draft);
      });
      return store.change([...store.rules(), ...made], made.map(refOf));
    },
    'permissionRules/update': params =>
      store.change(...updated(store.rules(), given(ruleRequests['permissionRules/update'], params))),
    'permissionRules/move': (params): RulesChanged => {
      const { rules: names, to } = given(ruleRequests['permissionRules/move'], params);
      const rules = store.rules();
      const moved = (rule: FixtureRule): boolean => names.some(name => isNamed(rule, name));
      const next = rules.map(rule => (moved(rule) ? { ...rule, scope: to } : rule));
      return store.change(next, next.filter((_, at) => next[at] !== rules[at]).map(refOf));
    },
    'permissionRules/delete': params => {
      const { rules: gone } = given(ruleRequests['permissionRules/delete'], params);
      const left = store.rules().filter(rule => !gone.some(name => isNamed(rule, name)));
      return store.change(left, []);
    },
    'rules/undo': store.undo,
    'rules/redo': store.redo,
  };
}

/** What a person asks before they make a rule. */
function trialsOf(store: RuleStore, story: FixtureRules): Answers {
  return {
    'rules/preview': params => {
      const { scope, action, patterns, instead } = given(ruleRequests['rules/preview'], params);
      return previewRules({
        rules: store.rules().map(scoped),
        added: patterns.map(pattern => ({ action, pattern, root: folder, source: { scope } })),
        isGone: source => instead !== undefined && source.scope === instead.scope && source.id === instead.id,
        calls: story.calls,
        context,
        ...(story.card === undefined || !asksForCard(params) ? {} : { card: story.card }),
      });
    },
    'rules/draft': params => draftOf(given(ruleRequests['rules/draft'], params), store.rules(), story),
    'rules/test': params => {
      const { tool, input } = given(ruleRequests['rules/test'], params);
      const found = evaluate(compileRules(store.rules().map(scoped)), { tool, input, cwd: folder }, context);
      const { risk, riskSentence, because } = judgementOf(tool, found);
      return { verdict: found.decision, readOnly: found.readOnly, risk, riskSentence, because };
    },
  };
}

function questionsOf(store: RuleStore, story: FixtureRules): Answers {
  let { offers } = story;
  return {
    'permissionRules/list': store.list,
    'rules/suggest': () => {
      const found = story.card === undefined ? [] : suggest(store.rules().map(scoped), story.card, context);
      const none = { calls: 0, matched: 0, changed: { allow: 0, ask: 0, deny: 0 }, examples: [] };
      return {
        offers: found.map(({ patterns }) => ({ patterns, says: patterns.map(saysOf), preview: none })),
        scope: 'session',
        scopes: writableScopes.filter(scope => scope !== 'team' || story.team?.mayWrite === true),
        ...(found.length === 0 ? { reason: say('No rule for this call would be narrow enough to be safe.') } : {}),
      };
    },
    'rules/pastCalls': () => ({ calls: distinctCalls(story.calls, 50) }),
    'rules/offers': () => ({ offers }),
    'rules/team': () => (story.team === undefined ? {} : { team: story.team }),
    'rules/teamLog': () => ({ log: story.log ?? [] }),
    'rules/dismiss': params => {
      const { key } = given(ruleRequests['rules/dismiss'], params);
      offers = offers.filter(offer => offer.key !== key);
      return {};
    },
  };
}

function saysOf(pattern: string): Sentence {
  const rule = parseRule(pattern, 'allow');
  return 'error' in rule ? quoted(pattern) : ruleInWords(rule.rule);
}

const sharedFile = `${folder}/.latch/rules.json`;

function textOf(rules: readonly object[]): string {
  return `${JSON.stringify({ rules }, undefined, 2)}\n`;
}

function writtenOf({ action, pattern }: RuleInput): object {
  return { action, pattern };
}

function draftOf(wanted: RuleChange, rules: readonly FixtureRule[], { team }: FixtureRules): RulesDraft {
  const after = rulesAfter(wanted, rules);
  const inScope = (all: readonly FixtureRule[], scope: Scope): readonly FixtureRule[] =>
    all.filter(rule => rule.scope === scope);
  const change = teamChange(inScope(rules, 'team'), inScope(after, 'team'));
  const [before, next] = [rules, after].map(all => textOf(inScope(all, 'project').map(writtenOf)));
  const isFile = before !== next && before !== undefined && next !== undefined;
  return {
    draft: 'draft-1',
    ...(isFile ? { file: { name: sharedFile, before, after: next } } : {}),
    ...(team && change.effects.length > 0 ? { team: { ...change, place: team.place, members: team.members } } : {}),
  };
}

/** The rules of the story after a change. */
function rulesAfter(change: RuleChange, rules: readonly FixtureRule[]): readonly FixtureRule[] {
  switch (change.type) {
    case 'add': {
      const { scope, rules: drafts } = change.add;
      return [...rules, ...drafts.map((draft, at): FixtureRule => Object.assign({ scope, id: `draft-${at}` }, draft))];
    }
    case 'update':
      return updated(rules, change.update)[0];
    case 'move': {
      const { rules: names, to } = change.move;
      return rules.map(rule => (names.some(name => isNamed(rule, name)) ? { ...rule, scope: to } : rule));
    }
    case 'remove':
      return rules.filter(rule => !change.remove.rules.some(name => isNamed(rule, name)));
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
