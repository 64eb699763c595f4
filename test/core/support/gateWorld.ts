import { quoted } from '../../../src/core/texts/sentence';
import type { Call, Decision } from '../../../src/core/call/call';
import { findCall, type GateEffect, type GateEvent, type GateMode } from '../../../src/core/gate/state';
import { type GateVerdict } from '../../../src/core/call/judgement';
import type { JsonObject } from '../../../src/core/base/json';
import { Ledger, type Step, Violation } from './gateLedger';
import { Random } from '../../support/random';

/** What the model of the CLI knows of one of its calls. */
interface CliCall {
  readonly call: Call;
  readonly reads: boolean;
  proposed: boolean;
  /** What the rules say of it now. */
  verdict: GateVerdict;
  stage: 'fresh' | 'hooked' | 'toAsk' | 'asking' | 'running' | 'done';
  hookId?: string;
  readonly openAsks: Set<string>;
  allowed: boolean;
}

type Action = () => void;

const person = { kind: 'person' } as const;
const rule = { kind: 'rule', rule: 'r', reason: quoted('because') } as const;
const verdicts: readonly GateVerdict[] = [
  { decision: 'ask', readOnly: false, always: false },
  { decision: 'ask', readOnly: false, always: true },
  { decision: 'ask', readOnly: true, always: false },
  { decision: 'allow', by: rule, readOnly: false },
  { decision: 'allow', by: rule, readOnly: true },
  { decision: 'deny', by: rule, message: 'No.', readOnly: false },
];

/**
 * One history: an agent that proposes, is intercepted, asks in turn for what writes and at once for what reads, asks
 * again, withdraws, misbehaves and dies; a person who decides late, twice, or on an old screen; a disk and a pipe that
 * are slow and sometimes fail; rules that change.
 */
export class World {
  readonly ledger: Ledger;
  readonly #random: Random;
  readonly #calls: CliCall[] = [];
  #message = { id: 'm0', complete: true };
  #messages = 0;
  #turnOpen = false;
  #ids = 0;
  #writes: { readonly toolCallId: string; readonly number: number }[] = [];
  #deliveries: { readonly toolCallId: string; readonly askId: string; readonly decision: Decision }[] = [];
  #timers: { readonly toolCallId: string; readonly revision: number }[] = [];
  readonly #screen = new Map<string, number>();
  readonly #sentAsks: (GateEvent & { type: 'asked' })[] = [];
  #pipeFailed = false;

  constructor(step: Step, seed: number) {
    this.#random = new Random(seed);
    const mode = this.#random.pick<GateMode>(['strict', 'strict', 'strict', 'writes', 'off']);
    this.ledger = new Ledger(step, mode, this.#random.chance(85) ? 'full' : 'native');
  }

  live(): void {
    for (let turn = 15 + this.#random.below(30); turn > 0; turn -= 1) {
      const actions = [...this.#progress(), ...this.#progress(), ...this.#mischief()];
      this.#random.pick(actions)();
    }
    this.#settle();
    this.ledger.checkEnd();
  }

  /** Lets everything that is under way come to its end, and nothing new begin. */
  #settle(): void {
    for (let left = 1000; left > 0; left -= 1) {
      const actions = this.#progress(false);
      if (actions.length > 0) this.#random.pick(actions)();
      else if (this.#calls.every(it => it.stage === 'done')) return this.#endTurn();
      else if (this.#pipeFailed) this.#crash();
      else throw new Violation(`${this.#open().join(', ')} wait for ever`);
    }
    throw new Violation(`${this.#open().join(', ')} go round in circles`);
  }

  #open(): string[] {
    return this.#calls.filter(it => it.stage !== 'done').map(it => `${it.call.toolCallId} (${it.stage})`);
  }

  #progress(fresh = true): Action[] {
    const actions: Action[] = [];
    if (fresh) actions.push(...this.#newWork());
    for (const cliCall of this.#calls) actions.push(...this.#callProgress(cliCall));
    if (!this.#message.complete) actions.push(() => this.#complete());
    for (const write of this.#writes) actions.push(() => this.#write(write, 95));
    for (const delivery of this.#deliveries) actions.push(() => this.#deliver(delivery, fresh ? 95 : 100));
    for (const gated of this.ledger.state.calls.values())
      if (gated.phase.status === 'waiting')
        actions.push(() => this.#decide(gated.call.toolCallId, fresh ? undefined : gated.revision));
    return actions;
  }

  #newWork(): Action[] {
    const actions: Action[] = [];
    const mainDone = this.#calls.every(it => it.stage === 'done' || it.call.subagent);
    if (!this.#message.complete)
      actions.push(
        () => this.#propose(),
        () => this.#propose(),
      );
    else if (mainDone && this.#messages < 3) actions.push(() => this.#beginMessage());
    if (mainDone && this.#turnOpen && this.#message.complete) actions.push(() => this.#endTurn());
    if (this.#turnOpen && this.#calls.length < 8) actions.push(() => this.#spawnSubagentCall());
    return actions;
  }

  #mischief(): Action[] {
    const random = this.#random;
    const actions: Action[] = [];
    for (const timer of this.#timers) if (random.chance(15)) actions.push(() => this.#expire(timer));
    if (this.#sentAsks.length > 0 && random.chance(40)) actions.push(() => this.#send(random.pick(this.#sentAsks)));
    for (const cliCall of this.#calls) {
      if (cliCall.stage === 'toAsk' && random.chance(20))
        actions.push(...this.#idsOfOthers(cliCall).map(askId => () => this.#ask(cliCall, askId)));
      if ((cliCall.stage === 'asking' || cliCall.stage === 'running') && random.chance(8))
        actions.push(...this.#usedIds().map(askId => () => this.#ask(cliCall, askId)));
      if (cliCall.stage === 'asking' && random.chance(15)) actions.push(() => this.#withdraw(cliCall));
      if ((cliCall.stage === 'asking' || cliCall.stage === 'running') && random.chance(30))
        actions.push(() => this.#ask(cliCall));
      if (cliCall.stage !== 'done' && random.chance(15)) actions.push(() => this.#judge(cliCall));
      // A stream that broke off makes the agent ask again for what was over.
      if (cliCall.stage === 'done' && random.chance(6)) actions.push(() => this.#ask(cliCall));
      if (cliCall.stage === 'hooked' && random.chance(10)) actions.push(() => this.#withdrawHook(cliCall));
      if ((cliCall.stage === 'toAsk' || cliCall.stage === 'asking') && random.chance(5))
        actions.push(() => this.#finish(cliCall));
    }
    if (this.#calls.length > 0 && random.chance(4))
      actions.push(() => this.#trace(random.pick(this.#calls).call.toolCallId));
    if (random.chance(4)) actions.push(() => this.#interrupt());
    if (random.chance(3)) actions.push(() => this.#crash());
    return actions.length > 0 ? actions : [(): void => {}];
  }

  #take(event: GateEvent): readonly GateEffect[] {
    const effects = this.ledger.take(event);
    for (const effect of effects) {
      if (effect.type === 'record') this.#writes.push(effect);
      else if (effect.type === 'answer') this.#deliveries.push(effect);
      else if (effect.type === 'expire') this.#timers.push(effect);
      else if (effect.type === 'answerHook') this.#hookAnswered(effect.hookId, effect.answer.kind);
      else if (effect.type === 'show' && this.#random.chance(85)) this.#look(effect.toolCallId);
    }
    return effects;
  }

  #look(toolCallId: string): void {
    const gated = findCall(this.ledger.state, toolCallId);
    if (gated) this.#screen.set(toolCallId, gated.revision);
  }

  #id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}${this.#ids}`;
  }

  // The agent.

  #beginMessage(): void {
    this.#turnOpen = true;
    this.#messages += 1;
    this.#message = { id: this.#id('m'), complete: false };
    this.#propose();
  }

  #makeCall(single: boolean): CliCall {
    const toolCallId = this.#id('c');
    const input: JsonObject = { command: toolCallId };
    const base = { sessionId: 's', toolCallId, what: { kind: 'tool', tool: 'Bash', input } } as const;
    const call: Call = single
      ? { ...base, batchId: toolCallId, subagent: { id: 'sub' } }
      : { ...base, batchId: this.#message.id };
    const verdict: GateVerdict = this.#random.chance(8) ? { decision: 'pass' } : this.#random.pick(verdicts);
    const reads = this.#random.chance(35);
    const made: CliCall = {
      call,
      reads,
      proposed: false,
      verdict,
      stage: 'fresh',
      openAsks: new Set(),
      allowed: false,
    };
    this.#calls.push(made);
    return made;
  }

  #propose(): void {
    if (this.#calls.filter(it => it.call.batchId === this.#message.id).length >= 4) return this.#complete();
    const made = this.#makeCall(false);
    if (this.#random.chance(4)) return;
    this.#announce(made);
  }

  #spawnSubagentCall(): void {
    const made = this.#makeCall(true);
    if (this.#random.chance(70)) this.#announce(made);
  }

  #announce(made: CliCall): void {
    made.proposed = true;
    const single = made.call.subagent !== undefined;
    this.#take({ type: 'proposed', call: made.call, single, verdict: made.verdict });
  }

  #complete(): void {
    this.#message = { ...this.#message, complete: true };
    this.#take({ type: 'batchComplete', batchId: this.#message.id });
  }

  #endTurn(): void {
    if (!this.#message.complete) this.#complete();
    this.#turnOpen = false;
    this.#take({ type: 'turnEnded' });
  }

  #callProgress(cliCall: CliCall): Action[] {
    switch (cliCall.stage) {
      case 'fresh':
        return this.#itsTurn(cliCall) ? [(): void => this.#hook(cliCall)] : [];
      case 'toAsk':
        return [(): void => this.#ask(cliCall)];
      case 'running':
        return [(): void => this.#finish(cliCall)];
      case 'hooked':
      case 'asking':
      case 'done':
        return [];
      default:
        return cliCall.stage satisfies never;
    }
  }

  /** What writes waits for all before it; what reads waits only for what writes. */
  #itsTurn(cliCall: CliCall): boolean {
    if (cliCall.call.subagent) return true;
    const earlier = this.#calls.slice(0, this.#calls.indexOf(cliCall)).filter(it => !it.call.subagent);
    return earlier.every(it => it.stage === 'done' || (cliCall.reads && it.reads));
  }

  #hook(cliCall: CliCall): void {
    cliCall.stage = 'hooked';
    cliCall.hookId = this.#id('h');
    this.#take({ type: 'intercepted', hookId: cliCall.hookId, call: cliCall.call, verdict: cliCall.verdict });
  }

  #hookAnswered(hookId: string, kind: 'ask' | 'none' | 'deny'): void {
    const cliCall = this.#calls.find(it => it.hookId === hookId);
    if (cliCall?.stage !== 'hooked') return;
    if (kind === 'deny') cliCall.stage = 'running';
    else cliCall.stage = kind === 'ask' || this.#random.chance(50) ? 'toAsk' : 'running';
    if (kind === 'none') cliCall.allowed = true;
  }

  #withdrawHook(cliCall: CliCall): void {
    this.#take({ type: 'cancelled', askId: cliCall.hookId ?? '', byUs: false });
    cliCall.stage = 'running';
  }

  #ask(cliCall: CliCall, usedId?: string): void {
    const askId = usedId ?? this.#id('r');
    const changes = usedId !== undefined ? 40 : cliCall.stage === 'toAsk' ? 12 : 4;
    const { what } = cliCall.call;
    const call = { ...cliCall.call, what: { ...what, input: this.#askedInput(what.input, changes) } };
    const warning = this.#random.chance(5) ? { reasonType: 'safetyCheck' } : {};
    const event: GateEvent = {
      type: 'asked',
      askId,
      call,
      details: { suggestions: [], ...warning },
      verdict: cliCall.verdict,
    };
    this.#sentAsks.push(event);
    this.#send(event);
    if (!cliCall.proposed && this.#random.chance(50)) this.#announce(cliCall);
  }

  /** The agent waits for an answer to it, unless it says the same once more. */
  #send(event: GateEvent & { type: 'asked' }): void {
    const cliCall = this.#calls.find(it => it.call.toolCallId === event.call.toolCallId);
    if (cliCall && !this.ledger.isEcho(event)) {
      if (cliCall.stage !== 'running') cliCall.stage = 'asking';
      cliCall.openAsks.add(event.askId);
    }
    this.#take(event);
  }

  /** Ids that were used for other calls, and never for this one. */
  #idsOfOthers({ call }: CliCall): readonly string[] {
    const own = this.#sentAsks.filter(sent => sent.call.toolCallId === call.toolCallId).map(({ askId }) => askId);
    return this.#sentAsks
      .map(({ askId }) => askId)
      .filter(askId => !own.includes(askId))
      .slice(-1);
  }

  /** Of this call, or of another one. */
  #usedIds(): readonly string[] {
    return this.#sentAsks.slice(-3).map(({ askId }) => askId);
  }

  #askedInput(input: JsonObject, changes: number): JsonObject {
    if (this.#random.chance(changes)) return { command: 'something else' };
    return this.#random.chance(20) ? { ...input, switch: false } : input;
  }

  #withdraw(cliCall: CliCall): void {
    const [askId] = cliCall.openAsks;
    if (askId === undefined) return;
    this.#takeBack(askId, false);
  }

  /** An agent that asked for two calls under one id takes both back. */
  #takeBack(askId: string, byUs: boolean): void {
    this.#take({ type: 'cancelled', askId, byUs });
    for (const holder of this.#calls)
      if (holder.openAsks.delete(askId) && holder.openAsks.size === 0 && holder.stage === 'asking')
        holder.stage = 'running';
  }

  /** A result comes whether or not anybody allowed it; that of a call which was not allowed must raise the alarm. */
  #finish(cliCall: CliCall): void {
    const { toolCallId } = cliCall.call;
    const rogue = cliCall.stage !== 'running';
    const ok = rogue ? this.#random.chance(50) : cliCall.allowed && this.#random.chance(80);
    const phase = findCall(this.ledger.state, toolCallId)?.phase.status;
    cliCall.stage = 'done';
    cliCall.openAsks.clear();
    const effects = this.#take({ type: 'ended', toolCallId, ok, text: '' });
    const wrong = phase === 'waiting' || phase === 'decided' || phase === 'recorded' || phase === 'refused';
    if (ok && wrong && !effects.some(effect => effect.type === 'notify'))
      throw new Violation(`${toolCallId} ran while it was ${phase}, and nobody was told`);
  }

  #abort(): void {
    const main = this.#calls.filter(it => it.stage !== 'done' && !it.call.subagent);
    for (const cliCall of main) {
      for (const askId of Array.from(cliCall.openAsks)) this.#takeBack(askId, true);
      cliCall.openAsks.clear();
      const started = cliCall.stage !== 'fresh';
      cliCall.stage = 'done';
      if (started) this.#take({ type: 'ended', toolCallId: cliCall.call.toolCallId, ok: false, text: '' });
    }
    if (this.#turnOpen) this.#endTurn();
  }

  #interrupt(): void {
    this.ledger.count('interrupt');
    this.#abort();
  }

  #trace(toolCallId: string): void {
    this.#take({ type: 'traced', toolCallId, reason: quoted('it was stopped') });
  }

  #crash(): void {
    this.ledger.count('crash');
    for (const cliCall of this.#calls) {
      cliCall.stage = 'done';
      cliCall.openAsks.clear();
    }
    this.#message = { ...this.#message, complete: true };
    this.#take({ type: 'agentLost', reason: quoted('killed') });
    for (const { toolCallId, askId } of this.#deliveries)
      this.#take({ type: 'answered', toolCallId, askId, error: quoted('no process') });
    this.#deliveries = [];
    for (const { call } of this.#calls) if (this.#random.chance(50)) this.#trace(call.toolCallId);
    // The next process may take the session up again and ask anew.
    for (const cliCall of this.#calls)
      if (findCall(this.ledger.state, cliCall.call.toolCallId)?.phase.status === 'lost' && this.#random.chance(10))
        cliCall.stage = 'toAsk';
  }

  // Everybody else.

  #decide(toolCallId: string, now?: number): void {
    const revision = now ?? this.#screen.get(toolCallId);
    if (revision === undefined) return this.#look(toolCallId);
    this.#take({ type: 'decided', toolCallId, revision, decision: this.#choose() });
    if (this.#random.chance(25)) this.#take({ type: 'decided', toolCallId, revision, decision: this.#choose() });
    if (this.#random.chance(50)) this.#look(toolCallId);
  }

  #choose(): Decision {
    const roll = this.#random.below(100);
    if (roll < 50) return { choice: 'allow', by: person };
    if (roll < 65) return { choice: 'allow', by: person, edited: true, updatedInput: { command: 'edited' } };
    return { choice: 'deny', by: person, message: 'No.', stop: roll >= 93 };
  }

  #judge(cliCall: CliCall): void {
    if (cliCall.verdict.decision === 'pass') return;
    cliCall.verdict = this.#random.pick(verdicts);
    const { toolCallId } = cliCall.call;
    const gated = findCall(this.ledger.state, toolCallId);
    if (gated) this.#take({ type: 'judged', toolCallId, revision: gated.revision, verdict: cliCall.verdict });
  }

  #expire(timer: { readonly toolCallId: string; readonly revision: number }): void {
    this.#timers = this.#timers.filter(it => it !== timer);
    this.#take({ type: 'expired', toolCallId: timer.toolCallId, revision: timer.revision });
  }

  #write(write: { readonly toolCallId: string; readonly number: number }, percent: number): void {
    this.#writes = this.#writes.filter(it => it !== write);
    const { toolCallId, number } = write;
    if (this.#random.chance(percent)) this.#take({ type: 'recorded', toolCallId, number });
    else this.#take({ type: 'recordFailed', toolCallId, number, reason: quoted('disk full') });
  }

  #deliver(
    delivery: { readonly toolCallId: string; readonly askId: string; readonly decision: Decision },
    percent: number,
  ): void {
    this.#deliveries = this.#deliveries.filter(it => it !== delivery);
    const { toolCallId, askId, decision } = delivery;
    if (!this.#random.chance(percent)) {
      this.#pipeFailed = true;
      this.#take({ type: 'answered', toolCallId, askId, error: quoted('closed') });
      return;
    }
    this.#take({ type: 'answered', toolCallId, askId });
    // An agent that asked for two calls under one id takes the answer for both.
    for (const cliCall of this.#calls) {
      if (!cliCall.openAsks.delete(askId) || cliCall.stage !== 'asking') continue;
      cliCall.stage = 'running';
      cliCall.allowed = decision.choice === 'allow';
      if (decision.choice === 'deny' && decision.stop && !cliCall.call.subagent) this.#abort();
    }
  }
}
