import { type Sentence } from '../texts/sentence';
import { refKey, type RuleRef } from '../call/ruleRef';
import { type PastCall, textOfCall } from '../journal/pastCalls';
import { type Context, type ScopeEntry, suggest } from '../rules';
import type { RuleRow } from './row';
import type { WritableScope } from './storedRule';
import type { RulePreview } from './preview';

/** So often a person allows the same thing before a rule for it is offered. */
const worthARule = 5;
const unusedDays = 90;
const dayMs = 86_400_000;
const mostOffers = 10;

/** Calls that a person allowed again and again, each with the narrowest rule that would have allowed it. */
export function repeatedCalls(
  calls: readonly PastCall[],
  { rules, context }: { readonly rules: readonly ScopeEntry[]; readonly context: Context },
  isDismissed: (key: string) => boolean,
): readonly HistoryOffer[] {
  const groups = new Map<string, { readonly call: PastCall; times: number }>();
  for (const call of calls) {
    if (call.choice !== 'allow' || call.by?.kind !== 'person' || call.edited) continue;
    const key = `${call.tool} ${textOfCall(call.tool, call.input)}`;
    const group = groups.get(key);
    if (group) group.times += 1;
    else groups.set(key, { call, times: 1 });
  }
  const often = [...groups]
    .map(([key, { call, times }]) => ({ key: `repeated ${key}`, call, times }))
    .filter(({ key, times }) => times >= worthARule && !isDismissed(key))
    .toSorted((one, other) => other.times - one.times);
  const offers: HistoryOffer[] = [];
  for (const { key, call, times } of often) {
    if (offers.length === mostOffers) break;
    // A rule is offered only when it would really have answered the call: `suggest` has tried it.
    const [narrowest] = suggest(rules, call, context);
    if (!narrowest) continue;
    const { patterns } = narrowest;
    offers.push({ kind: 'repeated', key, text: textOfCall(call.tool, call.input), times, patterns });
  }
  return offers;
}

export function isUnused({ rule, lastHit = 0, readOnly }: Omit<RuleRow, 'marks'>, now: number): boolean {
  const { action, created, updated = 0 } = rule;
  // A rule that forbids does its work also when nobody tries; one without a date may be of yesterday.
  if (action !== 'allow' || readOnly || created === undefined) return false;
  return now - Math.max(created.at, updated, lastHit) > unusedDays * dayMs;
}

/** Allow rules that nothing needed for a long time. */
export function unusedRules(
  rows: readonly RuleRow[],
  now: number,
  isDismissed: (key: string) => boolean,
): readonly HistoryOffer[] {
  return rows
    .filter(row => isUnused(row, now) && !isDismissed(unusedKey(row)))
    .map(row => ({
      kind: 'unused',
      key: unusedKey(row),
      rule: row.ref,
      pattern: row.rule.pattern,
      days: Math.floor((now - Math.max(row.rule.created?.at ?? now, row.lastHit ?? 0)) / dayMs),
    }));
}

function unusedKey({ ref }: RuleRow): string {
  return `unused ${refKey(ref)}`;
}

interface RuleOffer {
  /** Added together: one for each command that needs one. */
  readonly patterns: readonly string[];
  /** What each is about, in words. */
  readonly says: readonly Sentence[];
  readonly preview: RulePreview;
}

export interface RuleOffers {
  /** Narrowest first; each was tried on this very call. */
  readonly offers: readonly RuleOffer[];
  /** Where the rule goes unless the person says otherwise. */
  readonly scope: WritableScope;
  readonly scopes: readonly WritableScope[];
  /** Why nothing is offered. */
  readonly reason?: Sentence;
}

export type HistoryOffer =
  | {
      readonly kind: 'repeated';
      readonly key: string;
      readonly text: string;
      /** How often a person allowed it. */
      readonly times: number;
      readonly patterns: readonly string[];
    }
  | {
      readonly kind: 'unused';
      readonly key: string;
      readonly rule: RuleRef;
      readonly pattern: string;
      readonly days: number;
    };
