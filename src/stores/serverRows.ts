import { asString, isObject, type JsonObject } from '../core/base/json';
import type { Action } from '../core/call/ruleRef';
import type { RuleAudit } from '../core/ruleAdmin/team';
import type { RuleCreation, StoredRule } from '../core/ruleAdmin/storedRule';
import { say, type Sentence } from '../core/texts/sentence';

const actions: readonly Action[] = ['allow', 'ask', 'deny'];

/** A rule as the table holds it; what stands in columns of their own is not told twice. */
export interface RuleRow {
  readonly id: string;
  readonly action: Action;
  readonly pattern: string;
  readonly body: JsonObject;
}

export function rowOf(rule: StoredRule): RuleRow {
  const { id, action, pattern, author: _author, file: _file, line: _line, ...body } = rule;
  return { id, action, pattern, body: JSON.parse(JSON.stringify(body)) };
}

/** What the table says; what is no rule may have forbidden anything, and is told with its reason. */
export function readRows(rows: unknown): {
  readonly rules: readonly StoredRule[];
  readonly unreadable: readonly { readonly why: Sentence }[];
} {
  if (!Array.isArray(rows)) return { rules: [], unreadable: [{ why: say('The rules are no list.') }] };
  const rules: StoredRule[] = [];
  const unreadable: { readonly why: Sentence }[] = [];
  for (const row of rows) {
    const rule = readRow(row);
    if (rule) rules.push(rule);
    else unreadable.push({ why: say('The rule {id} is not understood.', { id: idOf(row) }) });
  }
  return { rules, unreadable };
}

function idOf(row: unknown): string {
  return (isObject(row) ? asString(row['id']) : undefined) ?? '?';
}

function readRow(row: unknown): StoredRule | undefined {
  if (!isObject(row)) return undefined;
  const { id, pattern, body, who, role } = row;
  const action = actions.find(it => it === row['action']);
  if (typeof id !== 'string' || typeof pattern !== 'string' || !action || !isObject(body)) return undefined;
  const { description, expires, updated, beside, created } = body;
  // An end that is no time could be meant for any time.
  if (expires !== undefined && typeof expires !== 'number') return undefined;
  const creation = creationOf(created);
  return {
    id,
    action,
    pattern,
    ...(typeof description === 'string' ? { description } : {}),
    ...(expires === undefined ? {} : { expires }),
    ...(typeof updated === 'number' ? { updated } : {}),
    ...(isObject(beside) ? { beside } : {}),
    ...(creation ? { created: creation } : {}),
    author: { who: asString(who) ?? '', role: asString(role) ?? '', at: timeOf(row['at']) },
  };
}

function creationOf(value: unknown): RuleCreation | undefined {
  if (!isObject(value) || typeof value['at'] !== 'number') return undefined;
  const by = (['card', 'panel', 'import', 'preset', 'offer'] as const).find(it => it === value['by']);
  if (!by) return undefined;
  const { request } = value;
  const [toolCallId, text] = isObject(request) ? [asString(request['toolCallId']), asString(request['text'])] : [];
  return {
    at: value['at'],
    by,
    ...(toolCallId === undefined || text === undefined ? {} : { request: { toolCallId, text } }),
  };
}

/** Of a text as the database writes times, of a time as its driver reads them, or of a number as a copy has it. */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const time = value instanceof Date ? value.getTime() : Date.parse(asString(value) ?? '');
  return Number.isFinite(time) ? time : 0;
}

export function readAudit(row: Readonly<Record<string, unknown>>): RuleAudit {
  const call = asString(row['call']);
  const [before, after] = [sideOf(row['before']), sideOf(row['after'])];
  return {
    rule: asString(row['rule']) ?? '',
    at: timeOf(row['at']),
    who: asString(row['who']) ?? '',
    role: asString(row['role']) ?? '',
    ...(call === undefined ? {} : { call }),
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  };
}

function sideOf(value: unknown): RuleAudit['before'] {
  if (!isObject(value)) return undefined;
  const action = actions.find(it => it === value['action']);
  const pattern = asString(value['pattern']);
  return action && pattern !== undefined ? { action, pattern } : undefined;
}
