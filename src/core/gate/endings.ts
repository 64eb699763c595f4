import type { Deny } from '../call/call';
import type { Draft } from './draft';
import { type Ask, decisionOf, type GatedCall, isFinal, type Phase } from './state';
import { type GateVerdict } from '../call/judgement';
import { say, type Sentence } from '../texts/sentence';

export function notDelivered(draft: Draft, toolCallId: string, askId: string, error: Sentence): void {
  const gated = draft.find(toolCallId);
  const unanswered = gated?.asks.find(ask => ask.askId === askId && ask.state === 'answered');
  // What was withdrawn, lost or finished in the meantime waits for no answer any more.
  if (!gated || !unanswered || isOver(gated.phase)) return;
  const problem = say('The answer could not be delivered: {error}', { error });
  draft.effects.push({ type: 'notify', toolCallId, what: { kind: 'notDelivered', reason: error } });
  const { phase } = gated;
  if (unanswered.shared || (phase.status === 'refused' && gated.verdict.decision === 'deny')) {
    // A person is not asked for what is denied whatever they say. Unanswered, the agent does not run it either.
    const left = unanswered.shared ? withAsk(gated, askId, 'cancelled') : gated;
    if (phase.status === 'refused') draft.setPhase(left, { ...phase, problem });
    else draft.put(left);
    return;
  }
  const open = withAsk(gated, askId, 'open');
  const verdict: GateVerdict =
    gated.verdict.decision === 'deny' ? gated.verdict : { decision: 'ask', readOnly: false, always: true };
  if (phase.status === 'running' || phase.status === 'refused') {
    draft.put({ ...open, verdict, revision: gated.revision + 1 });
    draft.wait(toolCallId, verdict, problem);
  } else {
    draft.put(open);
  }
}

function withAsk(gated: GatedCall, askId: string, state: Ask['state']): GatedCall {
  return { ...gated, asks: gated.asks.map(ask => (ask.askId === askId ? { ...ask, state } : ask)) };
}

function isOver(phase: Phase): boolean {
  return isFinal(phase) && phase.status !== 'refused';
}

/** Nobody waits for an answer to this call any more: none is sent, and one that fails now brings nothing back. */
function withdrawn(gated: GatedCall): GatedCall {
  return { ...gated, asks: gated.asks.map(ask => ({ ...ask, state: 'cancelled' as const })), hooks: [] };
}

export function lost(draft: Draft, reason: Sentence, ends: (phase: Phase) => boolean): void {
  for (const gated of draft.calls())
    if (!isFinal(gated.phase) && ends(gated.phase)) draft.setPhase(withdrawn(gated), { status: 'lost', reason });
  draft.completeAll();
  draft.forgetAsks(withdrawn);
}

export function traced(draft: Draft, toolCallId: string, reason: Sentence): void {
  draft.change(toolCallId, gated =>
    gated.phase.status === 'lost' ? { ...gated, phase: { status: 'lost', reason } } : gated,
  );
}

const stoppedByPerson = say('You stopped the turn.');

export function cancelled(draft: Draft, askId: string, byUs: boolean): void {
  const knowing = draft.knowing(askId).filter(({ call }) => draft.state.calls.has(call.toolCallId));
  const hooked = knowing.find(it => it.hooks.includes(askId));
  if (hooked) {
    draft.put({ ...hooked, hooks: hooked.hooks.filter(hookId => hookId !== askId) });
    return;
  }
  for (const gated of knowing)
    if (gated.asks.some(ask => ask.askId === askId && ask.state === 'open')) askCancelled(draft, gated, askId, byUs);
}

function askCancelled(draft: Draft, before: GatedCall, askId: string, byUs: boolean): void {
  const gated = withAsk(before, askId, 'cancelled');
  draft.put(gated);
  if (gated.asks.some(ask => ask.state === 'open')) return;
  const decision = decisionOf(gated.phase);
  const stopped = decision?.choice === 'deny' && decision.stop;
  if (stopped && gated.phase.status !== 'decided') {
    draft.setPhase(gated, { status: 'refused', decision });
    return;
  }
  const ours = byUs || stopped || subagentStopped(draft, gated);
  const reason = ours ? stoppedByPerson : say('The agent withdrew the request: it was answered elsewhere.');
  draft.setPhase(gated, { status: 'cancelled', reason, elsewhere: !ours });
  if (!ours)
    draft.effects.push({ type: 'notify', toolCallId: gated.call.toolCallId, what: { kind: 'answeredElsewhere' } });
}

/** A stop inside a subagent ends that subagent alone, with whatever else it was asking for. */
function subagentStopped(draft: Draft, { call }: GatedCall): boolean {
  const { calls, young } = draft.state;
  return [...calls.values(), ...young.values()].some(other => {
    const decision = decisionOf(other.phase);
    const same = call.subagent !== undefined && other.call.subagent?.id === call.subagent.id;
    return same && decision?.choice === 'deny' && decision.stop;
  });
}

export function ended(draft: Draft, toolCallId: string, ok: boolean, text: string, stopped: boolean): void {
  const found = draft.find(toolCallId);
  if (!found) return;
  const gated = withdrawn(found);
  if (isOver(found.phase)) return draft.put(gated);
  if (gated.phase.status === 'running') {
    draft.setPhase(gated, {
      status: 'ended',
      ok,
      text,
      ...(gated.phase.decision ? { decision: gated.phase.decision } : {}),
      ...(gated.phase.problem ? { problem: gated.phase.problem } : {}),
    });
    return;
  }
  const decision = deniedOnDisk(gated.phase);
  if (decision) {
    if (gated.phase.status === 'refused' && !ok) draft.put(gated);
    else if (ok) ranDenied(draft, gated, decision);
    else draft.setPhase(gated, { status: 'refused', decision });
  } else if (ok) {
    draft.setPhase(gated, {
      status: 'ended',
      ok,
      text,
      problem: say('The agent ran this without waiting for an answer.'),
    });
    draft.effects.push({ type: 'notify', toolCallId, what: { kind: 'ranUnasked' } });
  } else if (stopped) {
    draft.setPhase(gated, { status: 'cancelled', reason: stoppedByPerson, elsewhere: false });
  } else {
    draft.setPhase(gated, {
      status: 'ended',
      ok,
      text,
      problem: say('The agent gave this call up before it was answered.'),
    });
  }
}

/** Only what is on the disk is refused: a replayed ask is answered from it at once. */
function deniedOnDisk(phase: Phase): Deny | undefined {
  const decision = phase.status === 'decided' ? undefined : decisionOf(phase);
  return decision?.choice === 'deny' ? decision : undefined;
}

function ranDenied(draft: Draft, gated: GatedCall, decision: Deny): void {
  draft.setPhase(gated, { status: 'refused', decision, problem: say('The agent ran this although it was denied.') });
  draft.effects.push({ type: 'notify', toolCallId: gated.call.toolCallId, what: { kind: 'ranUnasked' } });
}

/** What the message proposed and the agent never asked for will not be asked any more. Calls of subagents outlive the turn. */
export function turnEnded(draft: Draft): void {
  for (const found of draft.calls()) {
    const open = found.asks.some(ask => ask.state === 'open');
    if (isFinal(found.phase) || open || found.call.subagent) continue;
    const gated = withdrawn(found);
    const decision = deniedOnDisk(gated.phase);
    if (decision) draft.setPhase(gated, { status: 'refused', decision });
    else
      draft.setPhase(gated, {
        status: 'cancelled',
        reason:
          gated.phase.status === 'running'
            ? say('The turn ended while this ran.')
            : say('The turn ended before this call.'),
        elsewhere: false,
      });
  }
  draft.completeAll();
}
