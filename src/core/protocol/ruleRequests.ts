import { type Sentence } from '../texts/sentence';
import type { CardReason, Risk } from '../call/judgement';
import type { Action, Scope } from '../call/ruleRef';
import type { NamedCall } from '../journal/pastCalls';
import type { RulesChanged, RulesDraft } from '../ruleAdmin/changes';
import type { HistoryOffer, RuleOffers } from '../ruleAdmin/offers';
import type { RulePreview } from '../ruleAdmin/preview';
import type { RuleRow } from '../ruleAdmin/row';
import type { StoreProblem, WritableScope } from '../ruleAdmin/storedRule';
import type { RuleAudit, TeamView } from '../ruleAdmin/team';
import { anyObject, flag, list, name, object, oneOf, optional, text, type TypeOf } from './read';
import {
  addRules,
  moveRules,
  previewRules,
  ruleChange,
  ruleFilter,
  ruleRef,
  removeRules,
  scope,
  updateRule,
} from './readRules';
import { call, type Done, type HandlersOf, line, nothing, takes } from './request';

export type TestCall = TypeOf<typeof testCall>;

const testCall = object({ sessionId: optional(name), tool: name, input: anyObject });

/** The requests about rules: what the rules panel and "Make a rule…" on a card are drawn from. */
export const ruleRequests = {
  'permissionRules/list': takes(ruleFilter).gives<RuleTable>(),
  'permissionRules/add': takes(addRules).gives<RulesChanged>(),
  'permissionRules/update': takes(updateRule).gives<RulesChanged>(),
  /** Takes several rules to another scope, as one step. */
  'permissionRules/move': takes(moveRules).gives<RulesChanged>(),
  'permissionRules/delete': takes(removeRules).gives<RulesChanged>(),
  /** What "Make a rule…" offers for a card that waits. */
  'rules/suggest': takes(call).gives<RuleOffers>(),
  /** What would be otherwise with rules, or without one, before anything is saved. */
  'rules/preview': takes(previewRules).gives<RulePreview>(),
  /** What a change would make of rules that others get too. Nothing is written. */
  'rules/draft': takes(ruleChange).gives<RulesDraft>(),
  /** The test box: what the rules say of a call that somebody typed. */
  'rules/test': takes(testCall).gives<TestedCall>(),
  /** Calls of the past, for the test box: each once, the last one first. */
  'rules/pastCalls': takes(nothing).gives<{ readonly calls: readonly NamedCall[] }>(),
  'rules/undo': takes(nothing).gives<RulesChanged>(),
  'rules/redo': takes(nothing).gives<RulesChanged>(),
  /** Rules that are gone from their files, and that were shown, count no longer. */
  'rules/letGo': takes(
    object({ rules: list(object({ file: text, action: oneOf('deny', 'ask'), pattern: text })) }),
  ).gives<Done>(),
  /** The team whose rules are shared here, where there is one. */
  'rules/team': takes(nothing).gives<{ readonly team?: TeamView }>(),
  /** What happened to a rule of the team, the last first. */
  'rules/teamLog': takes(object({ rule: name })).gives<{ readonly log: readonly RuleAudit[] }>(),
  /** The person lets the team allow these, each named as it was shown. */
  'rules/acceptTeam': takes(object({ rules: list(text) })).gives<Done>(),
  /** The person lets the team allow everything, or nothing that they have not accepted anew. */
  'rules/trustTeam': takes(object({ trusted: flag })).gives<Done>(),
  /** Opens the file of a rule at its line. */
  'rules/open': takes(ruleRef).gives<Done>(),
  /** Opens the file of a scope, at a line: one of those in which something is wrong, where the scope has several. */
  'rules/openScope': takes(object({ scope, file: optional(text), line: optional(line) })).gives<Done>(),
  /** Opens the rules panel, at a rule. */
  'rules/show': takes(object({ rule: optional(ruleRef) })).gives<Done>(),
  /** Rules worth making or removing, as what happened suggests. */
  'rules/offers': takes(nothing).gives<{ readonly offers: readonly HistoryOffer[] }>(),
  /** Never offers this again. */
  'rules/dismiss': takes(object({ key: name })).gives<Done>(),
};

export type RuleHandlers = HandlersOf<typeof ruleRequests>;

export interface RuleTable {
  readonly rules: readonly RuleRow[];
  readonly scopes: readonly ScopeView[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Where a rule was made last. */
  readonly lastScope?: WritableScope;
}

export interface ScopeView {
  readonly scope: Scope;
  readonly file?: string;
  readonly writable: boolean;
  /** Names this content; a change may ask that it is still this one. */
  readonly revision: string;
  readonly problems: readonly StoreProblem[];
  readonly broken: boolean;
}

export interface TestedCall {
  readonly verdict: Action;
  readonly readOnly: boolean;
  readonly risk: Risk;
  readonly riskSentence: Sentence;
  readonly because: readonly CardReason[];
}
