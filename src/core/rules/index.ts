/** The rule engine: what may run without a question, what may not run at all, and why. */
export { evaluate } from './evaluate';
export { type BrokenRule, compileRules, type RuleSet } from './ruleSet';
export { type ParsedRule, parseRule, printRule, type Rule, type RuleError } from './rule';
export type {
  Action,
  Because,
  Call,
  Context,
  Facts,
  PermissionMode,
  Platform,
  Risk,
  RuleSource,
  Scope,
  ScopedRule,
  Verdict,
} from './verdict';
export { type Advice, exampleProblems, weakRules } from './advice';
export { type Suggestion, suggest } from './suggest';
export { type Import, importRules } from './importRules';
