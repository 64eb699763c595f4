import { isObject, type JsonObject } from '../base/json';
import { isNewer, type JournalLine, type Sha256 } from './journal';

/** What the record of a team is told of what was asked and decided: names and hashes, or the lines as they are. */
export type RecordDetail = (typeof recordDetails)[number];

export const recordDetails = ['hashes', 'full'] as const;

/** A line as the record of a team keeps it. */
export interface RecordLine {
  readonly number: number;
  /** The hash of the line before it. */
  readonly prev: string;
  readonly hash: string;
  /** What of it is told; an empty text where that is nothing. */
  readonly told: string;
}

/** Lines that are about a call or begin a session. Of all others the record of a team has the hash alone. */
const saying: ReadonlySet<string> = new Set([
  'session_started',
  'proposed',
  'interaction_request',
  'interaction_response',
  'execution_resumed',
  'not_delivered',
  'withdrawn',
  'ran_unasked',
]);

/** What is told as it is where it is a name, a number or a truth: what a person or an agent wrote is none of these. */
const plain: ReadonlySet<string> = new Set(
  ['type', 'toolCallId', 'batchId', 'askId', 'run', 'agent', 'tool', 'kind', 'risk', 'passes'].concat([
    'number',
    'choice',
    'stop',
    'edited',
    'mode',
    'user',
    'waitedMs',
    'limitMs',
    'held',
    'elsewhere',
  ]),
);

/** What is told as a hash: of an input that of the whole, which the line has already. Whatever is in no list is not told. */
const hashed: ReadonlySet<string> = new Set(['cwd', 'input', 'request', 'updatedInput', 'message', 'note', 'response']);

/** It says nothing but what it is called, and any database takes it. */
const aName = /^[\w.:@+-]{1,100}$/;

/** A line with more is told by its hashes: nobody is to be kept waiting by one. */
const longestLine = 64 * 1024;

/** Stands before what is told, so that a later form can be told from this one. */
const form = 1;

/** What the record of a team says of a line beside its hash; an empty text where that is nothing. */
export function toldOf(text: string, line: JournalLine, detail: RecordDetail, sha256: Sha256): string {
  // Of a newer version nobody knows here what its words mean.
  if (isNewer(line) || !saying.has(line.record.type)) return '';
  if (detail === 'full' && text.length <= longestLine) return JSON.stringify({ form, line: text });
  return JSON.stringify({ form, at: line.at, ...partsOf(line.record, sha256) });
}

/** Whether that is what is said of this line; undefined where it is told in a form that is not known here. */
export function isToldOf(told: string, text: string, line: JournalLine, sha256: Sha256): boolean | undefined {
  if (told !== '' && read(told)['form'] !== form) return undefined;
  return recordDetails.some(detail => toldOf(text, line, detail, sha256) === told);
}

/** The line itself, where it was told in full. */
export function lineTold(told: string): string | undefined {
  const { line } = read(told);
  return typeof line === 'string' ? line : undefined;
}

function read(told: string): JsonObject {
  try {
    const value: unknown = JSON.parse(told);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function partsOf(record: object, sha256: Sha256): JsonObject {
  const parts = Object.entries(record).map(([key, value]: [string, unknown]): JsonObject => {
    if (key === 'by') return { by: byOf(value, sha256) };
    if (hashed.has(key)) return { [key]: hashOf(value, sha256) };
    if (!plain.has(key)) return {};
    if (typeof value === 'number' || typeof value === 'boolean') return { [key]: value };
    return typeof value === 'string' ? { [key]: nameOr(value, sha256) } : {};
  });
  return Object.assign({}, ...parts);
}

/** A rule of the team is known to the team; that of a person may hold what they typed. */
function byOf(by: unknown, sha256: Sha256): JsonObject {
  if (!isObject(by)) return {};
  const { kind, rule, ruleId } = by;
  const name = typeof ruleId === 'string' ? ruleId : '';
  const scope = /^[a-z]+(?=:)/.exec(name)?.[0];
  return {
    ...(typeof kind === 'string' ? { kind: nameOr(kind, sha256) } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...(scope === 'team' ? { id: nameOr(name.slice('team:'.length), sha256) } : {}),
    ...(typeof rule === 'string' ? { rule: hashOf(rule, sha256) } : {}),
  };
}

function nameOr(text: string, sha256: Sha256): string {
  return aName.test(text) ? text : hashOf(text, sha256);
}

function hashOf(value: unknown, sha256: Sha256): string {
  const known = isObject(value) ? value['sha256'] : undefined;
  return `sha256:${typeof known === 'string' ? known : sha256(typeof value === 'string' ? value : JSON.stringify(value))}`;
}
