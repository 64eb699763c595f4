import type { CardReason, Risk } from './card';
import type { JsonObject } from './json';
import type { Action, Scope } from './rules';
import type { RuleOrigin, RuleRequest, StoreProblem, WritableScope } from './storedRule';

/** The requests about rules: what the rules panel and "Allow…" on a card are drawn from. */
export interface RuleRequests {
  'permissionRules/list': { params: RuleFilter; result: RuleTable };
  'permissionRules/add': { params: AddRules; result: RulesChanged };
  'permissionRules/update': { params: UpdateRule; result: RulesChanged };
  /** Takes several rules to another scope, as one step. */
  'permissionRules/move': { params: MoveRules; result: RulesChanged };
  'permissionRules/delete': { params: { readonly rules: readonly RuleName[] }; result: RulesChanged };
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
  'rules/open': { params: RuleName; result: Record<string, never> };
  /** Opens the file of a scope, at a line. */
  'rules/openScope': { params: ScopePlace; result: Record<string, never> };
  /** Opens the rules panel, at a rule. */
  'rules/show': { params: { readonly key?: string }; result: Record<string, never> };
  /** Rules worth making or removing, as what happened suggests. */
  'rules/offers': { params: Record<string, never>; result: { readonly offers: readonly HistoryOffer[] } };
  /** Never offers this again. */
  'rules/dismiss': { params: { readonly key: string }; result: Record<string, never> };
}

export interface RuleFilter {
  readonly sessionId?: string;
  readonly scope?: Scope;
  readonly toolName?: string;
  /** Part of the pattern, the description or the file. */
  readonly text?: string;
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

export type RuleMark =
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'expired'; readonly reason: string }
  /** The repository brings it, and nobody has accepted what it brings. */
  | { readonly kind: 'notAccepted'; readonly reason: string }
  | { readonly kind: 'shadowed'; readonly reason: string; readonly by: string }
  | { readonly kind: 'broad'; readonly reason: string }
  | { readonly kind: 'unused'; readonly reason: string };

/** One rule as the panel shows it. Times are milliseconds since 1970. */
export interface RuleRow {
  /** Names the rule among all scopes. */
  readonly key: string;
  readonly id: string;
  readonly scope: Scope;
  readonly sessionId?: string;
  readonly action: Action;
  readonly pattern: string;
  readonly toolName: string;
  readonly description?: string;
  readonly expiresAt?: number;
  readonly createdAt?: number;
  readonly createdBy?: RuleOrigin;
  readonly request?: RuleRequest;
  readonly updatedAt?: number;
  readonly file?: string;
  readonly line?: number;
  readonly readOnly: boolean;
  readonly lastHit?: number;
  readonly hits: number;
  readonly marks: readonly RuleMark[];
}

/** Where a rule is. `sessionId` belongs to the scope `session`. */
export interface RuleName {
  readonly scope: Scope;
  readonly id: string;
  readonly sessionId?: string;
}

export interface ScopePlace {
  readonly scope: Scope;
  /** One of those in which something is wrong, where the scope has several. */
  readonly file?: string;
  readonly line?: number;
}

/** How long a rule lives; without it, until somebody removes it. */
export type RuleLife =
  | { readonly kind: 'turn' }
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'until'; readonly at: number };

export interface RuleInput {
  readonly action: Action;
  readonly pattern: string;
  readonly description?: string;
}

export interface AddRules {
  readonly scope: WritableScope;
  readonly sessionId?: string;
  readonly rules: readonly RuleInput[];
  readonly life?: RuleLife;
  readonly by?: RuleOrigin;
  readonly draft?: DraftId;
}

/** Names what a person has looked at: the change is then exactly that, or it is refused. */
export type DraftId = string;

export interface MoveRules {
  readonly rules: readonly RuleName[];
  readonly to: WritableScope;
  /** Of the session that they are moved to. */
  readonly sessionId?: string;
  readonly draft?: DraftId;
}

export type RuleChange =
  | { readonly type: 'add'; readonly add: AddRules }
  | { readonly type: 'update'; readonly update: UpdateRule }
  | { readonly type: 'move'; readonly move: MoveRules };

export interface RulesDraft {
  readonly draft: DraftId;
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface UpdateRule extends RuleName {
  readonly changes: {
    readonly action?: Action;
    readonly pattern?: string;
    readonly description?: string | null;
    readonly expiresAt?: number | null;
  };
  /** Takes the rule to another scope as well. */
  readonly moveTo?: WritableScope;
  readonly draft?: DraftId;
}

export interface RulesChanged {
  /** The keys of the rules that were added or changed. */
  readonly keys: readonly string[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
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

export interface RuleOffer {
  /** Added together: one for each command that needs one. */
  readonly patterns: readonly string[];
  readonly preview: RulePreview;
}

export interface RuleOffers {
  /** Narrowest first; each was tried on this very call. */
  readonly offers: readonly RuleOffer[];
  /** Where the rule goes unless the person says otherwise. */
  readonly scope: WritableScope;
  readonly scopes: readonly WritableScope[];
  /** Why nothing is offered. */
  readonly reason?: string;
}

export interface PreviewRules {
  readonly sessionId?: string;
  /** The card on which the rule is made. */
  readonly toolCallId?: string;
  readonly scope: WritableScope;
  readonly action: Action;
  readonly patterns: readonly string[];
  /** A rule that the new ones replace, or that is to go where there are none. */
  readonly instead?: RuleName;
}

export interface RulePreview {
  /** Why the pattern is no rule. The rest is then empty. */
  readonly problem?: { readonly message: string; readonly at: number; readonly suggestion?: string };
  /** How many past calls were looked at, and of how many these rules would have been a reason. */
  readonly calls: number;
  readonly matched: number;
  /** Calls of which the verdict would have been another one, by the new verdict. */
  readonly changed: Readonly<Record<Action, number>>;
  /** The latest of those that match or change, changed ones first. */
  readonly examples: readonly PreviewExample[];
  /** What would become of the card, where there is one. */
  readonly card?: { readonly verdict: Action; readonly reason: string };
}

export interface PreviewExample {
  readonly tool: string;
  readonly text: string;
  readonly at: string;
  readonly before: Action;
  readonly after: Action;
}

export interface TestCall {
  readonly sessionId?: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** A call with what tells a person which one it is. */
export interface NamedCall extends TestCall {
  readonly text: string;
  readonly at: string;
}

export interface TestedCall {
  readonly verdict: Action;
  readonly readOnly: boolean;
  readonly risk: Risk;
  readonly riskSentence: string;
  readonly because: readonly CardReason[];
}

export type HistoryOffer =
  | {
      readonly kind: 'repeated';
      readonly key: string;
      readonly text: string;
      /** How often a person allowed it. */
      readonly times: number;
      readonly patterns: readonly string[];
    }
  | {
      readonly kind: 'unused';
      readonly key: string;
      readonly rule: RuleName;
      readonly pattern: string;
      readonly days: number;
    };
