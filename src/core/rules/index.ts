/** The rule engine: what may run without a question, what may not run at all, and why. */
export { evaluate } from './judge/evaluate';
export { type BrokenRule, compileRules, type RuleSet } from './judge/ruleSet';
export { type ParsedRule, parseRule, printRule, type Rule, type RuleError } from './language/rule';
export type {
  Because,
  ToolUse,
  Context,
  Facts,
  Platform,
  RuleSource,
  ScopedRule,
  ScopeEntry,
  Unreadable,
  Verdict,
} from './language/verdict';
export { failedExamples, type RuleWithExamples } from './judge/examples';
export { type Suggestion, suggest } from './judge/suggest';
