import type { RuleRef, Scope } from '../../../src/core/call/ruleRef';
import type { PastCall } from '../../../src/core/journal/pastCalls';
import type { HistoryOffer } from '../../../src/core/ruleAdmin/offers';
import type { StoredRule, StoreProblem } from '../../../src/core/ruleAdmin/storedRule';
import type { Hits } from '../../../src/core/ruleAdmin/table';
import type { RuleAudit, TeamView } from '../../../src/core/ruleAdmin/team';
import type { ScopedRule, ToolUse } from '../../../src/core/rules';

export type FixtureRule = StoredRule & { readonly scope: Scope };

/** What a story has of rules. */
export interface FixtureRules {
  readonly rules: readonly FixtureRule[];
  readonly problems: readonly { readonly scope: Scope; readonly problem: StoreProblem }[];
  readonly calls: readonly PastCall[];
  readonly offers: readonly HistoryOffer[];
  readonly hits: Readonly<Record<string, Hits>>;
  /** Whether the folder has files for a pattern; without it nothing is said of that. */
  readonly isOnDisk?: () => boolean;
  readonly team?: TeamView;
  /** What happened to each rule of the team. */
  readonly log?: readonly RuleAudit[];
  /** What the card in the story asks. */
  readonly card?: ToolUse;
}

export const noRules: FixtureRules = { rules: [], problems: [], calls: [], offers: [], hits: {} };

export const folder = '/home/ana/shop';

export function refOf({ scope, id }: FixtureRule): RuleRef {
  return { scope, id };
}

export function isNamed(rule: FixtureRule, name: RuleRef): boolean {
  return rule.scope === name.scope && rule.id === name.id;
}

export function scoped({ action, pattern, scope, id, file, line }: FixtureRule): ScopedRule {
  const source = { scope, id, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
  return { action, pattern, root: folder, source };
}
