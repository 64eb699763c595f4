import type { Action } from './ruleRef';

/** A rule as a person or a file writes it. */
export interface RuleInput {
  readonly action: Action;
  readonly pattern: string;
  readonly description?: string;
  /** Milliseconds since 1970; the rule is ignored from then on. */
  readonly expires?: number;
}
