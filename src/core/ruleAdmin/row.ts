import type { Scope, Action } from '../call/ruleRef';
import type { RuleOrigin, RuleRequest } from './storedRule';

export interface RuleFilter {
  readonly sessionId?: string;
  readonly scope?: Scope;
  readonly toolName?: string;
  /** Part of the pattern, the description or the file. */
  readonly text?: string;
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
