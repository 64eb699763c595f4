/** The rule engine: what may run without a question, what may not run at all, and why. */
export { evaluate } from './judge/evaluate';
export { compileRules, type RuleSet } from './judge/ruleSet';
export { joinRules } from './judge/layers';
export { ruleInWords } from './language/inWords';
export { type PathPattern, parseRule, printPath, printRule, type Rule } from './language/rule';
export type {
  Because,
  ToolUse,
  Context,
  Entry,
  Facts,
  LinkAt,
  GitRepository,
  GitSetting,
  RuleSource,
  ScopedRule,
  ScopeEntry,
  Unreadable,
  Verdict,
  VerdictEffect,
} from './language/verdict';
export { weaknesses } from './judge/weakness';
export { type WeighedEntry, WeighedRules } from './judge/weighed';
export { failedExamples, plainContext, type RuleWithExamples } from './judge/examples';
export { knownTools } from './tables/tools';
export { serverOf, twoUnderscores } from './language/mcpName';
export { writesOutside } from './judge/outside';
export { suggest } from './judge/suggest';
export type { Found, Ground, RuleHold, RuleLimits } from './limits/limit';
export { keptBy } from './limits/inWords';
export { excludedIn, outOfSandbox, readExcluded } from './limits/excluded';
export { packageCaches } from './tables/caches';
export { limitsOf } from './limits/limits';
export { openedByRules } from './limits/opened';
export { agentFolders } from './paths/world';
export { pathMatches } from './paths/pathMatch';
