import type { Call, Decision, Wanted } from '../../../src/core/call/call';
import type { step } from '../../../src/core/gate/step';
import {
  emptyGate,
  findCall,
  type GateEffect,
  type GateEvent,
  type GateMode,
  type GateState,
  isFinal,
  isSettled,
  isWaiting,
  requestsOf,
  type Mediation,
} from '../../../src/core/gate/state';
import { canonical, type JsonObject } from '../../../src/core/base/json';

/** What the checker needs of a gate, so that it can be given a broken one. */
export type Step = typeof step;

export class Violation extends Error {}

interface AskEntry {
  readonly askId: string;
  readonly toolCallId: string;
  readonly what: Wanted;
  state: 'open' | 'answered' | 'over';
  /** The agent asked for another call under the same id, so neither may be allowed by it. */
  shared: boolean;
}

interface CallEntry {
  /** The last decision that was handed to the disk, and what became of it. */
  record?: { readonly number: number; readonly decision: Decision; state: 'pending' | 'written' | 'failed' };
  /** What a person saw when they decided. */
  seen?: JsonObject;
  answered: boolean;
  denied: boolean;
}

/**
 * Keeps its own books of what went in and came out of the gate, and throws at the first thing that must never happen.
 * It knows the gate's state only to see what is on screen, and that nothing was changed in place.
 */
export class Ledger {
  state: GateState;
  readonly counts: Record<string, number> = {};
  /** What happened so far, to be read when something is wrong. */
  readonly history: (GateEvent | GateEffect)[] = [];
  readonly #step: Step;
  readonly asks: AskEntry[] = [];
  readonly #calls = new Map<string, CallEntry>();
  readonly #hooks = new Map<string, { readonly call: Call; state: 'open' | 'answered' | 'over' }>();
  readonly #batches = new Map<string, { readonly calls: string[]; complete: boolean }>();
  readonly #numbers = new Set<number>();
  #steps = 0;

  constructor(gate: Step, mode: GateMode, mediation: Mediation) {
    this.#step = gate;
    this.state = deepFreeze(emptyGate(mode, mediation));
  }

  take(event: GateEvent): readonly GateEffect[] {
    const before = this.state;
    this.history.push(event);
    this.#note(event);
    const [after, effects] = this.#step(before, deepFreeze(event));
    this.history.push(...effects);
    this.state = deepFreeze(after);
    if (event.type === 'proposed' && !event.single) this.#noteMember(before, event.call);
    this.#checkFinals(before, event);
    if (event.type === 'traced') this.#checkTraced(before, event.toolCallId, effects);
    this.#checkMemory();
    // A walk over everything, which would be most of the work if it came with each step.
    this.#steps += 1;
    if (this.#steps % 16 === 0) this.#checkCounts();
    for (const effect of effects) this.#checkEffect(effect, event);
    this.#checkHookAnswered(event);
    if (event.type === 'asked') this.#checkRefusedBeside(event);
    return effects;
  }

  call(toolCallId: string): CallEntry {
    const known = this.#calls.get(toolCallId);
    if (known) return known;
    const entry: CallEntry = { answered: false, denied: false };
    this.#calls.set(toolCallId, entry);
    return entry;
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** Writes into the books what the event says, whatever the gate makes of it. */
  #note(event: GateEvent): void {
    switch (event.type) {
      case 'proposed':
        return this.#noteVerdict(event.call.toolCallId, event.verdict.decision === 'deny');
      case 'batchComplete':
        this.#batch(event.batchId).complete = true;
        return;
      case 'intercepted':
        if (!this.#hooks.has(event.hookId)) this.#hooks.set(event.hookId, { call: event.call, state: 'open' });
        return this.#noteVerdict(event.call.toolCallId, event.verdict.decision === 'deny');
      case 'asked':
        if (!this.#noteAsk(event)) return;
        return this.#noteVerdict(event.call.toolCallId, event.verdict.decision === 'deny');
      case 'judged':
        if (findCall(this.state, event.toolCallId)?.revision === event.revision)
          this.#noteVerdict(event.toolCallId, event.verdict.decision === 'deny');
        return;
      case 'decided': {
        const gated = findCall(this.state, event.toolCallId);
        if (gated?.phase.status === 'waiting' && gated.revision === event.revision)
          this.call(event.toolCallId).seen = gated.call.what.input;
        return;
      }
      case 'recorded':
      case 'recordFailed': {
        const { record } = this.call(event.toolCallId);
        if (record?.number === event.number) record.state = event.type === 'recorded' ? 'written' : 'failed';
        return;
      }
      case 'answered': {
        const ask = this.#ask(event.askId, event.toolCallId);
        if (event.error !== undefined && ask?.state === 'answered') ask.state = ask.shared ? 'over' : 'open';
        return;
      }
      case 'cancelled':
        this.#closeHooks((_, hookId) => hookId === event.askId);
        return this.#close(event.askId);
      case 'ended':
        for (const ask of this.asks) if (ask.toolCallId === event.toolCallId) ask.state = 'over';
        return this.#closeHooks(call => call.toolCallId === event.toolCallId);
      case 'ending':
      case 'agentLost':
        for (const ask of this.asks) ask.state = 'over';
        this.#closeHooks(() => true);
        return this.#completeAll();
      case 'turnEnded':
        this.#closeHooks(call => !call.subagent);
        return this.#completeAll();
      case 'expired':
      case 'traced':
      case 'unasked':
        return;
      default:
        event satisfies never;
    }
  }

  /** Whether this is another ask than those before: the same one may come more than once. */
  #noteAsk(event: GateEvent & { type: 'asked' }): boolean {
    if (this.isEcho(event)) return false;
    const { askId, call } = event;
    const { toolCallId, what } = call;
    const known = this.#ask(askId, toolCallId);
    if (known) this.count('asked again');
    const others = this.asks.filter(
      ask => ask.askId === askId && ask.toolCallId !== toolCallId && ask.state !== 'over',
    );
    for (const other of others) other.shared = true;
    const shared = others.length > 0;
    if (shared) this.count('one id for two calls');
    if (known) this.asks.splice(this.asks.indexOf(known), 1);
    this.asks.push({ askId, toolCallId, what, state: 'open', shared });
    return !(shared && this.#wasAllowed(toolCallId));
  }

  /** What runs, or ran: no answer changes that. */
  #wasAllowed(toolCallId: string): boolean {
    const phase = findCall(this.state, toolCallId)?.phase;
    return phase?.status === 'ended' || (phase?.status === 'running' && phase.decision !== undefined);
  }

  /** The same line once more, and not of what was withdrawn before its call came to its end. */
  isEcho({ askId, call: { toolCallId, what } }: GateEvent & { type: 'asked' }): boolean {
    const known = this.#ask(askId, toolCallId);
    if (!known || !alikeWanted(known.what, what)) return false;
    const status = findCall(this.state, toolCallId)?.phase.status;
    return known.state !== 'over' || status === 'ended' || status === 'refused';
  }

  #ask(askId: string, toolCallId: string): AskEntry | undefined {
    return this.asks.find(ask => ask.askId === askId && ask.toolCallId === toolCallId);
  }

  /** Calls that the gate leaves to the agent, or met before their proposal, are no part of the message's batch. */
  #noteMember(before: GateState, { toolCallId, batchId }: Call): void {
    if (findCall(this.state, toolCallId) && !findCall(before, toolCallId)) this.#batch(batchId).calls.push(toolCallId);
  }

  #noteVerdict(toolCallId: string, denied: boolean): void {
    this.call(toolCallId).denied = denied;
  }

  #closeHooks(which: (call: Call, hookId: string) => boolean): void {
    for (const [hookId, hook] of this.#hooks)
      if (hook.state === 'open' && which(hook.call, hookId)) hook.state = 'over';
  }

  #close(askId: string): void {
    for (const ask of this.asks) if (ask.askId === askId && ask.state === 'open') ask.state = 'over';
  }

  #batch(batchId: string): { readonly calls: string[]; complete: boolean } {
    const known = this.#batches.get(batchId);
    if (known) return known;
    const batch = { calls: [], complete: false };
    this.#batches.set(batchId, batch);
    return batch;
  }

  #completeAll(): void {
    for (const batch of this.#batches.values()) batch.complete = true;
  }

  #checkFinals(before: GateState, event: GateEvent): void {
    for (const toolCallId of this.#calls.keys()) {
      const phase = findCall(before, toolCallId)?.phase;
      if (!phase || !isFinal(phase)) continue;
      const now = findCall(this.state, toolCallId)?.phase;
      if (now === undefined || now.status === phase.status) continue;
      const undelivered = event.type === 'answered' && event.toolCallId === toolCallId && phase.status === 'refused';
      const askedAgain = event.type === 'asked' && event.call.toolCallId === toolCallId;
      if (!undelivered && !askedAgain)
        this.#fail(`${toolCallId} left ${phase.status} for ${now.status} on ${event.type}`);
    }
  }

  /** What is found out of a lost call is told on its card, and changes nothing else. */
  #checkTraced(before: GateState, toolCallId: string, effects: readonly GateEffect[]): void {
    const was = findCall(before, toolCallId)?.phase.status;
    const is = findCall(this.state, toolCallId)?.phase.status;
    if (was !== is) this.#fail(`${toolCallId} became ${is} from ${was} by what was found out`);
    if (was === 'lost' && effects.length !== 1) this.#fail(`${toolCallId} does not show what was found out`);
    if (was === 'lost') this.count('traced');
  }

  #checkMemory(): void {
    for (const generation of [this.state.young, this.state.old])
      if (generation.size > 160) this.#fail(`${generation.size} closed calls are remembered`);
    for (const { call, phase, asks } of this.state.calls.values()) {
      if (phase.status === 'waiting' && asks.some(ask => ask.shared && ask.state === 'open'))
        this.#fail(`a person is asked for ${call.toolCallId}, and could allow nothing`);
      const batch = this.state.batches.get(call.batchId);
      if (!batch?.calls.includes(call.toolCallId)) this.#fail(`${call.toolCallId} (${phase.status}) is in no batch`);
    }
  }

  /** What the gate counts and looks up is what a walk over all its calls finds. */
  #checkCounts(): void {
    const { calls, batches, young, old, requests, waiting, running } = this.state;
    const all = [...calls.values()];
    if (waiting !== all.filter(isWaiting).length) this.#fail(`${waiting} calls are said to wait`);
    if (running !== all.filter(({ phase }) => phase.status === 'running').length)
      this.#fail(`${running} calls are said to run`);
    for (const [batchId, batch] of batches) {
      const phases = batch.calls.flatMap(id => calls.get(id)?.phase ?? []);
      const unsettled = phases.filter(phase => !isSettled(phase)).length;
      const unfinished = phases.filter(phase => !isFinal(phase)).length;
      if (batch.unsettled !== unsettled || batch.unfinished !== unfinished) this.#fail(`${batchId} is counted wrongly`);
    }
    const known = new Map([...old, ...young, ...calls]);
    const knowing = [...known].flatMap(([id, gated]) => [...new Set(requestsOf(gated))].map(it => `${it} ${id}`));
    const listed = [...requests].flatMap(([request, ids]) => ids.map(id => `${request} ${id}`));
    if (knowing.toSorted().join() !== listed.toSorted().join()) this.#fail('a request leads to the wrong calls');
  }

  #checkEffect(effect: GateEffect, event: GateEvent): void {
    switch (effect.type) {
      case 'record':
        if (this.#numbers.has(effect.number)) this.#fail(`record ${effect.number} was used twice`);
        this.#numbers.add(effect.number);
        this.call(effect.toolCallId).record = { number: effect.number, decision: effect.decision, state: 'pending' };
        return;
      case 'answer':
        return this.#checkAnswer(effect.toolCallId, effect.askId, effect.decision);
      case 'answerHook':
        return this.#checkHook(effect, event);
      case 'notify':
        return this.count(effect.what.kind);
      case 'show':
      case 'expire':
        return;
      default:
        effect satisfies never;
    }
  }

  #checkAnswer(toolCallId: string, askId: string, decision: Decision): void {
    const ask = this.#ask(askId, toolCallId);
    const entry = this.call(toolCallId);
    if (ask?.state !== 'open') this.#fail(`${askId} is ${ask?.state ?? 'unknown'} and was answered`);
    if (ask.shared && decision.choice === 'allow') this.#fail(`${askId} was allowed, and is the id of two calls`);
    ask.state = 'answered';
    if (ask.shared && this.#wasAllowed(toolCallId)) return this.count('refused beside');
    const { record } = entry;
    if (!record || record.state === 'pending') this.#fail(`${askId} was answered before its record`);
    const shown = findCall(this.state, toolCallId)?.call.what;
    if (shown && !alikeWanted(ask.what, shown)) {
      if (decision.choice === 'allow') this.#fail(`${askId} asks for another input than the one that was decided`);
      this.count('denied for another input');
      if (decision.by.kind === 'failure') return;
    }
    if (record.state === 'failed') {
      if (decision.choice !== 'deny') this.#fail(`${askId} was allowed without a record`);
    } else if (canonical(toJson(record.decision)) !== canonical(toJson(decision))) {
      this.#fail(`${askId} got another decision than the one on the disk`);
    }
    if (decision.choice === 'allow') this.#checkAllow(toolCallId, askId, entry);
    this.count(`${decision.choice} by ${decision.by.kind}`);
    if (entry.answered) this.count('repeated');
    entry.answered = true;
  }

  #checkAllow(toolCallId: string, askId: string, entry: CallEntry): void {
    const { record } = entry;
    const gated = findCall(this.state, toolCallId);
    if (!gated || record?.decision.choice !== 'allow') return this.#fail(`${askId} was allowed out of nothing`);
    if (entry.denied) this.#fail(`${askId} was allowed over a deny of the rules`);
    const runs = record.decision.updatedInput ?? gated.call.what.input;
    if (
      record.decision.by.kind === 'person' &&
      record.decision.updatedInput === undefined &&
      !alike(runs, entry.seen ?? {})
    )
      this.#fail(`${askId} runs another input than the person saw`);
    if (!entry.answered) this.#checkBatch(toolCallId, askId);
  }

  /** Nothing of a message runs before all of it is decided, on the disk, and known to be all of it. */
  #checkBatch(toolCallId: string, askId: string): void {
    const verdict = findCall(this.state, toolCallId)?.verdict;
    const readOnly = verdict?.decision === 'allow' && verdict.readOnly;
    if (this.state.mode === 'off' || verdict?.decision === 'pass') return;
    if (this.state.mode === 'writes' && readOnly) return this.count('read-only went first');
    for (const batch of this.#batches.values()) {
      if (!batch.calls.includes(toolCallId)) continue;
      if (!batch.complete) this.#fail(`${askId} was allowed before its message was complete`);
      for (const sibling of batch.calls) {
        const phase = findCall(this.state, sibling)?.phase;
        const pending = this.#calls.get(sibling)?.record?.state === 'pending' && phase && !isFinal(phase);
        if (phase?.status === 'waiting' || pending) this.#fail(`${askId} was allowed while ${sibling} was not decided`);
      }
      if (batch.calls.length > 1) this.count('held for the batch');
    }
  }

  #checkHook(effect: GateEffect & { type: 'answerHook' }, event: GateEvent): void {
    const { hookId, answer } = effect;
    const hook = this.#hooks.get(hookId);
    if (hook?.state !== 'open') return this.#fail(`hook ${hookId} is ${hook?.state ?? 'unknown'} and was answered`);
    hook.state = 'answered';
    const record = this.call(hook.call.toolCallId).record;
    if (answer.kind === 'deny' && record?.state === 'pending')
      this.#fail(`hook ${hookId} was denied before its record`);
    this.count(`hook ${answer.kind}`);
    if (answer.kind !== 'none' || event.type !== 'intercepted') return;
    const { verdict } = event;
    if (verdict.decision === 'deny' || (this.state.mediation === 'full' && verdict.decision !== 'pass'))
      this.#fail(`hook ${hookId} let a call pass that is to ask`);
  }

  /** Hooks time out, so all but a deny are answered in the step that brings them; a deny waits for its record alone. */
  #checkHookAnswered(event: GateEvent): void {
    if (event.type !== 'intercepted' || this.#hooks.get(event.hookId)?.state !== 'open') return;
    const record = this.call(event.call.toolCallId).record;
    if (event.verdict.decision !== 'deny' || record?.state !== 'pending')
      this.#fail(`hook ${event.hookId} was left without an answer`);
  }

  /** What runs ends without an answer to what else was asked for under its name, so nobody would miss that one later. */
  #checkRefusedBeside({ askId, call: { toolCallId } }: GateEvent & { type: 'asked' }): void {
    const ask = this.#ask(askId, toolCallId);
    if (ask?.shared && ask.state === 'open' && this.#wasAllowed(toolCallId))
      this.#fail(`${askId} was left without an answer beside what runs`);
  }

  /** At the end of a history nothing may be owed to anybody. */
  checkEnd(): void {
    for (const { askId, state } of this.asks) if (state === 'open') this.#fail(`${askId} was never answered`);
    for (const [hookId, { state }] of this.#hooks)
      if (state === 'open') this.#fail(`hook ${hookId} was never answered`);
    if (this.state.calls.size > 0) this.#fail(`${[...this.state.calls.keys()].join(', ')} are still open`);
    if (this.state.batches.size > 0) this.#fail(`${[...this.state.batches.keys()].join(', ')} are open batches`);
  }

  #fail(what: string): never {
    throw new Violation(what);
  }
}

function toJson(decision: Decision): JsonObject {
  return JSON.parse(JSON.stringify(decision));
}

/** The same but for switches that are off. Written apart from the one in the gate, which is under test. */
function alike(one: JsonObject, other: JsonObject): boolean {
  return whatIsOn(one) === whatIsOn(other);
}

function alikeWanted({ input: one, ...name }: Wanted, { input: other, ...otherName }: Wanted): boolean {
  return alike(one, other) && canonical(name) === canonical(otherName);
}

function whatIsOn(input: JsonObject): string {
  return canonical(Object.fromEntries(Object.entries(input).filter(([, value]) => value !== false)));
}

function locked(): never {
  throw new Violation('the state was changed in place');
}

/** Freezes what the gate is given and gives, maps too, so that a change in place throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) {
    for (const item of value.values()) deepFreeze(item);
    Object.assign(value, { set: locked, delete: locked, clear: locked });
  } else {
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return Object.freeze(value);
}

/** A history to read, one event or effect a line. */
export function told(history: readonly (GateEvent | GateEffect)[]): string {
  return history.map(({ type, ...rest }) => `${type} ${JSON.stringify(rest)}`).join('\n');
}
