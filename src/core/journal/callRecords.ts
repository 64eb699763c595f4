import { writeOffer } from '../card/suggestions';
import { type AskDetails, type Call, callKindOf, type Decision, nameOf } from '../call/call';
import type { JsonObject } from '../base/json';
import type { Judgement } from '../call/judgement';
import { longestResult } from '../call/result';
import type { InteractionResponse } from '../card/interaction';
import { maskedBeginning, maskNamed } from '../masking/masking';
import { type JournalRecord, payload, type Sha256 } from './journal';

/** What the journal says of a call, from the first time it is seen to its result. */

export function proposedRecord(call: Call, judgement: Judgement, sha256: Sha256): JournalRecord {
  const { toolCallId, batchId, what, subagent } = call;
  const { risk, riskSentence, because, verdict } = judgement;
  return {
    type: 'proposed',
    toolCallId,
    batchId,
    tool: nameOf(what),
    kind: callKindOf(what),
    input: payload(what.input, sha256),
    risk,
    riskSentence,
    because,
    ...(verdict.decision === 'pass' ? { passes: true } : {}),
    ...(subagent ? { subagent } : {}),
  };
}

/** The agent waits from here on. */
export function askedRecords(
  ask: { readonly askId: string; readonly toolCallId: string; readonly run: string; readonly limitMs: number },
  { suggestions: _suggestions, ...details }: AskDetails,
  request: JsonObject,
  sha256: Sha256,
): JournalRecord[] {
  const { askId, toolCallId, run, limitMs } = ask;
  const limit = limitMs > 0 ? { limitMs } : {};
  return [
    { type: 'interaction_request', toolCallId, askId, request: payload(request, sha256), details, run, ...limit },
    { type: 'execution_suspended', toolCallId, askId },
  ];
}

interface DecisionFacts {
  readonly toolCallId: string;
  readonly number: number;
  readonly waitedMs: number | undefined;
  /** The permission mode in which it was made. */
  readonly mode: string;
  /** What a person wrote to a deny. */
  readonly note: string | undefined;
  /** Who the person is, and what they answered field by field. */
  readonly user: string | undefined;
  readonly response: InteractionResponse | undefined;
}

export function decisionRecord(decision: Decision, facts: DecisionFacts, sha256: Sha256): JournalRecord {
  const { toolCallId, number, waitedMs, mode, note, user, response } = facts;
  return {
    type: 'interaction_response',
    toolCallId,
    number,
    choice: decision.choice,
    by: decision.by,
    mode,
    ...(user === undefined ? {} : { user }),
    ...(response === undefined ? {} : { response: withoutSecrets(response) }),
    ...(waitedMs === undefined ? {} : { waitedMs }),
    ...(decision.choice === 'deny' ? { message: decision.message, stop: decision.stop } : {}),
    ...(note === undefined ? {} : { note }),
    ...(decision.choice === 'allow' && decision.edited ? { edited: true } : {}),
    ...(decision.choice === 'allow' && decision.updatedInput
      ? { updatedInput: payload(decision.updatedInput, sha256) }
      : {}),
    ...permissionsOf(decision),
  };
}

function permissionsOf(decision: Decision): { readonly permissions?: readonly JsonObject[] } {
  if (decision.choice === 'deny') return {};
  const permissions = [...(decision.updatedPermissions ?? []), ...(decision.leaves ?? []).map(writeOffer)];
  return permissions.length > 0 ? { permissions } : {};
}

/** A text is secret by the name of its field, which stands beside it here. */
function withoutSecrets({ text, responses, ...answer }: InteractionResponse): InteractionResponse {
  return {
    ...answer,
    ...(text === undefined ? {} : { text: maskNamed(answer.id, text) }),
    ...(responses === undefined ? {} : { responses: responses.map(withoutSecrets) }),
  };
}

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
    text: maskedBeginning(text, longestResult),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}
