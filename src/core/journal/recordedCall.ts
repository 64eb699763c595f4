import { type Sentence, quoted } from '../texts/sentence';
import { isObject, type JsonObject } from '../base/json';
import { type CallKind, type DecidedBy, kindOf, type Subagent } from '../call/call';
import type { CardReason, Risk } from '../call/judgement';
import type { CardState } from '../card/card';
import type { JournalRecord, ShownDetails } from './journal';

/** All that the records tell of one call. Secrets in its texts are masked, and very long ones are cut. */
export interface RecordedCall {
  readonly toolCallId: string;
  readonly batchId: string;
  readonly tool: string;
  readonly kind: CallKind;
  /** As the agent proposed it. */
  readonly input: JsonObject;
  readonly subagent?: Subagent;
  readonly at: string;
  /** The first journals do not say. */
  readonly risk?: Risk;
  readonly riskSentence: Sentence;
  readonly because: readonly CardReason[];
  /** The agent keeps its own books with it: it is neither shown nor asked. */
  readonly passes: boolean;
  readonly details: ShownDetails;
  readonly state: CardState;
  readonly decision?: RecordedDecision;
  /** The agent was given the answer. */
  readonly delivered: boolean;
  readonly withdrawn?: Sentence;
  readonly unasked: boolean;
  readonly result?: { readonly ok: boolean; readonly durationMs?: number };
  readonly problem?: Sentence;
  /** What became of it after its agent was lost is on record. */
  readonly traced?: true;
}

/** The last decision on a call; an earlier one that could not be recorded or delivered counts for nothing. */
export interface RecordedDecision {
  readonly choice: 'allow' | 'deny';
  readonly by: DecidedBy;
  readonly at: string;
  readonly edited: boolean;
  readonly stop: boolean;
  /** What ran instead of what was proposed. */
  readonly input?: JsonObject;
  /** What the model was told with a deny. */
  readonly message?: string;
  readonly note?: string;
}

type Proposal = JournalRecord & { type: 'proposed' };
type CallRecord = Exclude<Extract<JournalRecord, { readonly toolCallId: string }>, Proposal>;

export function proposedCall(record: Proposal, at: string): RecordedCall {
  const { toolCallId, batchId, tool, risk, riskSentence = quoted(''), because = [], passes = false, subagent } = record;
  const input = isObject(record.input.value) ? record.input.value : {};
  return {
    toolCallId,
    batchId,
    tool,
    kind: isForm(record) ? 'elicitation' : kindOf(tool),
    input,
    at,
    riskSentence,
    because,
    passes,
    details: {},
    state: 'waiting',
    delivered: false,
    unasked: false,
    ...(risk === undefined ? {} : { risk }),
    ...(subagent ? { subagent } : {}),
  };
}

/** The first journals know a form only by the name that they gave it, and by an id that no tool has. */
function isForm({ kind, tool, toolCallId }: Proposal): boolean {
  return kind === 'elicitation' || (tool === 'elicitation' && toolCallId.startsWith('elicitation:'));
}

/** The call with one more record; a later one counts over an earlier one. */
export function callAfter(call: RecordedCall, record: CallRecord, at: string): RecordedCall {
  switch (record.type) {
    case 'interaction_request':
      return record.details ? { ...call, details: record.details } : call;
    case 'interaction_response':
      return decided(call, record, at);
    case 'execution_resumed':
      return call.state === 'decided' ? { ...call, ...resumed(call), delivered: true } : call;
    case 'withdrawn':
      return { ...call, state: 'cancelled', withdrawn: record.reason, problem: record.reason };
    case 'ran_unasked':
      return { ...call, unasked: true, ...(record.problem === undefined ? {} : { problem: record.problem }) };
    case 'traced':
      return call.state === 'lost' ? { ...call, problem: record.reason, traced: true } : call;
    case 'result':
      return finished(call, record);
    case 'execution_suspended':
    case 'not_delivered':
    case 'returned':
      return call;
    default:
      // A journal of a newer version may have records that this one does not know.
      record satisfies never;
      return call;
  }
}

/** The process that asked is gone, and with it whatever it was waiting for. */
export function lostCall(call: RecordedCall, problem: Sentence): RecordedCall {
  const isOpen = call.state === 'waiting' || call.state === 'decided' || call.state === 'running';
  return isOpen ? { ...call, state: 'lost', problem } : call;
}

function decided(
  call: RecordedCall,
  record: JournalRecord & { type: 'interaction_response' },
  at: string,
): RecordedCall {
  const { choice, by, edited = false, stop = false, updatedInput, message, note } = record;
  const denied: CardState = by.kind === 'timeout' ? 'expired' : 'denied';
  return {
    ...call,
    state: choice === 'allow' ? 'decided' : denied,
    decision: {
      choice,
      by,
      at,
      edited,
      stop,
      // What really ran is what the person made of it.
      ...(edited && isObject(updatedInput?.value) ? { input: updatedInput.value } : {}),
      ...(message === undefined ? {} : { message }),
      ...(note === undefined ? {} : { note }),
    },
    ...(by.kind === 'failure' ? { problem: by.reason } : {}),
  };
}

/** A form has no result of its own: once it is sent, all of it has happened. */
function resumed(call: RecordedCall): Pick<RecordedCall, 'state' | 'result'> {
  return call.kind === 'elicitation' ? { state: 'done', result: { ok: true } } : { state: 'running' };
}

function finished(call: RecordedCall, record: JournalRecord & { type: 'result' }): RecordedCall {
  const { ok, durationMs } = record;
  const result = { ok, ...(durationMs === undefined ? {} : { durationMs }) };
  // What an agent says of a call that was not answered in time changes nothing any more.
  const isOver = call.state === 'denied' || call.state === 'expired' || call.state === 'cancelled';
  if (isOver || (call.state === 'lost' && !call.delivered)) return call;
  const ended: RecordedCall = { ...call, state: ok ? 'done' : 'failed', result };
  return call.state === 'lost' ? withoutProblem(ended) : ended;
}

/** It came to its end after all, while the session was being ended. */
function withoutProblem({ problem: _problem, ...call }: RecordedCall): RecordedCall {
  return call;
}
