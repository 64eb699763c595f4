import type { CallKind, DecidedBy, Subagent } from '../call/call';
import type { Risk } from '../call/judgement';
import { isObject, type Json, type JsonObject } from '../base/json';
import { maskedMember, maskValue } from './masking';

/**
 * The journal is what happened, one JSON object a line, each with the hash of the line before it. It is append-only and
 * never an authority: nothing is allowed because a journal says so.
 */
export type JournalRecord =
  | {
      readonly type: 'session_started';
      readonly sessionId: string;
      readonly cliSessionId: string;
      readonly cwd: string;
      readonly title: string;
    }
  | { readonly type: 'agent_started'; readonly path: string; readonly model: string }
  /** The agent named its own session, which changes with every cleared conversation. */
  | { readonly type: 'agent_session'; readonly cliSessionId: string; readonly version: string }
  | { readonly type: 'renamed'; readonly title: string }
  | { readonly type: 'divider'; readonly text: string }
  | { readonly type: 'user_message'; readonly id: string; readonly text: string }
  | { readonly type: 'agent_message'; readonly id: string; readonly kind: 'text' | 'thinking'; readonly text: string }
  | {
      readonly type: 'proposed';
      readonly toolCallId: string;
      readonly batchId: string;
      readonly tool: string;
      readonly kind: CallKind;
      readonly input: Payload;
      /** As the rules saw it when it was first seen; journals of earlier versions do not say. */
      readonly risk?: Risk;
      readonly subagent?: Subagent;
    }
  /** The agent asked, and waits for us. */
  | {
      readonly type: 'interaction_request';
      readonly toolCallId: string;
      readonly askId: string;
      /** All that was asked, as it came: also what this version does not know. */
      readonly request: Payload;
    }
  | { readonly type: 'execution_suspended'; readonly toolCallId: string; readonly askId: string }
  /** A decision, on disk before it is sent. */
  | {
      readonly type: 'interaction_response';
      readonly toolCallId: string;
      readonly number: number;
      readonly choice: 'allow' | 'deny';
      readonly by: DecidedBy;
      readonly stop?: boolean;
      readonly message?: string;
      readonly edited?: boolean;
      readonly updatedInput?: Payload;
      /** Rules and modes of the agent that a person took with the allow. */
      readonly permissions?: readonly JsonObject[];
      /** Milliseconds from the card to the decision. */
      readonly waitedMs?: number;
    }
  | { readonly type: 'execution_resumed'; readonly toolCallId: string; readonly askId: string }
  | { readonly type: 'not_delivered'; readonly toolCallId: string; readonly askId: string; readonly reason: string }
  | { readonly type: 'withdrawn'; readonly toolCallId: string; readonly reason: string; readonly elsewhere: boolean }
  | { readonly type: 'ran_unasked'; readonly toolCallId: string }
  | {
      readonly type: 'result';
      readonly toolCallId: string;
      readonly ok: boolean;
      readonly text: string;
      readonly durationMs?: number;
    }
  | { readonly type: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly text: string }
  | { readonly type: 'turn_ended'; readonly ok: boolean }
  | { readonly type: 'agent_lost'; readonly reason: string };

/** An input as the journal keeps it: secrets masked, long texts cut, and the hash of the whole so that it can be proven. */
export interface Payload {
  readonly value: Json;
  readonly sha256: string;
  readonly cut?: boolean;
}

export interface JournalLine {
  readonly v: 1;
  readonly seq: number;
  readonly at: string;
  readonly prev: string;
  readonly hash: string;
  readonly record: JournalRecord;
}

export type Sha256 = (text: string) => string;

/** The `prev` of the first line. */
export const noHash = '';

const longestText = 64 * 1024;

export function payload(input: JsonObject, sha256: Sha256): Payload {
  const text = JSON.stringify(input);
  const [value, cut] = cutTexts(input);
  return { value: maskValue(value), sha256: sha256(text), ...(cut ? { cut } : {}) };
}

function cutTexts(value: Json): [Json, boolean] {
  if (typeof value === 'string')
    return value.length > longestText ? [`${value.slice(0, longestText)}…`, true] : [value, false];
  if (Array.isArray(value)) {
    const items = value.map(cutTexts);
    return [items.map(([item]) => item), items.some(([, cut]) => cut)];
  }
  if (!isObject(value)) return [value, false];
  const entries = Object.entries(value).map(([key, item]) => [key, cutTexts(item)] as const);
  return [Object.fromEntries(entries.map(([key, [item]]) => [key, item])), entries.some(([, [, cut]]) => cut)];
}

/** A line of text ready to be written, and the hash that the next line has to name. */
export function encodeLine(
  record: JournalRecord,
  seq: number,
  at: string,
  prev: string,
  sha256: Sha256,
): { readonly text: string; readonly hash: string } {
  // Not only inputs: what a command printed and what a person wrote can hold secrets too.
  const body = JSON.stringify({ v: 1, seq, at, prev, record }, maskedMember);
  const hash = sha256(body);
  return { text: `${body.slice(0, -1)},"hash":"${hash}"}\n`, hash };
}

export type DecodedLine =
  | { readonly ok: true; readonly line: JournalLine }
  | { readonly ok: false; readonly reason: string };

/** Reads one line back and checks that it follows the one before it, unchanged. */
function decodeLine(
  text: string,
  expected: { readonly seq: number; readonly prev: string },
  sha256: Sha256,
): DecodedLine {
  const parsed = parseLine(text);
  if (!parsed) return { ok: false, reason: `Line ${expected.seq} is not a journal line.` };
  if (parsed.seq !== expected.seq || parsed.prev !== expected.prev)
    return {
      ok: false,
      reason: `Line ${expected.seq} does not follow the line before it: something was removed or moved.`,
    };
  const { hash, ...body } = parsed;
  if (sha256(JSON.stringify(body)) !== hash)
    return { ok: false, reason: `Line ${expected.seq} was changed after it was written.` };
  return { ok: true, line: parsed };
}

function parseLine(text: string): JournalLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The hash covers the record, so a line that passes it was written by us and has the shape its type says. */
function isLine(value: unknown): value is JournalLine {
  return (
    isObject(value) &&
    value['v'] === 1 &&
    typeof value['seq'] === 'number' &&
    typeof value['prev'] === 'string' &&
    typeof value['hash'] === 'string' &&
    isObject(value['record'])
  );
}

/** Every line that can be read at all, whatever its hash says. For showing what is there, never for proving it. */
export function readLoosely(text: string): JournalLine[] {
  return text.split('\n').flatMap(part => parseLine(part) ?? []);
}

export interface Chain {
  readonly lines: readonly JournalLine[];
  /** Where the chain breaks, if it does; lines after it are not returned. */
  readonly broken?: string;
}

/** Reads a whole journal, from its beginning. A last line without its end was torn by a crash and is left out. */
export function readChain(
  text: string,
  sha256: Sha256,
  from: { readonly seq: number; readonly prev: string } = { seq: 1, prev: noHash },
): Chain {
  const lines: JournalLine[] = [];
  let expected = from;
  for (const part of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (part === '') continue;
    const decoded = decodeLine(part, expected, sha256);
    if (!decoded.ok) return { lines, broken: decoded.reason };
    lines.push(decoded.line);
    expected = { seq: expected.seq + 1, prev: decoded.line.hash };
  }
  return { lines };
}

/** What a channel needs of a journal. */
export interface Journal {
  readonly path: string;
  /** Resolves when the records are on the disk, and rejects when they are not. */
  append(records: readonly JournalRecord[]): Promise<void>;
  /** Written soon, and with the next append at the latest; nobody waits for these. */
  note(record: JournalRecord): void;
  close(): Promise<void>;
}
