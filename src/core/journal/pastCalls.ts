import type { DecidedBy } from '../call/call';
import type { Risk } from '../call/judgement';
import type { CallHistory } from './history';
import { canonical, type JsonObject } from '../base/json';

/** A call of the past, as far as rules are made from it and tried on it. */
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

/** The calls of one session, in the order in which they were proposed. */
export function pastCalls({ facts, calls }: CallHistory): readonly PastCall[] {
  const { sessionId, cwd } = facts;
  return calls.map(({ toolCallId, tool, input, at, risk, decision }) => ({
    sessionId,
    cwd,
    toolCallId,
    tool,
    input,
    at,
    edited: decision?.edited ?? false,
    ...(risk === undefined ? {} : { risk }),
    ...(decision ? { choice: decision.choice, by: decision.by } : {}),
  }));
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
