import type { DecidedBy } from '../call/call';
import type { Risk } from '../call/judgement';
import type { JournalLine } from './journal';
import { canonical, isObject, type JsonObject } from '../base/json';

/** A call as the journal remembers it. Secrets in its input are masked, and very long texts are cut. */
export interface PastCall {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string;
  readonly at: string;
  readonly risk?: Risk;
  readonly choice?: 'allow' | 'deny';
  readonly by?: DecidedBy;
  readonly edited: boolean;
}

/** The calls in the lines of one journal, in the order in which they were proposed. */
export function callsIn(lines: readonly JournalLine[]): readonly PastCall[] {
  const calls = new Map<string, PastCall>();
  let session = { sessionId: '', cwd: '' };
  for (const { record, at } of lines) {
    if (record.type === 'session_started') session = { sessionId: record.sessionId, cwd: record.cwd };
    if (record.type === 'proposed') {
      const { toolCallId, tool, risk } = record;
      const input = isObject(record.input.value) ? record.input.value : {};
      calls.set(toolCallId, {
        ...session,
        toolCallId,
        tool,
        input,
        at,
        edited: false,
        ...(risk === undefined ? {} : { risk }),
      });
    }
    if (record.type === 'interaction_response') {
      const call = calls.get(record.toolCallId);
      const { choice, by, edited = false } = record;
      if (call) calls.set(record.toolCallId, { ...call, choice, by, edited });
    }
  }
  return [...calls.values()];
}

/** The calls that differ, the last one first. */
export function distinctCalls(calls: readonly PastCall[], most: number): readonly NamedCall[] {
  const found = new Map<string, NamedCall>();
  for (const { tool, input, at } of calls.toReversed()) {
    if (found.size === most) break;
    const key = `${tool} ${canonical(input)}`;
    if (!found.has(key)) found.set(key, { tool, input, at, text: textOfCall(tool, input) });
  }
  return [...found.values()];
}

/** The one line that tells a person which call this was. */
export function textOfCall(tool: string, input: JsonObject): string {
  for (const key of ['command', 'file_path', 'notebook_path', 'path', 'url', 'skill', 'query', 'pattern']) {
    const value = input[key];
    if (typeof value === 'string') return value;
  }
  return Object.keys(input).length === 0 ? tool : JSON.stringify(input);
}

/** A call with what tells a person which one it is. */
export interface NamedCall {
  readonly sessionId?: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly text: string;
  readonly at: string;
}
