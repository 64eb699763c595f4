import { type Call, callKindOf, type Decision, nameOf } from '../call/call';
import type { JsonObject } from '../base/json';
import type { Risk } from '../call/judgement';
import { type JournalRecord, payload, type Sha256 } from './journal';

/** What the journal says of a call, from the first time it is seen to its result. */

export function proposedRecord(call: Call, risk: Risk, sha256: Sha256): JournalRecord {
  const { toolCallId, batchId, what, subagent } = call;
  return {
    type: 'proposed',
    toolCallId,
    batchId,
    tool: nameOf(what),
    kind: callKindOf(what),
    input: payload(what.input, sha256),
    risk,
    ...(subagent ? { subagent } : {}),
  };
}

/** The agent waits from here on. */
export function askedRecords(askId: string, toolCallId: string, request: JsonObject, sha256: Sha256): JournalRecord[] {
  return [
    { type: 'interaction_request', toolCallId, askId, request: payload(request, sha256) },
    { type: 'execution_suspended', toolCallId, askId },
  ];
}

export function decisionRecord(
  toolCallId: string,
  number: number,
  decision: Decision,
  waitedMs: number | undefined,
  sha256: Sha256,
): JournalRecord {
  return {
    type: 'interaction_response',
    toolCallId,
    number,
    choice: decision.choice,
    by: decision.by,
    ...(waitedMs === undefined ? {} : { waitedMs }),
    ...(decision.choice === 'deny' ? { message: decision.message, stop: decision.stop } : {}),
    ...(decision.choice === 'allow' && decision.edited ? { edited: true } : {}),
    ...(decision.choice === 'allow' && decision.updatedInput
      ? { updatedInput: payload(decision.updatedInput, sha256) }
      : {}),
    ...(decision.choice === 'allow' && decision.updatedPermissions ? { permissions: decision.updatedPermissions } : {}),
  };
}

/** The journal proves what happened; the whole output is in the agent's own transcript. */
const longestResult = 4096;

export function resultRecord(
  toolCallId: string,
  ok: boolean,
  text: string,
  durationMs: number | undefined,
): JournalRecord {
  return {
    type: 'result',
    toolCallId,
    ok,
    text: text.slice(0, longestResult),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}
