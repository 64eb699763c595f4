import type { WrittenRule } from '../../core/analysis/document';
import { compileRules, evaluate, plainContext, suggest } from '../../core/rules';
import type { HistoryCall, RuleUse } from '../protocol';
import type { View } from './view';

/** So many past calls are tried: a hover is to be there at once. */
const mostTried = 300;

/** Past calls that a rule would have decided, each text once, the last one first. */
export function matchedCalls({ around }: View, rule: WrittenRule, most: number): readonly HistoryCall[] {
  const set = compileRules([{ ...rule, source: { scope: rule.scope } }]);
  const found = new Map<string, HistoryCall>();
  for (const call of around.history.calls.slice(0, mostTried)) {
    if (found.size === most) break;
    const verdict = evaluate(set, call, plainContext(call.cwd));
    if (verdict.decision === rule.action && verdict.because.some(because => because.rule === rule.pattern))
      if (!found.has(`${call.tool} ${call.text}`)) found.set(`${call.tool} ${call.text}`, call);
  }
  return [...found.values()];
}

/** Narrower rules, each of which would have allowed a call that this one allowed: what a card would have offered. */
export function narrower(view: View, rule: WrittenRule): readonly string[] {
  if (rule.action !== 'allow') return [];
  const patterns = matchedCalls(view, rule, 10).flatMap(call =>
    suggest([], call, plainContext(call.cwd)).flatMap(({ patterns: [first, ...rest] }) =>
      first !== undefined && rest.length === 0 ? [first] : [],
    ),
  );
  return [...new Set(patterns)].filter(pattern => pattern !== rule.pattern).slice(0, 3);
}

/** When a rule decided; undefined where nothing is known of it. */
export function useOf({ around, at }: View, { action, pattern }: WrittenRule): RuleUse | undefined {
  return around.history.uses.find(use => use.file === at.file && use.action === action && use.pattern === pattern);
}

/** Past calls of a tool that a person was asked about, most often first, each text with how often. */
export function askedTexts(
  { around }: View,
  ofTool: (call: HistoryCall) => boolean,
): readonly { readonly call: HistoryCall; readonly times: number }[] {
  const found = new Map<string, { readonly call: HistoryCall; times: number }>();
  for (const call of around.history.calls) {
    if (!ofTool(call)) continue;
    const known = found.get(call.text);
    if (known) known.times += call.asked ? 1 : 0;
    else found.set(call.text, { call, times: call.asked ? 1 : 0 });
  }
  return [...found.values()].toSorted((one, other) => other.times - one.times);
}
