import { homedir } from 'node:os';
import { shownPath } from '../core/base/shownPath';
import type { RuleRef, Scope } from '../core/call/ruleRef';
import type { StoredRule } from '../core/ruleAdmin/storedRule';
import type { ScopedRule, ScopeEntry } from '../core/rules';
import type { ClaudeRules } from '../stores/claudeSettings';
import type { RuleList } from '../stores/ruleStore';
import type { KeptRule } from './keptRules';
import type { Place } from './places';
import { say } from '../core/texts/sentence';

/** What one scope holds, for whoever shows it. */
export interface ScopeContent extends RuleList {
  readonly scope: Scope;
  readonly file?: string;
  readonly root: string;
  /** This person may not change it now, though others may. */
  readonly readOnly?: boolean;
  /** Allow rules of the repository in the settings of the agent, or of a team: they count once they are accepted. */
  readonly brought?: readonly StoredRule[];
}

/** What is there and cannot be understood may have denied anything; so may a file that must be there and is not. */
export function entriesOf(
  { scope, file, required }: Place,
  list: RuleList | undefined,
  projectAllows: boolean,
  entryOf: (rule: StoredRule) => ScopedRule,
): readonly ScopeEntry[] {
  if (!list) return [];
  const { rules, unreadable, revision } = list;
  const counting = scope === 'project' && !projectAllows ? rules.filter(rule => rule.action !== 'allow') : rules;
  const missing = required && revision === 'none' ? [{ why: say('There is no such file.') }] : [];
  return [
    ...counting.map(entryOf),
    ...[...missing, ...unreadable].map(({ why, ...where }) => ({ why, source: { scope, file, ...where } })),
  ];
}

/** Rules that are gone from a file count as if they stood there, on no line. */
export function keptEntriesOf({ scope, root }: Place, gone: readonly KeptRule[]): readonly ScopeEntry[] {
  return gone.map(rule => scoped({ ...rule, id: `kept ${rule.action} ${rule.pattern}` }, { scope }, root));
}

/** The entry, with its file as a person calls it. */
export function called<T extends ScopeEntry>(entry: T, workspace: string): T {
  const { file, shown } = entry.source;
  if (file === undefined || shown !== undefined) return entry;
  return { ...entry, source: { ...entry.source, shown: shownPath(file, workspace, homedir()) } };
}

export function scoped(rule: StoredRule, from: Omit<RuleRef, 'id'>, root: string): ScopedRule {
  const { id, action, pattern, file, line, expires, description } = rule;
  const source =
    file === undefined || line === undefined
      ? { ...from, id, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) }
      : { ...from, id, file, line };
  const entry = { action, pattern, source, root };
  // Most rules say no more. Of ten thousand in a file each is made anew with every change of it, while a call waits.
  if (expires === undefined && description === undefined) return entry;
  return {
    ...entry,
    ...(expires === undefined ? {} : { expires }),
    ...(description === undefined ? {} : { description }),
  };
}

export function claudeContent(claude: ClaudeRules): ScopeContent {
  const { rules, unaccepted, unreadable, revision, problems } = claude.list();
  return {
    scope: 'claude',
    root: 'claude',
    rules: rules.map(storedRule),
    brought: unaccepted.map(storedRule),
    revision,
    problems,
    unreadable: unreadable.map(({ why, source: { line = 1 } }) => ({ why, line })),
    broken: problems.some(({ code }) => code === 'broken'),
  };
}

function storedRule({ action, pattern, source }: ScopedRule): StoredRule {
  const { id = pattern, file, line } = source;
  return {
    action,
    pattern,
    id,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}
