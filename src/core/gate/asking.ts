import type { AskDetails, Call } from '../call/call';
import type { Listed } from '../call/events';
import type { GateVerdict } from '../call/judgement';
import { type Draft, sharedId } from './draft';
import { sameWanted } from './sameWanted';
import { type Ask, decisionOf, type GatedCall, type GateEvent, type Phase } from './state';
import { say, type Sentence } from '../texts/sentence';

/** The agent waits for an answer under this id. */
export function asked(
  draft: Draft,
  { askId, call, details, verdict: judgement, listed }: GateEvent & { readonly type: 'asked' },
): void {
  const holders = holdersOf(draft, askId, call.toolCallId);
  if (holders.length > 0) return askedUnderOneId(draft, askId, holders, call, details);
  const verdict = underWarning(details, judgement);
  const known = draft.find(call.toolCallId);
  if (!known) {
    draft.open(alone(call), details, verdict, true, askId);
    return;
  }
  const before = known.asks.find(ask => ask.askId === askId);
  if (before && isEcho(before, call, known.phase, listed)) return;
  const ask = draft.newAsk(askId, call.what);
  const asks = before ? known.asks.map(it => (it === before ? ask : it)) : [...known.asks, ask];
  askedFor(draft, { ...known, details, asks }, call, verdict, known.details);
}

/** A known call is asked for, with or without a decision that covers it. */
function askedFor(
  draft: Draft,
  known: GatedCall,
  { toolCallId, what }: Call,
  verdict: GateVerdict,
  shown: AskDetails,
): void {
  const sameCall = sameWanted(known.call.what, what);
  const newWarning = known.details.reasonType === 'safetyCheck' && shown.reasonType !== 'safetyCheck';
  const changed = { ...known, call: { ...known.call, what }, revision: known.revision + 1, verdict };
  const decision = decisionOf(known.phase);
  if (known.phase.status === 'waiting' && sameCall) {
    draft.put({ ...changed, revision: known.revision });
    draft.show(toolCallId);
    draft.byVerdict(toolCallId, verdict);
  } else if (known.phase.status === 'waiting') {
    draft.put(changed);
    draft.wait(toolCallId, verdict, say('The agent changed this call after it was shown.'));
  } else if (!sameCall || !decision || (decision.choice === 'allow' && (newWarning || verdict.decision === 'deny'))) {
    // A decision covers exactly what was shown. Anything else comes back as a question.
    draft.put(changed);
    draft.wait(toolCallId, verdict, reopenReason(known.phase, sameCall, newWarning));
  } else draft.put(known);
}

/** The other calls for which this agent used the id of an ask before. */
function holdersOf(draft: Draft, askId: string, toolCallId: string): readonly GatedCall[] {
  return draft
    .knowing(askId)
    .filter(({ call }) => call.toolCallId !== toolCallId)
    .filter(({ asks }) => asks.some(ask => ask.askId === askId && ask.state !== 'cancelled'));
}

/** Under one id the answer to one call could run another, so none of them is allowed under it. */
function askedUnderOneId(
  draft: Draft,
  askId: string,
  holders: readonly GatedCall[],
  call: Call,
  details: AskDetails,
): void {
  const { toolCallId } = call;
  for (const holder of holders) {
    draft.put({
      ...holder,
      asks: holder.asks.map(ask => (ask.askId === askId ? { ...ask, shared: true as const } : ask)),
    });
    if (holder.asks.some(ask => ask.askId === askId && ask.state === 'open')) draft.denyShared(holder.call.toolCallId);
  }
  const known = draft.find(toolCallId);
  const before = known?.asks.find(ask => ask.askId === askId);
  if (known && before && isEcho(before, call, known.phase)) return;
  if (!known) draft.open(alone(call), details, { decision: 'ask', readOnly: false, always: true }, true);
  // What was let run is not changed by what is said now: this ask is refused beside it.
  const beside = known !== undefined && wasAllowed(known.phase);
  const ask: Ask = { ...draft.newAsk(askId, call.what), shared: true, state: beside ? 'answered' : 'open' };
  draft.change(toolCallId, gated => ({ ...gated, asks: [...gated.asks.filter(it => it.askId !== askId), ask] }));
  if (beside) draft.effects.push({ type: 'answer', toolCallId, askId, decision: sharedId });
  else draft.denyShared(toolCallId);
  draft.effects.push({ type: 'notify', toolCallId, what: { kind: 'sharedId' } });
}

/**
 * The same ask once more. What was withdrawn, or asked by an agent that is gone, waits for an answer again, unless it only
 * stands in a list; what comes after the end is an echo.
 */
function isEcho({ what, state }: Ask, call: Call, { status }: Phase, listed?: Listed): boolean {
  const waitsAgain = !listed && state === 'cancelled' && status !== 'ended' && status !== 'refused';
  return sameWanted(what, call.what) && !waitsAgain;
}

function wasAllowed(phase: Phase): boolean {
  return phase.status === 'ended' || (phase.status === 'running' && phase.decision !== undefined);
}

function reopenReason(phase: Phase, sameCall: boolean, newWarning: boolean): Sentence | undefined {
  if (!sameCall) return say('The agent asks for something else than what was decided, so nothing has been answered.');
  return newWarning && decisionOf(phase) ? say('The agent added a warning after this was decided.') : undefined;
}

/** A safety warning of the agent is for a person to read: none of our rules has seen it when it allows. */
function underWarning(details: AskDetails, verdict: GateVerdict): GateVerdict {
  return details.reasonType === 'safetyCheck' && verdict.decision === 'allow'
    ? { decision: 'ask', readOnly: false, always: true }
    : verdict;
}

/** A call that nobody proposed belongs to no message that it could hold open, or that could hold it. */
export function alone(call: Call): Call {
  return { ...call, batchId: call.toolCallId };
}
