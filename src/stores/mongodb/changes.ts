import { randomUUID } from 'node:crypto';
import { asString, isObject, type JsonObject } from '../../core/base/json';
import type { StoredRule } from '../../core/ruleAdmin/storedRule';
import type { RuleAudit } from '../../core/ruleAdmin/team';
import { say, type Sentence } from '../../core/texts/sentence';
import { type Content, differenceOf } from '../serverBackend';
import { readAudit, readRows, rowOf, type RuleRow } from '../serverRows';

/** The form in which rules are kept. A change that is written in a newer one is read, and nothing is added to it. */
export const schemaVersion = 1;

/**
 * A change of the rules, of one or of many, as one document. Nothing else is kept: the rules are what all changes add up
 * to, in the order of their numbers. A number is given once, by the index that every collection has, so whoever adds the
 * next one has seen all before it; and a single document is there whole or not at all on every server, with transactions
 * or without. What one knows already is never read again, and the log of who did what cannot say anything else than
 * the rules do.
 */
export interface Change {
  /** Its number. */
  readonly _id: number;
  readonly [part: string]: unknown;
}

/** The first one, which changes nothing: with it, everything is there. */
export function firstChange(at: Date): Change {
  return { _id: 0, key: randomUUID(), version: schemaVersion, at, who: '', role: '', rules: [] };
}

interface Signed {
  readonly who: string;
  readonly role: string;
  readonly call: string | undefined;
  readonly at: Date;
}

/** The change that makes these rules of what was there. */
export function nextChange(before: Content, rules: readonly StoredRule[], { who, role, call, at }: Signed): Change {
  const known = new Map(before.rules.map(rule => [rule.id, rule]));
  const { gone, changed, added } = differenceOf(before.rules, rules);
  const entryOf = (id: string, rule?: StoredRule): object => {
    const was = known.get(id);
    return {
      id,
      ...(was ? { before: { action: was.action, pattern: was.pattern } } : {}),
      ...(rule ? { after: afterOf(rule) } : {}),
    };
  };
  return {
    _id: Number(before.told) + 1,
    // Who restores a database from an older state goes on with the same numbers.
    key: randomUUID(),
    version: schemaVersion,
    at,
    who,
    role,
    ...(call === undefined ? {} : { call }),
    rules: [...gone.map(({ id }) => entryOf(id)), ...[...changed, ...added].map(rule => entryOf(rule.id, rule))],
  };
}

function afterOf(rule: StoredRule): Omit<RuleRow, 'id'> {
  const { id: _id, ...after } = rowOf(rule);
  return after;
}

export function revisionOf({ _id, key }: Change): string {
  return `${_id} ${asString(key) ?? ''}`;
}

/** What changes add up to, behind those that are known. */
export function folded(known: Content | undefined, changes: readonly Change[]): Content | undefined {
  const rules = new Map(known?.rules.map(rule => [rule.id, rule]));
  const unreadable = new Map<unknown, Sentence>();
  let version = known?.version ?? 0;
  let last = known?.told === undefined ? -1 : Number(known.told);
  for (const change of changes) {
    const { _id: number } = change;
    if (number !== last + 1)
      unreadable.set(number, say('Changes of the rules before number {number} are missing.', { number }));
    last = number;
    version = Math.max(version, typeof change['version'] === 'number' ? change['version'] : Number.POSITIVE_INFINITY);
    for (const entry of entriesOf(change)) {
      const id = isObject(entry) ? asString(entry['id']) : undefined;
      if (!isObject(entry) || id === undefined) {
        unreadable.set(change, say('The change {number} of the rules is not understood.', { number }));
        continue;
      }
      unreadable.delete(id);
      const {
        rules: [rule],
        unreadable: [wrong],
      } = readRows(rowsOf(change, id, entry));
      if (rule) rules.set(id, rule);
      else rules.delete(id);
      if (wrong) unreadable.set(id, wrong.why);
    }
  }
  const newest = changes.at(-1);
  if (!newest) return known;
  return {
    revision: revisionOf(newest),
    version,
    rules: [...rules.values()],
    unreadable: [...unreadable.values()].map(why => ({ why })),
    told: String(last),
  };
}

/** What is no list is one entry that is not understood. */
function entriesOf({ rules }: Change): readonly unknown[] {
  return Array.isArray(rules) ? rules : [rules];
}

function rowsOf({ who, role, at }: Change, id: string, { after }: JsonObject): readonly unknown[] {
  if (after === undefined) return [];
  return [{ ...(isObject(after) ? after : {}), id, who, role, at }];
}

/** What happened to rules in a change, the last first. */
export function auditOf(change: Change): readonly RuleAudit[] {
  const { who, role, at, call } = change;
  return entriesOf(change)
    .filter(entry => isObject(entry))
    .map(({ id, before, after }) => readAudit({ rule: id, who, role, at, call, before, after }))
    .toReversed();
}
