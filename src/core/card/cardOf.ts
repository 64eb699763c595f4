import { type CallKind, callKindOf, type DecidedBy, kindOf, nameOf, type Wanted } from '../call/call';
import type { Card, CardOutcome, CardState } from './card';
import { formOf } from './forms';
import { decisionOf, type GatedCall, type Phase } from '../gate/state';
import type { Judgement } from '../call/judgement';
import { questionsOf } from './questions';
import type { JsonObject } from '../base/json';

/** What the channel knows of a call beside the gate: how it was judged, and its times. */
interface CardFacts {
  readonly cwd: string;
  readonly judgement: Judgement;
  readonly remainingMs?: number;
  readonly paused: boolean;
  readonly durationMs?: number;
  /** The note a person gave with a deny. */
  readonly note?: string;
}

/** The longest result a card carries; the transcript of the agent has the rest. */
const longestResult = 8 * 1024;

export function cardOf(gated: GatedCall, facts: CardFacts): Card {
  const { call, phase } = gated;
  const kind = callKindOf(call.what);
  const interaction = interactionOf(kind, call.what.input);
  const outcome = outcomeOf(phase, facts.note);
  const problem = problemOf(phase);
  const server = gated.details.mcpServer ?? serverOf(call.what);
  return {
    sessionId: call.sessionId,
    toolCallId: call.toolCallId,
    batchId: call.batchId,
    kind,
    state: stateOf(phase),
    revision: gated.revision,
    tool: nameOf(call.what),
    input: call.what.input,
    cwd: facts.cwd,
    details: gated.details,
    risk: facts.judgement.risk,
    riskSentence: facts.judgement.riskSentence,
    because: facts.judgement.because,
    paused: facts.paused,
    ...(call.subagent ? { subagent: call.subagent } : {}),
    ...(interaction ? { interaction } : {}),
    ...(server === undefined ? {} : { mcpServer: server }),
    ...(phase.status === 'waiting' && facts.remainingMs !== undefined ? { remainingMs: facts.remainingMs } : {}),
    ...(outcome ? { outcome } : {}),
    ...(problem === undefined ? {} : { problem }),
    ...(phase.status === 'ended' ? { result: { ok: phase.ok, text: cut(phase.text) } } : {}),
    ...(facts.durationMs === undefined ? {} : { durationMs: facts.durationMs }),
  };
}

function serverOf(what: Wanted): string | undefined {
  if (what.kind === 'elicitation') return what.server;
  return kindOf(what.tool) === 'mcp' ? what.tool.split('__')[1] : undefined;
}

function interactionOf(kind: CallKind, input: JsonObject): Card['interaction'] {
  if (kind === 'question') return questionsOf(input);
  if (kind !== 'elicitation') return undefined;
  const form = formOf(input);
  return form?.mode === 'form' ? form.interaction : undefined;
}

/** A deny shows the moment it is chosen; an allow shows as running once it has left. */
function stateOf(phase: Phase): CardState {
  switch (phase.status) {
    case 'waiting':
    case 'running':
    case 'cancelled':
    case 'lost':
      return phase.status;
    case 'decided':
    case 'recorded':
      if (phase.decision.choice === 'allow') return 'decided';
      return phase.decision.by.kind === 'timeout' ? 'expired' : 'denied';
    case 'refused':
      return phase.decision.by.kind === 'timeout' ? 'expired' : 'denied';
    case 'ended':
      return phase.ok ? 'done' : 'failed';
    default:
      return phase satisfies never;
  }
}

function outcomeOf(phase: Phase, note: string | undefined): CardOutcome | undefined {
  const decision = decisionOf(phase);
  if (!decision) return undefined;
  return {
    choice: decision.choice,
    ...deciderOf(decision.by),
    edited: decision.choice === 'allow' && decision.edited === true,
    stop: decision.choice === 'deny' && decision.stop,
    ...(note === undefined ? {} : { note }),
  };
}

/** Who or what decided, in an outcome. */
export function deciderOf(by: DecidedBy): Pick<CardOutcome, 'by' | 'detail' | 'where'> {
  switch (by.kind) {
    case 'rule':
      return { by: 'rule', detail: by.rule, ...(by.where === undefined ? {} : { where: by.where }) };
    case 'failure':
      return { by: 'failure', detail: by.reason };
    case 'person':
    case 'timeout':
    case 'stop':
      return { by: by.kind };
    default:
      return by satisfies never;
  }
}

function problemOf(phase: Phase): string | undefined {
  switch (phase.status) {
    case 'waiting':
    case 'recorded':
    case 'refused':
    case 'ended':
      return phase.problem;
    case 'cancelled':
    case 'lost':
      return phase.reason;
    case 'decided':
    case 'running':
      return undefined;
    default:
      return phase satisfies never;
  }
}

function cut(text: string): string {
  return text.length > longestResult ? `${text.slice(0, longestResult)}…` : text;
}
