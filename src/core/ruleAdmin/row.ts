import { type Sentence } from '../texts/sentence';
import type { RuleRef, Scope } from '../call/ruleRef';
import type { StoredRule } from './storedRule';

export interface RuleFilter {
  readonly sessionId?: string;
  readonly scope?: Scope;
  readonly toolName?: string;
  /** Part of the pattern, the description or the file. */
  readonly text?: string;
}

export type RuleMark =
  | { readonly kind: 'invalid'; readonly reason: Sentence }
  | { readonly kind: 'expired'; readonly reason: Sentence }
  /** The repository brings it, and nobody has accepted what it brings. */
  | { readonly kind: 'notAccepted'; readonly reason: Sentence }
  | { readonly kind: 'shadowed'; readonly reason: Sentence; readonly by: RuleRef }
  | { readonly kind: 'broad'; readonly reason: Sentence }
  | { readonly kind: 'unused'; readonly reason: Sentence };

/** One rule as the panel shows it. */
export interface RuleRow {
  readonly ref: RuleRef;
  readonly rule: StoredRule;
  readonly toolName: string;
  readonly readOnly: boolean;
  readonly lastHit?: number;
  readonly hits: number;
  readonly marks: readonly RuleMark[];
}
