import { CallMemories } from './memories';
import type { ChannelOptions } from './options';
import type { AgentEvent } from '../core/call/events';
import type { AskDetails, Call, Decision } from '../core/call/call';
import { askedRecords, proposedRecord, resultRecord } from '../core/journal/callRecords';
import type { Card } from '../core/card/card';
import { cardOf, elicitationTool } from '../core/card/cardOf';
import { errorAnswer, hookAnswer, ranAnswer } from '../core/claude/answers';
import { decisionFrom } from '../core/card/decisionFrom';
import { refusal, step } from '../core/gate/step';
import { emptyGate, findCall, type GatedCall, type GateEvent, type GateState, isFinal } from '../core/gate/state';
import type { JsonObject } from '../core/base/json';
import type { ConfirmParams } from '../core/card/confirm';
import { GateEffects } from './effects';
import { TimeLimits } from './limits';

/** Why a confirmation was not taken; told to whoever sent it. Nothing has been written anywhere. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * THE confirmation channel of a session: every event of the agent and every click goes through here, steps the gate, and
 * the effects are carried out in order. Nothing else answers an agent.
 */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #limits: TimeLimits;
  readonly #memories: CallMemories;
  readonly #effects: GateEffects;
  #gate: GateState;
  #interrupted = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#gate = emptyGate(options.gate, options.mediation);
    this.#limits = new TimeLimits(options.clock, (toolCallId, revision) =>
      this.#step({ type: 'expired', toolCallId, revision }),
    );
    this.#memories = new CallMemories(options);
    this.#effects = new GateEffects({
      options,
      limits: this.#limits,
      memories: this.#memories,
      find: toolCallId => findCall(this.#gate, toolCallId),
      cardOf: gated => this.#cardOf(gated),
      step: event => this.#step(event),
    });
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
        this.#step({ type: 'intercepted', hookId: event.hookId, call, verdict: this.#see(call) });
        return true;
      }
      case 'asked':
        this.#ask(event.askId, this.#call(event), event.details, event.request);
        return true;
      case 'elicited':
        this.#ask(
          event.askId,
          this.#call({ toolCallId: `${elicitationTool}:${event.askId}`, tool: elicitationTool, input: event.request }),
          { suggestions: [], mcpServer: event.server },
          event.request,
        );
        return true;
      case 'cancelled':
        this.#step({ type: 'cancelled', askId: event.askId, byUs: this.#interrupted });
        return true;
      case 'ran':
        this.#effects.send(ranAnswer(event.hookId, this.#memories.editContext(event.toolCallId), event.failed));
        return true;
      case 'ended':
        this.#ended(event.toolCallId, event.ok, event.text);
        return true;
      case 'unsupported':
        this.#options.onNotice(
          'warning',
          `The agent sent a request that Latch does not know (${event.subtype}); it was refused.`,
        );
        this.#effects.send(errorAnswer(event.requestId, `Latch does not support ${event.subtype}.`));
        return true;
      case 'unreadableHook':
        this.#options.onNotice(
          'warning',
          `A hook of the agent could not be read (${event.what}); its call was denied.`,
        );
        this.#effects.send(hookAnswer(event.hookId, { kind: 'deny', reason: 'Latch could not read this call.' }));
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
    const edited = this.#checkedEdit(gated, chosen.decision);
    this.#memories.decided(toolCallId, { note: !confirmed && options.note?.trim() ? options.note : undefined, edited });
    // A stop inside a subagent ends that subagent alone, and the turn goes on.
    if (chosen.decision.choice === 'deny' && chosen.decision.stop && !gated.call.subagent) this.#interrupted = true;
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
        verdict: this.#memories.judge(gated.call).verdict,
      });
    }
  }

  /** The session is about to end: nobody will answer what waits any more. */
  ending(reason: string): void {
    this.#step({ type: 'ending', reason });
  }

  agentLost(reason: string): void {
    this.#interrupted = false;
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

  /** Judges a call, and writes it down the first time: as a block of the message, or as a hook or an ask that came before it. */
  #see(call: Call): GatedCall['verdict'] {
    const { journal, sha256 } = this.#options;
    const isNew = !this.#memories.has(call.toolCallId);
    const judgement = this.#memories.judge(call);
    if (isNew) journal.note(proposedRecord(call, judgement, sha256));
    return judgement.verdict;
  }

  #propose(event: AgentEvent & { type: 'proposed' }): void {
    const call = this.#call(event);
    this.#step({ type: 'proposed', call, single: event.single, verdict: this.#see(call) });
  }

  #ask(askId: string, call: Call, details: AskDetails, request: JsonObject): void {
    const { journal, sha256 } = this.#options;
    const verdict = this.#see(call);
    const ask = { askId, toolCallId: call.toolCallId };
    for (const record of askedRecords(ask, details, request, sha256)) journal.note(record);
    this.#step({ type: 'asked', askId, call, details, verdict });
  }

  #ended(toolCallId: string, ok: boolean, text: string): void {
    this.#memories.ended(toolCallId);
    if (findCall(this.#gate, toolCallId))
      this.#options.journal.note(resultRecord(toolCallId, ok, text, this.#memories.durationMs(toolCallId)));
    this.#step({ type: 'ended', toolCallId, ok, text, stopped: this.#interrupted });
  }

  /** The agent does not look at an edited input again, so its rules and ours are applied here. Deny still wins. */
  #checkedEdit(gated: GatedCall, decision: Decision): JsonObject | undefined {
    if (decision.choice !== 'allow' || !decision.edited || !decision.updatedInput) return undefined;
    const { verdict, because } = this.#memories.judgeOnly({ tool: gated.call.tool, input: decision.updatedInput });
    if (verdict.decision === 'deny')
      throw new Refused(`The edited call is denied: ${because[0]?.reason ?? verdict.message}`);
    return decision.updatedInput;
  }

  #step(event: GateEvent): void {
    const [next, effects] = step(this.#gate, event);
    this.#gate = next;
    this.#effects.carryOut(effects);
    this.#memories.forget(toolCallId => findCall(this.#gate, toolCallId) !== undefined);
  }

  #cardOf(gated: GatedCall): Card {
    const { toolCallId } = gated.call;
    const remainingMs = this.#limits.remaining(toolCallId);
    const durationMs = this.#memories.durationMs(toolCallId);
    const note = this.#memories.noteOf(toolCallId);
    return cardOf(gated, {
      cwd: this.#options.cwd,
      judgement: this.#memories.judgementOf(toolCallId),
      paused: this.#limits.isPaused(toolCallId),
      ...(remainingMs === undefined ? {} : { remainingMs }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(note === undefined ? {} : { note }),
    });
  }
}
