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
  type Phase,
} from './state';
import { type GateVerdict } from '../call/judgement';
import { say, type Sentence, quoted } from '../texts/sentence';

/** How many calls of closed batches one generation remembers. */
const generationSize = 128;

/** What happens to the calls around the one at which the turn was stopped. */
const stopped: Deny = { choice: 'deny', by: { kind: 'stop' }, message: messages.stopped, stop: true };

const sharedId: Deny = {
  choice: 'deny',
  by: { kind: 'failure', reason: say('The agent used one request id for two calls.') },
  message: messages.sharedId,
  stop: false,
};

/** One step's work on copies of what it touches. It never outlives the step. */
export class Draft {
  state: GateState;
  readonly effects: GateEffect[] = [];
  readonly #shown = new Set<string>();

  constructor(state: GateState) {
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
    const calls = new Map(this.state.calls);
    calls.set(gated.call.toolCallId, gated);
    this.state = { ...this.state, calls };
    // A call of a closed batch that is asked for again gets its batch back.
    const { batchId, toolCallId } = gated.call;
    const batch = this.batch(batchId) ?? { complete: true, single: true, stopped: false, calls: [] };
    if (!batch.calls.includes(toolCallId)) this.#putBatch(batchId, { ...batch, calls: [...batch.calls, toolCallId] });
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
    const batch = this.batch(call.batchId) ?? { complete: single, single, stopped: false, calls: [] };
    this.#putBatch(call.batchId, { ...batch, calls: [...batch.calls, call.toolCallId] });
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
    if (batch) this.#putBatch(batchId, { ...batch, stopped: true });
  }

  completeBatch(batchId: string): void {
    const batch = this.batch(batchId);
    if (batch && !batch.complete) this.#putBatch(batchId, { ...batch, complete: true });
  }

  completeAll(): void {
    for (const [batchId, batch] of this.state.batches)
      if (!batch.complete && !batch.single) this.completeBatch(batchId);
  }

  /** The answers that the last process was given can come back as errors after its end. */
  forgetAsks(withdrawn: (gated: GatedCall) => GatedCall): void {
    const forgotten = (calls: ReadonlyMap<string, GatedCall>): ReadonlyMap<string, GatedCall> =>
      new Map([...calls].map(([toolCallId, gated]) => [toolCallId, withdrawn(gated)]));
    const { calls, young, old } = this.state;
    this.state = { ...this.state, calls: forgotten(calls), young: forgotten(young), old: forgotten(old) };
  }

  #putBatch(batchId: string, batch: Batch): void {
    const batches = new Map(this.state.batches);
    batches.set(batchId, batch);
    this.state = { ...this.state, batches };
  }

  /** Answers what may be answered now, in the order in which the agent asked. */
  release(): void {
    const answers: (GateEffect & { type: 'answer'; order: number })[] = [];
    for (const gated of this.calls()) {
      const decision = decisionOf(gated.phase);
      if (!decision || gated.phase.status === 'decided') continue;
      if (decision.choice === 'deny') this.#answerHooks(gated, decision);
    }
    for (const gated of this.calls()) {
      const decision = decisionOf(gated.phase);
      if (!decision || gated.phase.status === 'decided' || !this.#mayAnswer(gated)) continue;
      const open = gated.asks.filter(ask => ask.state === 'open');
      if (open.length === 0) continue;
      for (const { askId, order } of open)
        answers.push({ type: 'answer', toolCallId: gated.call.toolCallId, askId, decision, order });
      this.#markAnswered(gated, decision);
    }
    for (const { order: _, ...answer } of answers.toSorted((one, other) => one.order - other.order))
      this.effects.push(answer);
    this.#close();
  }

  #mayAnswer(gated: GatedCall): boolean {
    if (gated.phase.status !== 'recorded' || this.state.mode === 'off' || gated.verdict.decision === 'pass')
      return true;
    // A stop throws the batch away, and has nothing to wait for.
    if (gated.phase.decision.choice === 'deny' && gated.phase.decision.stop) return true;
    if (this.state.mode === 'writes' && gated.verdict.decision === 'allow' && gated.verdict.readOnly) return true;
    const batch = this.batch(gated.call.batchId);
    if (!batch) return true;
    return batch.complete && batch.calls.every(id => isSettled(this.find(id)?.phase ?? { status: 'waiting' }));
  }

  #markAnswered(gated: GatedCall, decision: Decision): void {
    const asks = gated.asks.map(ask => (ask.state === 'open' ? { ...ask, state: 'answered' as const } : ask));
    const answered = { ...gated, asks };
    if (gated.phase.status !== 'recorded') this.put(answered);
    else if (decision.choice === 'allow') this.setPhase(answered, { status: 'running', decision });
    else
      this.setPhase(answered, {
        status: 'refused',
        decision,
        ...(gated.phase.problem === undefined ? {} : { problem: gated.phase.problem }),
      });
  }

  #answerHooks(gated: GatedCall, decision: Deny): void {
    if (gated.hooks.length === 0) return;
    for (const hookId of gated.hooks)
      this.effects.push({ type: 'answerHook', hookId, answer: { kind: 'deny', reason: decision.message } });
    this.put({ ...gated, hooks: [] });
  }

  /** A hook whose call cannot be denied any more (it runs, or is over) is refused all the same, and at once. */
  denyHook(toolCallId: string, hookId: string, reason: string): void {
    const gated = this.find(toolCallId);
    if (!gated || decisionOf(gated.phase)?.choice === 'deny') return;
    this.effects.push({ type: 'answerHook', hookId, answer: { kind: 'deny', reason } });
    this.put({ ...gated, hooks: gated.hooks.filter(id => id !== hookId) });
  }

  /** Forgets batches in which nothing is left to happen. */
  #close(): void {
    for (const [batchId, batch] of this.state.batches) {
      if (
        !batch.complete ||
        !batch.calls.every(id => isFinal(this.find(id)?.phase ?? { status: 'lost', reason: quoted('') }))
      )
        continue;
      const calls = new Map(this.state.calls);
      const batches = new Map(this.state.batches);
      let { young, old } = this.state;
      const remembered = new Map(young);
      for (const id of batch.calls) {
        const gated = calls.get(id);
        if (gated) remembered.set(id, gated);
        calls.delete(id);
      }
      batches.delete(batchId);
      [young, old] = remembered.size > generationSize ? [new Map(), remembered] : [remembered, old];
      this.state = { ...this.state, calls, batches, young, old };
    }
  }

  finish(): [GateState, readonly GateEffect[]] {
    const shows = [...this.#shown].map(toolCallId => ({ type: 'show' as const, toolCallId }));
    return [this.state, [...shows, ...this.effects]];
  }
}
