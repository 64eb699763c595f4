import type { AgentEvent } from './core/agentEvents';
import type { Call, Decision } from './core/call';
import { kindOf } from './core/call';
import type { Card } from './core/card';
import { type CardFacts, cardOf, elicitationTool } from './core/cardOf';
import { elicitationAnswer, errorAnswer, hookAnswer, ranAnswer, toolAnswer } from './core/claudeAnswers';
import { decisionFrom } from './core/decisionFrom';
import { refusal, step } from './core/gate';
import {
  emptyGate,
  findCall,
  type GatedCall,
  type GateEffect,
  type GateEvent,
  type GateMode,
  type GateState,
  isFinal,
  type Mediation,
} from './core/gateState';
import type { Judge, Judgement } from './core/judge';
import { type Journal, type JournalRecord, payload, type Sha256 } from './core/journal';
import type { JsonObject } from './core/json';
import type { ConfirmParams } from './core/rpc';
import { TimeLimits } from './timeLimits';

export interface Clock {
  /** Milliseconds that only ever go up, whatever the wall clock does. */
  now(): number;
  /** Runs `then` once after `ms`; the result cancels it. */
  after(ms: number, then: () => void): () => void;
}

export interface ChannelOptions {
  readonly sessionId: string;
  readonly cwd: string;
  readonly gate: GateMode;
  readonly mediation: Mediation;
  /** How long a call, and how long a question or plan, waits for a person; 0 is for ever. */
  readonly timeLimit: (kind: Card['kind']) => number;
  readonly journal: Journal;
  readonly judge: Judge;
  readonly clock: Clock;
  readonly sha256: Sha256;
  /** Writes one message to the agent's stdin; rejects when it did not arrive there. */
  readonly write: (message: JsonObject) => Promise<void>;
  readonly onCard: (card: Card) => void;
  readonly onNotice: (level: 'info' | 'warning' | 'error', text: string) => void;
}

/** Why a confirmation was not taken; told to whoever sent it. Nothing has been written anywhere. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** What the channel remembers of a call for its card and for the journal. */
interface Memory {
  judgement: Judgement;
  readonly shownAt: number;
  answeredAt?: number;
  endedAt?: number;
  note?: string;
  /** What a person made of the input; told to the model once it has run. */
  edited?: JsonObject;
}

const unjudged: Judgement = {
  verdict: { decision: 'ask', readOnly: false, always: true },
  risk: 'medium',
  riskSentence: '',
  because: [],
};

/**
 * THE confirmation channel of a session: every event of the agent and every click goes through here, steps the gate, and
 * the effects are carried out in order. Nothing else answers an agent.
 */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #limits: TimeLimits;
  readonly #memories = new Map<string, Memory>();
  #gate: GateState;
  #interrupted = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#gate = emptyGate(options.gate, options.mediation);
    this.#limits = new TimeLimits(options.clock, (toolCallId, revision) =>
      this.#step({ type: 'expired', toolCallId, revision }),
    );
  }

  /** Calls for which a person has to choose. */
  get waiting(): readonly Card[] {
    return this.cards.filter(card => card.state === 'waiting');
  }

  /** Every call that is still open, as a card, in the order in which it was proposed. */
  get cards(): readonly Card[] {
    return [...this.#gate.calls.values()]
      .filter(gated => gated.verdict.decision !== 'pass')
      .map(gated => this.#cardOf(gated));
  }

  /** Takes the events that concern calls and says whether this was one. */
  handle(event: AgentEvent): boolean {
    switch (event.type) {
      case 'proposed':
        this.#propose(event);
        return true;
      case 'batchComplete':
        this.#step({ type: 'batchComplete', batchId: event.batchId });
        return true;
      case 'intercepted': {
        const call = this.#call(event);
        this.#step({ type: 'intercepted', hookId: event.hookId, call, verdict: this.#judge(call).verdict });
        return true;
      }
      case 'asked':
        this.#ask(event.askId, this.#call(event), event.details);
        return true;
      case 'elicited':
        this.#ask(
          event.askId,
          this.#call({ toolCallId: `${elicitationTool}:${event.askId}`, tool: elicitationTool, input: event.request }),
          { suggestions: [], mcpServer: event.server },
        );
        return true;
      case 'cancelled':
        this.#step({ type: 'cancelled', askId: event.askId, byUs: this.#interrupted });
        return true;
      case 'ran':
        this.#send(ranAnswer(event.hookId, this.#editContext(event.toolCallId)));
        return true;
      case 'ended':
        this.#ended(event.toolCallId, event.ok, event.text);
        return true;
      case 'unsupported':
        this.#options.onNotice(
          'warning',
          `The agent sent a request that Latch does not know (${event.subtype}); it was refused.`,
        );
        this.#send(errorAnswer(event.requestId, `Latch does not support ${event.subtype}.`));
        return true;
      case 'unreadableHook':
        this.#options.onNotice(
          'warning',
          `A hook of the agent could not be read (${event.what}); its call was denied.`,
        );
        this.#send(hookAnswer(event.hookId, { kind: 'deny', reason: 'Latch could not read this call.' }));
        return true;
      case 'turnEnded':
        this.#step({ type: 'turnEnded' });
        this.#interrupted = false;
        return false;
      default:
        return false;
    }
  }

  /** A person's answer to a card. Resolves when the gate took it, rejects with the reason when it did not. */
  confirm(params: ConfirmParams): void {
    const { toolCallId, revision, confirmed, options = {} } = params;
    const reason = refusal(this.#gate, toolCallId, revision);
    const gated = findCall(this.#gate, toolCallId);
    if (reason !== undefined || !gated) throw new Refused(reason ?? 'There is no such call in this session.');
    const chosen = decisionFrom(this.#cardOf(gated), confirmed, options);
    if (!chosen.ok) throw new Refused(chosen.reason);
    this.#checkEdit(gated, chosen.decision);
    const memory = this.#memories.get(toolCallId);
    if (memory && !confirmed && options.note?.trim()) memory.note = options.note;
    this.#step({ type: 'decided', toolCallId, revision, decision: chosen.decision });
  }

  /** Time stands still for a card while a person types in it. */
  drafting(toolCallId: string, active: boolean): void {
    this.#limits.pause(toolCallId, active);
    const gated = this.#gate.calls.get(toolCallId);
    if (gated) this.#options.onCard(this.#cardOf(gated));
  }

  /** The person stops the turn: what the agent withdraws now was withdrawn by us. */
  interrupting(): void {
    this.#interrupted = true;
  }

  /** The rules changed: calls that still wait are judged again. */
  rejudge(): void {
    for (const gated of this.#gate.calls.values()) {
      if (isFinal(gated.phase) || gated.phase.status === 'running') continue;
      this.#step({
        type: 'judged',
        toolCallId: gated.call.toolCallId,
        revision: gated.revision,
        verdict: this.#judge(gated.call).verdict,
      });
    }
  }

  agentLost(reason: string): void {
    this.#step({ type: 'agentLost', reason });
    this.#limits.clear();
  }

  #call(event: {
    toolCallId: string;
    tool: string;
    input: JsonObject;
    batchId?: string;
    subagent?: Call['subagent'];
  }): Call {
    const { toolCallId, tool, input, subagent } = event;
    return {
      sessionId: this.#options.sessionId,
      toolCallId,
      batchId: event.batchId ?? toolCallId,
      tool,
      input,
      ...(subagent ? { subagent } : {}),
    };
  }

  #propose(event: AgentEvent & { type: 'proposed' }): void {
    const call = this.#call(event);
    if (!findCall(this.#gate, call.toolCallId)) {
      const { toolCallId, batchId, tool, input, subagent } = call;
      this.#note({
        type: 'proposed',
        toolCallId,
        batchId,
        tool,
        kind: kindOf(tool),
        input: payload(input, this.#options.sha256),
        ...(subagent ? { subagent } : {}),
      });
    }
    this.#step({ type: 'proposed', call, single: event.single, verdict: this.#judge(call).verdict });
  }

  #ask(askId: string, call: Call, details: (AgentEvent & { type: 'asked' })['details']): void {
    const { toolCallId } = call;
    const known = findCall(this.#gate, toolCallId);
    this.#note({
      type: 'interaction_request',
      toolCallId,
      askId,
      ...(known ? {} : { input: payload(call.input, this.#options.sha256) }),
    });
    this.#note({ type: 'execution_suspended', toolCallId, askId });
    this.#step({ type: 'asked', askId, call, details, verdict: this.#judge(call).verdict });
  }

  #ended(toolCallId: string, ok: boolean, text: string): void {
    const memory = this.#memories.get(toolCallId);
    if (memory) memory.endedAt = this.#options.clock.now();
    if (findCall(this.#gate, toolCallId)) {
      const durationMs = memory && this.#durationOf(memory);
      this.#note({
        type: 'result',
        toolCallId,
        ok,
        text: text.slice(0, 4096),
        ...(durationMs === undefined ? {} : { durationMs }),
      });
    }
    this.#step({ type: 'ended', toolCallId, ok, text });
  }

  #judge(call: Call): Judgement {
    const judgement = this.#safely(call);
    const memory = this.#memories.get(call.toolCallId);
    if (memory) memory.judgement = judgement;
    else this.#memories.set(call.toolCallId, { judgement, shownAt: this.#options.clock.now() });
    return judgement;
  }

  /** A rule engine that fails asks. */
  #safely(call: { tool: string; input: JsonObject }): Judgement {
    if (call.tool === elicitationTool) return { ...unjudged, risk: 'low' };
    try {
      return this.#options.judge({ tool: call.tool, input: call.input, cwd: this.#options.cwd });
    } catch (error) {
      this.#options.onNotice('error', `The rules could not be evaluated, so this call asks: ${messageOf(error)}`);
      return unjudged;
    }
  }

  /** The agent does not look at an edited input again, so its rules and ours are applied here. Deny still wins. */
  #checkEdit(gated: GatedCall, decision: Decision): void {
    if (decision.choice !== 'allow' || !decision.edited || !decision.updatedInput) return;
    const { verdict } = this.#safely({ tool: gated.call.tool, input: decision.updatedInput });
    if (verdict.decision === 'deny') throw new Refused(`The edited call is denied: ${verdict.message}`);
    const memory = this.#memories.get(gated.call.toolCallId);
    if (memory) memory.edited = decision.updatedInput;
  }

  #editContext(toolCallId: string): string | undefined {
    const edited = this.#memories.get(toolCallId)?.edited;
    return (
      edited &&
      `The user edited this call before allowing it. What ran instead of your input: ${JSON.stringify(edited)}`
    );
  }

  #step(event: GateEvent): void {
    const [next, effects] = step(this.#gate, event);
    this.#gate = next;
    // Time limits first, so that a card is never drawn without the limit it has.
    for (const effect of effects) if (effect.type === 'expire') this.#carryOut(effect);
    for (const effect of effects) if (effect.type !== 'expire') this.#carryOut(effect);
    this.#forget();
  }

  #carryOut(effect: GateEffect): void {
    switch (effect.type) {
      case 'show':
        this.#show(effect.toolCallId);
        return;
      case 'record':
        this.#record(effect);
        return;
      case 'answer':
        this.#answer(effect);
        return;
      case 'answerHook':
        this.#send(hookAnswer(effect.hookId, effect.answer));
        return;
      case 'expire': {
        const gated = findCall(this.#gate, effect.toolCallId);
        if (gated)
          this.#limits.start(effect.toolCallId, effect.revision, this.#options.timeLimit(this.#cardOf(gated).kind));
        return;
      }
      case 'notify':
        this.#notify(effect);
        return;
      default:
        effect satisfies never;
    }
  }

  #show(toolCallId: string): void {
    const gated = findCall(this.#gate, toolCallId);
    if (!gated || gated.verdict.decision === 'pass') return;
    if (gated.phase.status !== 'waiting') this.#limits.stop(toolCallId);
    if (gated.phase.status === 'cancelled')
      this.#note({ type: 'withdrawn', toolCallId, reason: gated.phase.reason, elsewhere: gated.phase.elsewhere });
    this.#options.onCard(this.#cardOf(gated));
  }

  #record(effect: GateEffect & { type: 'record' }): void {
    const { toolCallId, number, decision } = effect;
    const { journal, clock, sha256 } = this.#options;
    const memory = this.#memories.get(toolCallId);
    const record: JournalRecord = {
      type: 'interaction_response',
      toolCallId,
      number,
      choice: decision.choice,
      by: decision.by,
      ...(memory ? { waitedMs: Math.round(clock.now() - memory.shownAt) } : {}),
      ...(decision.choice === 'deny' ? { message: decision.message, stop: decision.stop } : {}),
      ...(decision.choice === 'allow' && decision.edited ? { edited: true } : {}),
      ...(decision.choice === 'allow' && decision.updatedInput
        ? { updatedInput: payload(decision.updatedInput, sha256) }
        : {}),
    };
    journal.append([record]).then(
      () => this.#step({ type: 'recorded', toolCallId, number }),
      (error: unknown) =>
        this.#step({
          type: 'recordFailed',
          toolCallId,
          number,
          reason: `The journal could not be written: ${messageOf(error)}`,
        }),
    );
  }

  #answer(effect: GateEffect & { type: 'answer' }): void {
    const { toolCallId, askId, decision } = effect;
    const gated = findCall(this.#gate, toolCallId);
    if (!gated) return;
    const memory = this.#memories.get(toolCallId);
    if (memory) memory.answeredAt ??= this.#options.clock.now();
    const message =
      gated.call.tool === elicitationTool
        ? elicitationAnswer(askId, decision)
        : toolAnswer(askId, toolCallId, decision, gated.call.input);
    this.#options.write(message).then(
      () => {
        this.#note({ type: 'execution_resumed', toolCallId, askId });
        this.#step({ type: 'answered', toolCallId, askId });
      },
      (error: unknown) => {
        this.#note({ type: 'not_delivered', toolCallId, askId, reason: messageOf(error) });
        this.#step({ type: 'answered', toolCallId, askId, error: messageOf(error) });
      },
    );
  }

  #notify({ toolCallId, what }: GateEffect & { type: 'notify' }): void {
    const tool = findCall(this.#gate, toolCallId)?.call.tool ?? 'A call';
    switch (what.kind) {
      case 'answeredElsewhere':
        this.#options.onNotice(
          'error',
          `${tool}: the request was answered elsewhere, for example by a hook of this repository.`,
        );
        return;
      case 'ranUnasked':
        this.#note({ type: 'ran_unasked', toolCallId });
        this.#options.onNotice('error', `${tool} ran without waiting for an answer.`);
        return;
      case 'notRecorded':
        this.#options.onNotice('error', `${tool} was denied: ${what.reason}`);
        return;
      case 'notDelivered':
        this.#options.onNotice('error', `${tool}: the answer could not be delivered: ${what.reason}`);
        return;
      default:
        what satisfies never;
    }
  }

  #cardOf(gated: GatedCall): Card {
    const { toolCallId } = gated.call;
    const memory = this.#memories.get(toolCallId);
    const remainingMs = this.#limits.remaining(toolCallId);
    const durationMs = memory && this.#durationOf(memory);
    const facts: CardFacts = {
      cwd: this.#options.cwd,
      judgement: memory?.judgement ?? unjudged,
      paused: this.#limits.isPaused(toolCallId),
      ...(remainingMs === undefined ? {} : { remainingMs }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(memory?.note === undefined ? {} : { note: memory.note }),
    };
    return cardOf(gated, facts);
  }

  #durationOf(memory: Memory): number | undefined {
    return memory.answeredAt === undefined || memory.endedAt === undefined
      ? undefined
      : Math.round(memory.endedAt - memory.answeredAt);
  }

  #note(record: JournalRecord): void {
    this.#options.journal.note(record);
  }

  #send(message: JsonObject): void {
    this.#options
      .write(message)
      .catch((error: unknown) =>
        this.#options.onNotice('error', `The agent could not be answered: ${messageOf(error)}`),
      );
  }

  /** Memories of calls that the gate has forgotten. */
  #forget(): void {
    if (this.#memories.size < 1024) return;
    for (const toolCallId of this.#memories.keys())
      if (!findCall(this.#gate, toolCallId)) this.#memories.delete(toolCallId);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
