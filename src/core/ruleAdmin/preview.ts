import { quoted, type Sentence } from '../texts/sentence';
import { type PastCall, textOfCall } from '../journal/pastCalls';
import {
  compileRules,
  type Context,
  evaluate,
  parseRule,
  type RuleSource,
  type ScopedRule,
  type ScopeEntry,
  type Verdict,
} from '../rules';
import type { RuleRef, Action } from '../call/ruleRef';
import type { WritableScope } from './storedRule';

interface PreviewInput {
  /** The rules that count now. */
  readonly rules: readonly ScopeEntry[];
  /** The rules that would be added. */
  readonly added: readonly ScopedRule[];
  /** Whether a rule of now would no longer be there. */
  readonly isGone: (source: RuleSource) => boolean;
  readonly calls: readonly PastCall[];
  /** The card on which the rule is made. */
  readonly card?: { readonly tool: string; readonly input: unknown; readonly cwd: string };
  readonly context: Context;
}

const mostExamples = 20;
const longestText = 300;

/** What would have become of past calls, and would become of a card, with other rules than those of now. */
export function previewRules({ rules, added, isGone, calls, card, context }: PreviewInput): RulePreview {
  const problem = firstProblem(added);
  if (problem) return { problem, calls: 0, matched: 0, changed: { allow: 0, ask: 0, deny: 0 }, examples: [] };
  const [before, after] = [
    compileRules(rules),
    compileRules([...rules.filter(({ source }) => !isGone(source)), ...added]),
  ];
  const changed: Record<Action, number> = { allow: 0, ask: 0, deny: 0 };
  const examples: PreviewExample[] = [];
  let matched = 0;
  for (const call of calls) {
    const [was, is] = [evaluate(before, call, context), evaluate(after, call, context)];
    const matches = uses(is, added) || (added.length === 0 && usesGone(was, isGone));
    if (matches) matched += 1;
    if (was.decision !== is.decision) changed[is.decision] += 1;
    if (matches || was.decision !== is.decision)
      examples.push({
        tool: call.tool,
        text: textOfCall(call.tool, call.input).slice(0, longestText),
        at: call.at,
        before: was.decision,
        after: is.decision,
      });
  }
  const tried = card && evaluate(after, card, context);
  return {
    calls: calls.length,
    matched,
    changed,
    examples: examples.toSorted(changedFirst).slice(0, mostExamples),
    ...(tried ? { card: { verdict: tried.decision, reason: tried.because[0]?.reason ?? quoted('') } } : {}),
  };
}

function firstProblem(added: readonly ScopedRule[]): RulePreview['problem'] {
  for (const { pattern, action } of added) {
    const parsed = parseRule(pattern, action);
    if ('error' in parsed) return parsed.error;
  }
  return undefined;
}

function uses(found: Verdict, added: readonly ScopedRule[]): boolean {
  return found.because.some(because => added.some(rule => because.source === rule.source));
}

/** A rule that is to go matched where it was a reason. */
function usesGone(found: Verdict, isGone: PreviewInput['isGone']): boolean {
  return found.because.some(({ source }) => source !== undefined && isGone(source));
}

function changedFirst(one: PreviewExample, other: PreviewExample): number {
  const [a, b] = [one, other].map(it => (it.before === it.after ? 1 : 0));
  return (a ?? 0) - (b ?? 0) || other.at.localeCompare(one.at);
}

export interface PreviewRules {
  readonly sessionId?: string;
  /** The card on which the rule is made. */
  readonly toolCallId?: string;
  readonly scope: WritableScope;
  readonly action: Action;
  readonly patterns: readonly string[];
  /** A rule that the new ones replace, or that is to go where there are none. */
  readonly instead?: RuleRef;
}

export interface RulePreview {
  /** Why the pattern is no rule. The rest is then empty. */
  readonly problem?: { readonly message: Sentence; readonly at: number; readonly suggestion?: string };
  /** How many past calls were looked at, and of how many these rules would have been a reason. */
  readonly calls: number;
  readonly matched: number;
  /** Calls of which the verdict would have been another one, by the new verdict. */
  readonly changed: Readonly<Record<Action, number>>;
  /** The latest of those that match or change, changed ones first. */
  readonly examples: readonly PreviewExample[];
  /** What would become of the card, where there is one. */
  readonly card?: { readonly verdict: Action; readonly reason: Sentence };
}

export interface PreviewExample {
  readonly tool: string;
  readonly text: string;
  readonly at: string;
  readonly before: Action;
  readonly after: Action;
}
