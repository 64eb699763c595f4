import type { AskDetails, Call, Deny } from '../call/call';
import { alone, asked } from './asking';
import { Draft } from './draft';
import { cancelled, ended, lost, notDelivered, traced, turnEnded } from './endings';
import { messages } from './messages';
import { release } from './release';
import {
  decisionOf,
  findCall,
  type GatedCall,
  type GateEffect,
  type GateEvent,
  type GateState,
  isFinal,
  type Phase,
} from './state';
import { type GateVerdict } from '../call/judgement';
import { say, type Sentence } from '../texts/sentence';

const noDetails: AskDetails = { suggestions: [] };
const timedOut: Deny = { choice: 'deny', by: { kind: 'timeout' }, message: messages.timedOut, stop: false };

/**
 * The latch. Answers of a batch are held until every call of the batch is decided and recorded, so it works on calls as
 * they are proposed: the agent asks for a second writing call only after the first has run, and a gate that waited for
 * the asks would wait for ever.
 */
export function step(state: GateState, event: GateEvent): [GateState, readonly GateEffect[]] {
  const draft = new Draft(state);
  apply(draft, event);
  release(draft);
  return draft.finish();
}

/** The call that waits for a decision on this revision of it, or why there is none. */
export function waitingCall(
  state: GateState,
  toolCallId: string,
  revision: number,
): { readonly ok: true; readonly gated: GatedCall } | { readonly ok: false; readonly reason: Sentence } {
  const gated = findCall(state, toolCallId);
  if (!gated) return { ok: false, reason: say('There is no such call in this session.') };
  if (gated.phase.status !== 'waiting') return { ok: false, reason: whyOver(gated.phase) };
  return gated.revision === revision
    ? { ok: true, gated }
    : { ok: false, reason: say('The call changed after it was shown. Look at it again.') };
}

function whyOver(phase: Exclude<Phase, { readonly status: 'waiting' }>): Sentence {
  switch (phase.status) {
    case 'decided':
    case 'recorded':
    case 'running':
    case 'refused':
    case 'ended':
      return phase.decision?.by.kind === 'timeout'
        ? say('This request has already timed out.')
        : say('This call is already decided.');
    case 'cancelled':
      return say('The agent has withdrawn this request.');
    case 'lost':
      return say('The agent that asked has ended.');
    default:
      return phase satisfies never;
  }
}

function apply(draft: Draft, event: GateEvent): void {
  switch (event.type) {
    case 'proposed':
      if (!draft.find(event.call.toolCallId) && !leftToAgent(draft.state, event.verdict))
        draft.open(event.call, noDetails, event.verdict, event.single);
      return;
    case 'unasked':
      unasked(draft, event.call, event.verdict, event.problem);
      return;
    case 'batchComplete':
      draft.completeBatch(event.batchId);
      return;
    case 'intercepted':
      intercepted(draft, event.hookId, event.call, event.verdict);
      return;
    case 'asked':
      asked(draft, event);
      return;
    case 'decided':
      if (waitingCall(draft.state, event.toolCallId, event.revision).ok) draft.decide(event.toolCallId, event.decision);
      return;
    case 'judged':
      judged(draft, event.toolCallId, event.revision, event.verdict);
      return;
    case 'recorded':
      recorded(draft, event.toolCallId, event.number);
      return;
    case 'recordFailed':
      recordFailed(draft, event.toolCallId, event.number, event.reason);
      return;
    case 'answered':
      if (event.error !== undefined) notDelivered(draft, event.toolCallId, event.askId, event.error);
      return;
    case 'cancelled':
      cancelled(draft, event.askId, event.byUs);
      return;
    case 'expired':
      if (waitingCall(draft.state, event.toolCallId, event.revision).ok) draft.decide(event.toolCallId, timedOut);
      return;
    case 'ended':
      ended(draft, event.toolCallId, event.ok, event.text, event.stopped === true);
      return;
    case 'turnEnded':
      turnEnded(draft);
      return;
    case 'ending':
      lost(draft, event.reason, phase => phase.status !== 'running');
      return;
    case 'agentLost':
      lost(draft, event.reason, () => true);
      return;
    case 'traced':
      traced(draft, event.toolCallId, event.reason);
      return;
    default:
      event satisfies never;
  }
}

/** Hooks time out and asks do not, so a hook never waits for a person: it sends the call on to `can_use_tool`. */
function intercepted(draft: Draft, hookId: string, call: Call, verdict: GateVerdict): void {
  if (verdict.decision === 'deny') {
    // A deny leaves through the hook too: there, no other hook, rule or mode of the agent stands above it.
    if (!draft.find(call.toolCallId)) draft.open(alone(call), noDetails, verdict, true);
    draft.change(call.toolCallId, gated =>
      gated.hooks.includes(hookId) ? gated : { ...gated, hooks: [...gated.hooks, hookId] },
    );
    judged(draft, call.toolCallId, draft.find(call.toolCallId)?.revision ?? 0, verdict);
    draft.denyHook(call.toolCallId, hookId, verdict.message);
    return;
  }
  const known = draft.find(call.toolCallId);
  // A card that is on screen, or decided there, must be asked for, even where the rules would leave it to the agent by now.
  const onScreen = known && !isFinal(known.phase) && known.phase.status !== 'running';
  if (!onScreen && (verdict.decision === 'pass' || leftToAgent(draft.state, verdict))) {
    draft.effects.push({ type: 'answerHook', hookId, answer: { kind: 'none' } });
    return;
  }
  if (!known) draft.open(alone(call), noDetails, verdict, true);
  draft.effects.push({ type: 'answerHook', hookId, answer: { kind: 'ask' } });
}

/** An agent that asks for what it wants to ask for runs this by itself: nothing can be held, but it is shown and recorded. */
function unasked(draft: Draft, call: Call, verdict: GateVerdict, problem: Sentence): void {
  if (verdict.decision === 'pass' || draft.find(call.toolCallId)) return;
  const phase = { status: 'running', problem } as const;
  draft.setPhase({ call: alone(call), details: noDetails, verdict, revision: 1, asks: [], hooks: [], phase }, phase);
  draft.effects.push({ type: 'notify', toolCallId: call.toolCallId, what: { kind: 'notAskedFor', problem } });
}

/** With native mediation the agent judges for itself whatever no deny or ask rule of ours is about. */
function leftToAgent(state: GateState, verdict: GateVerdict): boolean {
  return (
    state.mediation === 'native' && (verdict.decision === 'allow' || (verdict.decision === 'ask' && !verdict.always))
  );
}

/**
 * The rules changed while the call was open. A deny beats what was decided and not yet sent; an ask beats what only a rule
 * had allowed.
 */
function judged(draft: Draft, toolCallId: string, revision: number, verdict: GateVerdict): void {
  const gated = draft.find(toolCallId);
  if (!gated || gated.revision !== revision) return;
  const held = gated.phase.status === 'decided' || gated.phase.status === 'recorded';
  if (gated.phase.status === 'waiting') {
    draft.put({ ...gated, verdict });
    draft.byVerdict(toolCallId, verdict);
    draft.show(toolCallId);
    return;
  }
  // What runs or was refused keeps the verdict for the case that its answer cannot be delivered.
  if (!held && gated.phase.status !== 'running' && gated.phase.status !== 'refused') return;
  draft.put({ ...gated, verdict });
  if (!held) return;
  const decision = decisionOf(gated.phase);
  if (decision?.choice !== 'allow') return;
  if (verdict.decision === 'deny') draft.byVerdict(toolCallId, verdict);
  else if (verdict.decision === 'ask' && decision.by.kind === 'rule') draft.wait(toolCallId, verdict);
}

function recorded(draft: Draft, toolCallId: string, number: number): void {
  draft.change(toolCallId, gated =>
    gated.phase.status === 'decided' && gated.phase.number === number
      ? { ...gated, phase: { status: 'recorded', decision: gated.phase.decision } }
      : gated,
  );
}

function recordFailed(draft: Draft, toolCallId: string, number: number, reason: Sentence): void {
  const gated = draft.find(toolCallId);
  if (gated?.phase.status !== 'decided' || gated.phase.number !== number) return;
  const stop = gated.phase.decision.choice === 'deny' && gated.phase.decision.stop;
  const decision: Deny = { choice: 'deny', by: { kind: 'failure', reason }, message: messages.notRecorded, stop };
  draft.setPhase(gated, { status: 'recorded', decision, problem: reason });
  draft.effects.push({ type: 'notify', toolCallId, what: { kind: 'notRecorded', reason } });
}
