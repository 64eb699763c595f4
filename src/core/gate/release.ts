import type { Decision, Deny } from '../call/call';
import { type Draft, sharedId } from './draft';
import { sameWanted } from './sameWanted';
import { type Ask, decisionOf, type GatedCall, type GateEffect, isReleased } from './state';

/** Answers what may be answered now, in the order in which the agent asked, and forgets what is over. */
export function release(draft: Draft): void {
  for (const gated of concerned(draft)) {
    const decision = decisionOf(gated.phase);
    if (!decision || gated.phase.status === 'decided') continue;
    if (decision.choice === 'deny') answerHooks(draft, gated, decision);
  }
  const answers: (GateEffect & { type: 'answer'; order: number })[] = [];
  for (const gated of concerned(draft)) {
    const decision = decisionOf(gated.phase);
    if (!decision || gated.phase.status === 'decided' || !mayAnswer(draft, gated)) continue;
    const open = gated.asks.filter(ask => ask.state === 'open');
    if (open.length === 0) continue;
    for (const ask of open) {
      const { askId, order } = ask;
      answers.push({
        type: 'answer',
        toolCallId: gated.call.toolCallId,
        askId,
        decision: answerTo(ask, gated, decision),
        order,
      });
    }
    markAnswered(draft, gated, decision);
  }
  for (const { order: _, ...answer } of answers.toSorted((one, other) => one.order - other.order))
    draft.effects.push(answer);
  for (const batchId of draft.touched.batches) {
    const batch = draft.batch(batchId);
    if (batch?.complete && batch.unfinished === 0) draft.close(batchId);
  }
}

/** The calls that this step changed, and all those whose batch it has released. */
function concerned({ state, before, touched }: Draft): readonly GatedCall[] {
  const released = [...touched.batches].flatMap(batchId => {
    const batch = state.batches.get(batchId);
    const was = before.batches.get(batchId);
    return batch && isReleased(batch) && !(was && isReleased(was)) ? batch.calls : [];
  });
  return state.calls.inOrder([...touched.calls, ...released]);
}

function mayAnswer({ state }: Draft, { call, phase, verdict }: GatedCall): boolean {
  if (phase.status !== 'recorded' || state.mode === 'off' || verdict.decision === 'pass') return true;
  // A stop throws the batch away, and has nothing to wait for.
  if (phase.decision.choice === 'deny' && phase.decision.stop) return true;
  if (state.mode === 'writes' && verdict.decision === 'allow' && verdict.readOnly) return true;
  const batch = state.batches.get(call.batchId);
  return !batch || isReleased(batch);
}

/** An allow is for what was shown last: what else was asked for under this call would run with the input of that. */
function answerTo({ what }: Ask, { call }: GatedCall, decision: Decision): Decision {
  return decision.choice === 'deny' || sameWanted(what, call.what) ? decision : sharedId;
}

function markAnswered(draft: Draft, gated: GatedCall, decision: Decision): void {
  const asks = gated.asks.map(ask => (ask.state === 'open' ? { ...ask, state: 'answered' as const } : ask));
  const answered = { ...gated, asks };
  if (gated.phase.status !== 'recorded') draft.put(answered);
  else if (decision.choice === 'allow') draft.setPhase(answered, { status: 'running', decision });
  else
    draft.setPhase(answered, {
      status: 'refused',
      decision,
      ...(gated.phase.problem === undefined ? {} : { problem: gated.phase.problem }),
    });
}

function answerHooks(draft: Draft, gated: GatedCall, decision: Deny): void {
  if (gated.hooks.length === 0) return;
  for (const hookId of gated.hooks)
    draft.effects.push({ type: 'answerHook', hookId, answer: { kind: 'deny', reason: decision.message } });
  draft.put({ ...gated, hooks: [] });
}
