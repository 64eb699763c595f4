import { quoted, say, type Sentence } from '../texts/sentence';
import type { JsonObject } from '../base/json';
import { type AskDetails, type CallKind, callKindOf, type DecidedBy, nameOf, type Wanted } from '../call/call';
import { shownResult } from '../call/result';
import type { Card, CardOutcome, CardState } from './card';
import { formOf } from './forms';
import { decisionOf, type GatedCall, type Phase } from '../gate/state';
import type { Judgement } from '../call/judgement';
import { writeLeave, writeOffer } from './suggestions';
import { questionsOf } from './questions';

/** What the channel knows of a call beside the gate: how it was judged, and its times. */
interface CardFacts {
  readonly cwd: string;
  readonly judgement: Judgement;
  readonly remainingMs?: number;
  readonly paused: boolean;
  /** What of it the kernel has stopped. */
  readonly stopped?: Sentence;
  /** The commands that may want what is asked. */
  readonly wantedBy: readonly string[];
  readonly durationMs?: number;
  /** The note a person gave with a deny. */
  readonly note?: string;
}

export function cardOf(gated: GatedCall, facts: CardFacts): Card {
  const { call, phase } = gated;
  const outcome = outcomeOf(phase, facts.note);
  const problem = problemOf(phase);
  return {
    sessionId: call.sessionId,
    toolCallId: call.toolCallId,
    batchId: call.batchId,
    ...looksOf(call.what, gated.details),
    state: stateOf(phase),
    revision: gated.revision,
    tool: nameOf(call.what),
    input: call.what.input,
    cwd: facts.cwd,
    ...beforeTheKernel(gated, facts),
    risk: facts.judgement.risk,
    riskSentence: facts.judgement.riskSentence,
    because: facts.judgement.because,
    ...(facts.judgement.effects === undefined ? {} : { effects: facts.judgement.effects }),
    paused: facts.paused,
    ...(facts.wantedBy.length > 0 ? { wantedBy: facts.wantedBy } : {}),
    ...(call.subagent ? { subagent: call.subagent } : {}),
    ...(phase.status === 'waiting' && facts.remainingMs !== undefined ? { remainingMs: facts.remainingMs } : {}),
    ...(outcome ? { outcome } : {}),
    ...(problem === undefined ? {} : { problem }),
    ...(phase.status === 'ended' ? { result: { ok: phase.ok, text: shownResult(phase.text) } } : {}),
    ...(facts.durationMs === undefined ? {} : { durationMs: facts.durationMs }),
  };
}

/** What the kernel would stop is said before it happens, with what may be opened for it. */
function beforeTheKernel(
  { phase, details: told }: GatedCall,
  facts: CardFacts,
): Pick<Card, 'details' | 'kernel' | 'excluded'> {
  // Which folders can be opened is ours to say: nobody has looked at one that an agent names.
  const details = { ...told, suggestions: told.suggestions.filter(row => writeLeave(row) === undefined) };
  const { outside = [], excluded } = facts.judgement;
  if (facts.stopped) return { details, kernel: facts.stopped };
  if (phase.status === 'waiting' && excluded !== undefined) return { details, excluded };
  if (phase.status !== 'waiting' || outside.length === 0) return { details };
  const folders = new Set(outside.flatMap(({ folder }) => folder ?? []));
  return {
    details: { ...details, suggestions: [...details.suggestions, ...[...folders].flatMap(offersFor)] },
    kernel: say('The kernel will stop this: commands can write only in the folder of the session, not {paths}.', {
      paths: outside.map(({ path }) => quoted(path)),
    }),
  };
}

function offersFor(folder: string): readonly JsonObject[] {
  return [writeOffer({ folder, lasts: 'call' }), writeOffer({ folder, lasts: 'session' })];
}

/** What follows from the call alone, whatever has become of it. */
export function looksOf(
  what: Wanted,
  details: Pick<AskDetails, 'mcpServer'>,
): Pick<Card, 'kind' | 'interaction' | 'mcpServer'> {
  const kind = callKindOf(what);
  const interaction = interactionOf(kind, what.input);
  const mcpServer = details.mcpServer ?? serverOf(what, kind);
  return { kind, ...(interaction ? { interaction } : {}), ...(mcpServer === undefined ? {} : { mcpServer }) };
}

function serverOf(what: Wanted, kind: CallKind): string | undefined {
  if (what.kind === 'elicitation') return what.server;
  return kind === 'mcp' ? what.tool.split('__')[1] : undefined;
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
export function deciderOf(by: DecidedBy): Pick<CardOutcome, 'by' | 'detail' | 'reason' | 'where'> {
  switch (by.kind) {
    case 'rule':
      return { by: 'rule', detail: by.rule, ...(by.where === undefined ? {} : { where: by.where }) };
    case 'failure':
      return { by: 'failure', reason: by.reason };
    case 'person':
    case 'timeout':
    case 'stop':
      return { by: by.kind };
    default:
      return by satisfies never;
  }
}

function problemOf(phase: Phase): Sentence | undefined {
  switch (phase.status) {
    case 'waiting':
    case 'recorded':
    case 'running':
    case 'refused':
    case 'ended':
      return phase.problem;
    case 'cancelled':
    case 'lost':
      return phase.reason;
    case 'decided':
      return undefined;
    default:
      return phase satisfies never;
  }
}
