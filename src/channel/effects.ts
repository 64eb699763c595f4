import type { CallMemories } from './memories';
import type { ChannelOptions } from './options';
import { messageOf } from '../core/base/messageOf';
import { type DecisionFacts, decisionRecord } from '../core/journal/callRecords';
import type { Card } from '../core/card/card';
import { elicitationTool } from '../core/card/cardOf';
import { elicitationAnswer, hookAnswer, toolAnswer } from '../core/claude/answers';
import { decisionOf, type GatedCall, type GateEffect, type GateEvent } from '../core/gate/state';
import type { JournalRecord } from '../core/journal/journal';
import type { JsonObject } from '../core/base/json';
import type { TimeLimits } from './limits';

/** What carrying out an effect needs of the channel. */
export interface EffectParts {
  readonly options: ChannelOptions;
  readonly limits: TimeLimits;
  readonly memories: CallMemories;
  readonly find: (toolCallId: string) => GatedCall | undefined;
  readonly cardOf: (gated: GatedCall) => Card;
  /** What came of an effect goes back into the gate as an event. */
  readonly step: (event: GateEvent) => void;
}

/** Carries out what the gate says is to happen: on the disk, on the agent's stdin, on the screen and on the clock. */
export class GateEffects {
  readonly #parts: EffectParts;

  constructor(parts: EffectParts) {
    this.#parts = parts;
  }

  carryOut(effects: readonly GateEffect[]): void {
    // Time limits first, so that a card is never drawn without the limit it has.
    for (const effect of effects) if (effect.type === 'expire') this.#safely(effect);
    for (const effect of effects) if (effect.type !== 'expire') this.#safely(effect);
  }

  /** A view that fails must not keep the agent from its answer. */
  #safely(effect: GateEffect): void {
    try {
      this.#one(effect);
    } catch (error) {
      this.#parts.options.onNotice('error', `Something went wrong in Latch (${effect.type}): ${messageOf(error)}`);
    }
  }

  /** Writes a message that no call waits for. */
  send(message: JsonObject): void {
    const { write, onNotice } = this.#parts.options;
    write(message).catch((error: unknown) => onNotice('error', `The agent could not be answered: ${messageOf(error)}`));
  }

  #one(effect: GateEffect): void {
    switch (effect.type) {
      case 'show':
        this.#show(effect.toolCallId);
        return;
      case 'record':
        void this.#record(effect);
        return;
      case 'answer':
        void this.#answer(effect);
        return;
      case 'answerHook':
        this.send(hookAnswer(effect.hookId, effect.answer));
        return;
      case 'expire':
        this.#expire(effect);
        return;
      case 'notify':
        this.#notify(effect);
        return;
      default:
        effect satisfies never;
    }
  }

  #show(toolCallId: string): void {
    const { find, limits, options, cardOf } = this.#parts;
    const gated = find(toolCallId);
    if (!gated || gated.verdict.decision === 'pass') return;
    const { phase } = gated;
    if (phase.status !== 'waiting') limits.stop(toolCallId);
    if (phase.status === 'cancelled')
      this.#note({ type: 'withdrawn', toolCallId, reason: phase.reason, elsewhere: phase.elsewhere });
    options.onCard(cardOf(gated));
  }

  #expire({ toolCallId, revision }: GateEffect & { type: 'expire' }): void {
    const { find, limits, options, cardOf } = this.#parts;
    const gated = find(toolCallId);
    if (gated) limits.start(toolCallId, revision, options.timeLimit(cardOf(gated).kind));
  }

  async #record({ toolCallId, number, decision }: GateEffect & { type: 'record' }): Promise<void> {
    const { memories, options, step } = this.#parts;
    const note = decision.by.kind === 'person' ? memories.noteOf(toolCallId) : undefined;
    const facts: DecisionFacts = { toolCallId, number, waitedMs: memories.waitedMs(toolCallId), note };
    try {
      await options.journal.append([decisionRecord(decision, facts, options.sha256)]);
    } catch (error) {
      const reason = `The journal could not be written: ${messageOf(error)}`;
      step({ type: 'recordFailed', toolCallId, number, reason });
      this.#noteInstead(facts);
      return;
    }
    step({ type: 'recorded', toolCallId, number });
  }

  /** The line that failed may reach the disk later, so the journal also says what was decided in its place. */
  #noteInstead(facts: DecisionFacts): void {
    const { find, options } = this.#parts;
    const gated = find(facts.toolCallId);
    const instead = gated && decisionOf(gated.phase);
    if (instead) this.#note(decisionRecord(instead, facts, options.sha256));
  }

  async #answer({ toolCallId, askId, decision }: GateEffect & { type: 'answer' }): Promise<void> {
    const { find, memories, options, step } = this.#parts;
    const gated = find(toolCallId);
    if (!gated) return;
    memories.answered(toolCallId);
    const message =
      gated.call.tool === elicitationTool
        ? elicitationAnswer(askId, decision)
        : toolAnswer(askId, toolCallId, decision, gated.call.input);
    try {
      await options.write(message);
    } catch (error) {
      this.#note({ type: 'not_delivered', toolCallId, askId, reason: messageOf(error) });
      step({ type: 'answered', toolCallId, askId, error: messageOf(error) });
      return;
    }
    this.#note({ type: 'execution_resumed', toolCallId, askId });
    step({ type: 'answered', toolCallId, askId });
    // A form has no result of its own: once it is sent, all of it has happened.
    if (gated.call.tool === elicitationTool)
      step({ type: 'ended', toolCallId, ok: decision.choice === 'allow', text: '' });
  }

  #notify({ toolCallId, what }: GateEffect & { type: 'notify' }): void {
    const { find, options, cardOf } = this.#parts;
    const gated = find(toolCallId);
    const tool = gated?.call.tool ?? 'A call';
    switch (what.kind) {
      case 'answeredElsewhere':
        options.onNotice(
          'error',
          `${tool}: the request was answered elsewhere, for example by a hook of this repository.`,
        );
        return;
      case 'ranUnasked':
        this.#note({ type: 'ran_unasked', toolCallId, ...problemOf(gated && cardOf(gated)) });
        options.onNotice('error', `${tool} ran without waiting for an answer.`);
        return;
      case 'notRecorded':
        options.onNotice('error', `${tool} was denied: ${what.reason}`);
        return;
      case 'notDelivered':
        options.onNotice('error', `${tool}: the answer could not be delivered: ${what.reason}`);
        return;
      default:
        what satisfies never;
    }
  }

  #note(record: JournalRecord): void {
    this.#parts.options.journal.note(record);
  }
}

function problemOf(card: Card | undefined): Pick<Card, 'problem'> {
  return card?.problem === undefined ? {} : { problem: card.problem };
}
