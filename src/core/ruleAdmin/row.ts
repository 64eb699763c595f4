import type { RuleFault } from '../analysis/finding';
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

/** What is worth knowing of a rule; all but the last two is said of its file too. */
export interface RuleMark {
  readonly kind:
    | RuleFault
    /** The repository brings it, and nobody has accepted what it brings. */
    | 'notAccepted'
    | 'unused';
  readonly reason: Sentence;
  /** The rule that is in its way. */
  readonly by?: RuleRef;
}

/** One rule as the panel shows it. */
export interface RuleRow {
  readonly ref: RuleRef;
  readonly rule: StoredRule;
  readonly toolName: string;
  readonly readOnly: boolean;
  readonly lastHit?: number;
  readonly hits: number;
  readonly marks: readonly RuleMark[];
  /** Of a deny rule: who keeps it from commands, the kernel or our reading of them. */
  readonly held?: Sentence;
}
