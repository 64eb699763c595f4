import { OrderedMap } from '../base/orderedMap';
import type { AskDetails, Call, Decision, Deny, Wanted } from '../call/call';
import { messages } from './messages';
import {
  type Ask,
  type Batch,
  decisionOf,
  findCall,
  type GatedCall,
  type GateEffect,
  type GateState,
  isFinal,
  isSettled,
  isWaiting,
  type Phase,
  requestsOf,
} from './state';
import { type GateVerdict } from '../call/judgement';
import { say, type Sentence } from '../texts/sentence';

/** How many calls of closed batches one generation remembers. */
const generationSize = 128;

const emptyBatch: Batch = {
  complete: false,
  single: false,
  stopped: false,
  calls: [],
  unsettled: 0,
  unfinished: 0,
};

/** What happens to the calls around the one at which the turn was stopped. */
const stopped: Deny = { choice: 'deny', by: { kind: 'stop' }, message: messages.stopped, stop: true };

export const sharedId: Deny = {
  choice: 'deny',
  by: { kind: 'failure', reason: say('The agent used one request id for two calls.') },
  message: messages.sharedId,
  stop: false,
};

/** One step's work on a state of its own. It never outlives the step. */
export class Draft {
  state: GateState;
  readonly before: GateState;
  readonly effects: GateEffect[] = [];
  readonly #shown = new Set<string>();
  /** What this step has changed: all that it may have to answer or to forget. */
  readonly touched = { calls: new Set<string>(), batches: new Set<string>() };

  constructor(state: GateState) {
    this.before = state;
    this.state = state;
  }

  find(toolCallId: string): GatedCall | undefined {
    return findCall(this.state, toolCallId);
  }

  calls(): readonly GatedCall[] {
    return [...this.state.calls.values()];
  }

  batch(batchId: string): Batch | undefined {
    return this.state.batches.get(batchId);
  }

  put(gated: GatedCall): void {
    const { toolCallId, batchId } = gated.call;
    const open = this.state.calls.get(toolCallId);
    this.touched.calls.add(toolCallId);
    this.#index(toolCallId, this.find(toolCallId), gated);
    this.state = {
      ...this.state,
      calls: this.state.calls.with(toolCallId, gated),
      waiting: this.state.waiting + count(isWaiting(gated)) - count(open && isWaiting(open)),
      running: this.state.running + count(gated.phase.status === 'running') - count(open?.phase.status === 'running'),
    };
    // A call of a closed batch that is asked for again gets its batch back.
    const batch = this.batch(batchId) ?? { ...emptyBatch, complete: true, single: true };
    this.putBatch(batchId, {
      ...batch,
      calls: open ? batch.calls : [...batch.calls, toolCallId],
      unsettled: batch.unsettled + count(!isSettled(gated.phase)) - count(open && !isSettled(open.phase)),
      unfinished: batch.unfinished + count(!isFinal(gated.phase)) - count(open && !isFinal(open.phase)),
    });
  }

  /** Keeps which calls know of an ask or a hook. */
  #index(toolCallId: string, before: GatedCall | undefined, after: GatedCall | undefined): void {
    if (before && after && before.asks === after.asks && before.hooks === after.hooks) return;
    const was = new Set(before ? requestsOf(before) : []);
    const is = new Set(after ? requestsOf(after) : []);
    let { requests } = this.state;
    for (const id of is) if (!was.has(id)) requests = requests.with(id, [...(requests.get(id) ?? []), toolCallId]);
    for (const id of was) {
      if (is.has(id)) continue;
      const left = (requests.get(id) ?? []).filter(other => other !== toolCallId);
      requests = left.length > 0 ? requests.with(id, left) : requests.without(id);
    }
    this.state = { ...this.state, requests };
  }

  /** The calls that know of an ask or a hook with this id. */
  knowing(requestId: string): readonly GatedCall[] {
    return (this.state.requests.get(requestId) ?? []).flatMap(toolCallId => this.find(toolCallId) ?? []);
  }

  change(toolCallId: string, how: (gated: GatedCall) => GatedCall): void {
    const gated = this.find(toolCallId);
    if (!gated) return;
    const next = how(gated);
    if (next === gated) return;
    this.put(next);
    if (next.phase !== gated.phase) this.show(toolCallId);
  }

  setPhase(gated: GatedCall, phase: Phase): void {
    this.put({ ...gated, phase });
    this.show(gated.call.toolCallId);
  }

  show(toolCallId: string): void {
    this.#shown.add(toolCallId);
  }

  open(call: Call, details: AskDetails, verdict: GateVerdict, single: boolean, askId?: string): void {
    const batch = this.batch(call.batchId) ?? { ...emptyBatch, complete: single, single };
    this.putBatch(call.batchId, batch);
    const asks = askId === undefined ? [] : [this.newAsk(askId, call.what)];
    this.put({ call, details, verdict, revision: 1, asks, hooks: [], phase: { status: 'waiting' } });
    if (batch.stopped) this.decide(call.toolCallId, stopped);
    else this.wait(call.toolCallId, verdict);
  }

  newAsk(askId: string, what: Wanted): Ask {
    const order = this.#count();
    return { askId, what, order, state: 'open' };
  }

  #count(): number {
    const number = this.state.nextNumber;
    this.state = { ...this.state, nextNumber: number + 1 };
    return number;
  }

  /** Asks the rules first, and a person where they leave it open. */
  wait(toolCallId: string, verdict: GateVerdict, problem?: Sentence): void {
    const gated = this.find(toolCallId);
    if (!gated) return;
    if (gated.asks.some(ask => ask.shared && ask.state === 'open')) return this.denyShared(toolCallId);
    this.setPhase(gated, problem === undefined ? { status: 'waiting' } : { status: 'waiting', problem });
    this.byVerdict(toolCallId, verdict);
    const now = this.find(toolCallId);
    if (now?.phase.status === 'waiting') this.effects.push({ type: 'expire', toolCallId, revision: now.revision });
  }

  /** Nobody is asked for what cannot be allowed: its answer would go to another call too. */
  denyShared(toolCallId: string): void {
    const phase = this.find(toolCallId)?.phase;
    if (phase && decisionOf(phase)?.choice !== 'deny') this.decide(toolCallId, sharedId);
  }

  byVerdict(toolCallId: string, verdict: GateVerdict): void {
    const gated = this.find(toolCallId);
    if (!gated) return;
    switch (verdict.decision) {
      case 'ask':
        return;
      case 'pass':
        if (gated.asks.length === 0) this.setPhase(gated, { status: 'running' });
        else
          this.decide(toolCallId, {
            choice: 'allow',
            by: { kind: 'rule', rule: 'bookkeeping', reason: say('It only keeps the agent’s own books.') },
          });
        return;
      case 'allow':
        this.decide(toolCallId, { choice: 'allow', by: verdict.by });
        return;
      case 'deny':
        this.decide(toolCallId, { choice: 'deny', by: verdict.by, message: verdict.message, stop: false });
        return;
      default:
        verdict satisfies never;
    }
  }

  decide(toolCallId: string, decision: Decision): void {
    const gated = this.find(toolCallId);
    if (!gated) return;
    const number = this.#count();
    this.setPhase(gated, { status: 'decided', decision, number });
    this.effects.push({ type: 'record', toolCallId, number, decision });
    if (decision.choice === 'deny' && decision.stop && decision.by.kind !== 'stop') this.#stopBatch(gated);
  }

  /** The agent throws the whole message away, so what is not running yet is denied with it, decided or not. */
  #stopBatch(origin: GatedCall): void {
    for (const toolCallId of this.batch(origin.call.batchId)?.calls ?? []) {
      const gated = this.find(toolCallId);
      if (!gated || toolCallId === origin.call.toolCallId || isFinal(gated.phase) || gated.phase.status === 'running')
        continue;
      this.decide(toolCallId, stopped);
    }
    const { batchId } = origin.call;
    const batch = this.batch(batchId);
    if (batch) this.putBatch(batchId, { ...batch, stopped: true });
  }

  completeBatch(batchId: string): void {
    const batch = this.batch(batchId);
    if (batch && !batch.complete) this.putBatch(batchId, { ...batch, complete: true });
  }

  completeAll(): void {
    for (const [batchId, batch] of this.state.batches)
      if (!batch.complete && !batch.single) this.completeBatch(batchId);
  }

  /** The answers that the last process was given can come back as errors after its end. */
  forgetAsks(withdrawn: (gated: GatedCall) => GatedCall): void {
    for (const gated of this.calls()) this.put(withdrawn(gated));
    const forgotten = (calls: OrderedMap<GatedCall>): OrderedMap<GatedCall> =>
      OrderedMap.of([...calls].map(([toolCallId, gated]) => [toolCallId, withdrawn(gated)]));
    this.state = { ...this.state, young: forgotten(this.state.young), old: forgotten(this.state.old) };
  }

  putBatch(batchId: string, batch: Batch): void {
    this.touched.batches.add(batchId);
    this.state = { ...this.state, batches: this.state.batches.with(batchId, batch) };
  }

  /** Forgets a batch in which nothing is left to happen, but for what a replayed ask needs. */
  close(batchId: string): void {
    let { calls, young, old } = this.state;
    for (const id of this.batch(batchId)?.calls ?? []) {
      const gated = calls.get(id);
      if (gated) young = young.with(id, gated);
      calls = calls.without(id);
    }
    const forgotten = young.size > generationSize ? old : undefined;
    if (forgotten) [young, old] = [OrderedMap.empty(), young];
    this.state = { ...this.state, calls, batches: this.state.batches.without(batchId), young, old };
    for (const [id, gated] of forgotten ?? []) this.#index(id, gated, this.find(id));
  }

  /** A hook whose call cannot be denied any more (it runs, or is over) is refused all the same, and at once. */
  denyHook(toolCallId: string, hookId: string, reason: string): void {
    const gated = this.find(toolCallId);
    if (!gated || decisionOf(gated.phase)?.choice === 'deny') return;
    this.effects.push({ type: 'answerHook', hookId, answer: { kind: 'deny', reason } });
    this.put({ ...gated, hooks: gated.hooks.filter(id => id !== hookId) });
  }

  finish(): [GateState, readonly GateEffect[]] {
    const shows = [...this.#shown].map(toolCallId => ({ type: 'show' as const, toolCallId }));
    return [this.state, [...shows, ...this.effects]];
  }
}

function count(is: boolean | undefined): number {
  return is ? 1 : 0;
}
