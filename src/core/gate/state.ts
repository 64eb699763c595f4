import type { Sentence } from '../texts/sentence';
import type { Allow, AskDetails, Call, Decision, Deny, Wanted } from '../call/call';
import type { Listed } from '../call/events';
import type { HookAnswer } from '../call/answer';
import type { GateVerdict } from '../call/judgement';
import { OrderedMap } from '../base/orderedMap';

/** `strict`: nothing of a message runs before all its calls are decided. `writes`: proven read-only calls do not wait. `off`: each call on its own. */
export type GateMode = 'strict' | 'writes' | 'off';

/** `full`: every call is sent to us. `native`: the agent asks only where its own rules would, or ours deny or ask. */
export type Mediation = 'full' | 'native';
/** Where a call stands. Each status has the data that only it has. */
export type Phase =
  | { readonly status: 'waiting'; readonly problem?: Sentence }
  /** Chosen, and on its way to the disk. */
  | { readonly status: 'decided'; readonly decision: Decision; readonly number: number }
  /** On the disk; held until the batch is decided and the agent asks. */
  | { readonly status: 'recorded'; readonly decision: Decision; readonly problem?: Sentence }
  | { readonly status: 'running'; readonly decision?: Allow; readonly problem?: Sentence }
  | { readonly status: 'refused'; readonly decision: Deny; readonly problem?: Sentence }
  | {
      readonly status: 'ended';
      readonly ok: boolean;
      readonly text: string;
      readonly decision?: Allow;
      readonly problem?: Sentence;
    }
  | { readonly status: 'cancelled'; readonly reason: Sentence; readonly elsewhere: boolean }
  | { readonly status: 'lost'; readonly reason: Sentence };

export interface Ask {
  readonly askId: string;
  /** What it asks for: the same id with something else is another ask. */
  readonly what: Wanted;
  /** Asks are answered in the order in which they came. */
  readonly order: number;
  readonly state: 'open' | 'answered' | 'cancelled';
  /** The agent asked for another call under the same id: whatever is answered, both may take it. */
  readonly shared?: true;
}

export interface GatedCall {
  readonly call: Call;
  readonly details: AskDetails;
  readonly verdict: GateVerdict;
  /** Counts the inputs shown under this call; a decision must name the current one. */
  readonly revision: number;
  readonly asks: readonly Ask[];
  /** Hooks that wait for our deny to be on disk. */
  readonly hooks: readonly string[];
  readonly phase: Phase;
}

export interface Batch {
  readonly complete: boolean;
  /** Subagents have no end of message, so each of their calls is a batch by itself. */
  readonly single: boolean;
  /** The turn was stopped at one of its calls, and what is still proposed is stopped with it. */
  readonly stopped: boolean;
  readonly calls: readonly string[];
  /** How many of them hold the others back. */
  readonly unsettled: number;
  /** How many of them something still has to happen to. */
  readonly unfinished: number;
}

/** Each step costs what it changes, however many calls are open: maps share what they have in common, and what is asked of all calls is counted. */
export interface GateState {
  readonly mode: GateMode;
  readonly mediation: Mediation;
  readonly calls: OrderedMap<GatedCall>;
  readonly batches: OrderedMap<Batch>;
  /** Calls of closed batches, kept so that a replayed ask gets the answer it already had. Two generations, to forget cheaply. */
  readonly young: OrderedMap<GatedCall>;
  readonly old: OrderedMap<GatedCall>;
  /** The calls that know of an ask or a hook, by its id. */
  readonly requests: OrderedMap<readonly string[]>;
  /** How many calls wait for a person. */
  readonly waiting: number;
  /** How many calls run. */
  readonly running: number;
  readonly nextNumber: number;
}

export type GateEvent =
  | { readonly type: 'proposed'; readonly call: Call; readonly single: boolean; readonly verdict: GateVerdict }
  | { readonly type: 'batchComplete'; readonly batchId: string }
  /** It runs without having been asked for. */
  | { readonly type: 'unasked'; readonly call: Call; readonly verdict: GateVerdict; readonly problem: Sentence }
  | {
      readonly type: 'intercepted';
      readonly hookId: string;
      readonly call: Call;
      readonly verdict: GateVerdict;
    }
  | {
      readonly type: 'asked';
      readonly askId: string;
      readonly listed?: Listed;
      readonly call: Call;
      readonly details: AskDetails;
      readonly verdict: GateVerdict;
    }
  | { readonly type: 'decided'; readonly toolCallId: string; readonly revision: number; readonly decision: Decision }
  | { readonly type: 'judged'; readonly toolCallId: string; readonly revision: number; readonly verdict: GateVerdict }
  | { readonly type: 'recorded'; readonly toolCallId: string; readonly number: number }
  | { readonly type: 'recordFailed'; readonly toolCallId: string; readonly number: number; readonly reason: Sentence }
  | { readonly type: 'answered'; readonly toolCallId: string; readonly askId: string; readonly error?: Sentence }
  | { readonly type: 'cancelled'; readonly askId: string; readonly byUs: boolean }
  | { readonly type: 'expired'; readonly toolCallId: string; readonly revision: number }
  | {
      readonly type: 'ended';
      readonly toolCallId: string;
      readonly ok: boolean;
      readonly text: string;
      /** A person has stopped the turn. */
      readonly stopped?: boolean;
    }
  | { readonly type: 'turnEnded' }
  /** The session is about to end: what waits will not be answered, and what runs may still come to its end. */
  | { readonly type: 'ending'; readonly reason: Sentence }
  | { readonly type: 'agentLost'; readonly reason: Sentence }
  /** What is known by now of a call whose agent was lost while it ran. */
  | { readonly type: 'traced'; readonly toolCallId: string; readonly reason: Sentence };

export type GateEffect =
  /** Draw the call anew. */
  | { readonly type: 'show'; readonly toolCallId: string }
  /** Put the decision on disk, then say `recorded` or `recordFailed` with the same number. */
  | { readonly type: 'record'; readonly toolCallId: string; readonly number: number; readonly decision: Decision }
  | { readonly type: 'answer'; readonly toolCallId: string; readonly askId: string; readonly decision: Decision }
  | { readonly type: 'answerHook'; readonly hookId: string; readonly answer: HookAnswer }
  /** Start the time limit of a call that now waits for a person. */
  | { readonly type: 'expire'; readonly toolCallId: string; readonly revision: number }
  | { readonly type: 'notify'; readonly toolCallId: string; readonly what: GateNotice };

type GateNotice =
  | { readonly kind: 'answeredElsewhere' }
  | { readonly kind: 'ranUnasked' }
  | { readonly kind: 'notAskedFor'; readonly problem: Sentence }
  | { readonly kind: 'sharedId' }
  | { readonly kind: 'notRecorded'; readonly reason: Sentence }
  | { readonly kind: 'notDelivered'; readonly reason: Sentence };

export function emptyGate(mode: GateMode, mediation: Mediation = 'full'): GateState {
  const calls = OrderedMap.empty<GatedCall>();
  return {
    mode,
    mediation,
    calls,
    batches: OrderedMap.empty(),
    young: calls,
    old: calls,
    requests: OrderedMap.empty(),
    waiting: 0,
    running: 0,
    nextNumber: 1,
  };
}

export function findCall(state: GateState, toolCallId: string): GatedCall | undefined {
  return state.calls.get(toolCallId) ?? state.young.get(toolCallId) ?? state.old.get(toolCallId);
}

export function requestsOf({ asks, hooks }: GatedCall): readonly string[] {
  return [...asks.map(({ askId }) => askId), ...hooks];
}

/** Nothing holds its answers back any more. */
export function isReleased({ complete, unsettled }: Batch): boolean {
  return complete && unsettled === 0;
}

/** A person has to choose. */
export function isWaiting({ phase, verdict }: GatedCall): boolean {
  return phase.status === 'waiting' && verdict.decision !== 'pass';
}

/** Final: nothing that still has to happen depends on this call. */
export function isFinal(phase: Phase): boolean {
  return (
    phase.status === 'ended' || phase.status === 'refused' || phase.status === 'cancelled' || phase.status === 'lost'
  );
}

/** The person's part is over, and on disk where there was one. Such a call does not hold its batch. */
export function isSettled(phase: Phase): boolean {
  return phase.status !== 'waiting' && phase.status !== 'decided';
}

export function decisionOf(phase: Phase): Decision | undefined {
  switch (phase.status) {
    case 'decided':
    case 'recorded':
    case 'refused':
      return phase.decision;
    case 'running':
    case 'ended':
      return phase.decision;
    case 'waiting':
    case 'cancelled':
    case 'lost':
      return undefined;
    default:
      return phase satisfies never;
  }
}
