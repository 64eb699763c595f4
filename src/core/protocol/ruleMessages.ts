import type { CardReason, Risk } from '../call/judgement';
import type { JsonObject } from '../base/json';
import type { RuleRef, Action, Scope } from '../call/ruleRef';
import type { StoreProblem, WritableScope } from '../ruleAdmin/storedRule';
import type {
  RuleLife,
  AddRules,
  DraftId,
  MoveRules,
  RuleChange,
  RulesDraft,
  UpdateRule,
  RulesChanged,
} from '../ruleAdmin/changes';
import type { RuleFilter, RuleRow } from '../ruleAdmin/row';
import type { PreviewRules, RulePreview } from '../ruleAdmin/preview';
import type { RuleOffers, HistoryOffer } from '../ruleAdmin/offers';
import type { NamedCall } from '../journal/pastCalls';

/** The requests about rules: what the rules panel and "Allow…" on a card are drawn from. */
export interface RuleRequests {
  'permissionRules/list': { params: RuleFilter; result: RuleTable };
  'permissionRules/add': { params: AddRules; result: RulesChanged };
  'permissionRules/update': { params: UpdateRule; result: RulesChanged };
  /** Takes several rules to another scope, as one step. */
  'permissionRules/move': { params: MoveRules; result: RulesChanged };
  'permissionRules/delete': { params: { readonly rules: readonly RuleRef[] }; result: RulesChanged };
  /** What "Allow…" offers for a card that waits. */
  'rules/suggest': { params: { readonly sessionId: string; readonly toolCallId: string }; result: RuleOffers };
  /** What would be otherwise with rules, or without one, before anything is saved. */
  'rules/preview': { params: PreviewRules; result: RulePreview };
  /** What a change would make of the file that everybody shares. Nothing is written. */
  'rules/draft': { params: RuleChange; result: RulesDraft };
  /** The test box: what the rules say of a call that somebody typed. */
  'rules/test': { params: TestCall; result: TestedCall };
  /** Calls of the past, for the test box: each once, the last one first. */
  'rules/pastCalls': { params: Record<string, never>; result: { readonly calls: readonly NamedCall[] } };
  'rules/undo': { params: Record<string, never>; result: RulesChanged };
  'rules/redo': { params: Record<string, never>; result: RulesChanged };
  /** Opens the file of a rule at its line. */
  'rules/open': { params: RuleRef; result: Record<string, never> };
  /** Opens the file of a scope, at a line. */
  'rules/openScope': { params: ScopePlace; result: Record<string, never> };
  /** Opens the rules panel, at a rule. */
  'rules/show': { params: { readonly rule?: RuleRef }; result: Record<string, never> };
  /** Rules worth making or removing, as what happened suggests. */
  'rules/offers': { params: Record<string, never>; result: { readonly offers: readonly HistoryOffer[] } };
  /** Never offers this again. */
  'rules/dismiss': { params: { readonly key: string }; result: Record<string, never> };
}

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

export interface ScopePlace {
  readonly scope: Scope;
  /** One of those in which something is wrong, where the scope has several. */
  readonly file?: string;
  readonly line?: number;
}

/** A rule that a confirmation makes with it: both happen, or neither. */
export interface ConfirmRule {
  readonly action: 'allow' | 'deny';
  /** One for each command of the call that needs a rule of its own. */
  readonly patterns: readonly string[];
  readonly scope: WritableScope;
  readonly life?: RuleLife;
  readonly draft?: DraftId;
}

export interface TestCall {
  readonly sessionId?: string;
  readonly tool: string;
  readonly input: JsonObject;
}

export interface TestedCall {
  readonly verdict: Action;
  readonly readOnly: boolean;
  readonly risk: Risk;
  readonly riskSentence: string;
  readonly because: readonly CardReason[];
}
