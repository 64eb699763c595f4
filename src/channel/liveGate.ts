import { sentenceOf } from '../core/texts/told';
import type { Calls } from './calls';
import type { ChannelOptions } from './options';
import { Recorder } from './recorder';
import { messageOf } from '../core/base/messageOf';
import { decisionRecord } from '../core/journal/callRecords';
import type { AgentAnswer } from '../core/call/answer';
import { type Allow, type Call, type Decision, endsWithAnswer, nameOf } from '../core/call/call';
import { decisionOf, isFinal, type GateEffect, type GateEvent } from '../core/gate/state';
import { step } from '../core/gate/step';
import { say } from '../core/texts/sentence';

/** What a decision has of a person that no person made. */
const nobody = { note: undefined, user: undefined, response: undefined };

/**
 * What is carried out first: what the agent or the disk waits for, then time limits, so that a card is never drawn without
 * the limit it has, and what somebody looks at last.
 */
const urgency: Readonly<Record<GateEffect['type'], number>> = {
  answerHook: 0,
  answer: 0,
  record: 0,
  expire: 1,
  show: 2,
  notify: 2,
};

/** The gate at work: what it says is to happen is carried out on the disk, on the agent's stdin, on the screen and on the clock. */
export class LiveGate {
  readonly #options: ChannelOptions;
  readonly #calls: Calls;
  readonly #recorder: Recorder;
  readonly #answerMention: (toolCallId: string, decision: Decision) => void;

  constructor(options: ChannelOptions, calls: Calls, answerMention: (toolCallId: string, decision: Decision) => void) {
    this.#options = options;
    this.#answerMention = answerMention;
    this.#calls = calls;
    this.#recorder = new Recorder(options);
  }

  step(event: GateEvent): void {
    const [next, effects] = step(this.#calls.gate, event);
    this.#calls.gate = next;
    for (const effect of effects.toSorted((one, other) => urgency[one.type] - urgency[other.type]))
      try {
        this.#carryOut(effect);
      } catch (error) {
        this.#failed(effect.type, error);
      }
  }

  /** Nothing is decided here any more. */
  close(): void {
    this.#recorder.close();
  }

  /** Sends an answer that no call waits for. */
  send(given: AgentAnswer): void {
    const { answer, onNotice } = this.#options;
    const sent = answer(given).catch((error: unknown) =>
      onNotice('error', say('The agent could not be answered: {error}', { error: messageOf(error) })),
    );
    sent.catch((error: unknown) => this.#failed('send', error));
  }

  /** A view that fails must not keep the agent from its answer, and neither must one that cannot even be told of it. */
  #failed(what: GateEffect['type'] | 'send', error: unknown): void {
    try {
      this.#options.onNotice(
        'error',
        say('Something went wrong in Latch ({what}): {error}', { what, error: messageOf(error) }),
      );
    } catch {
      // Whoever reports it has failed as well.
    }
  }

  #carryOut(effect: GateEffect): void {
    switch (effect.type) {
      case 'show':
        this.#show(effect.toolCallId);
        return;
      case 'record':
        this.#record(effect).catch((error: unknown) => this.#failed(effect.type, error));
        return;
      case 'answer':
        this.#answer(effect).catch((error: unknown) => this.#failed(effect.type, error));
        return;
      case 'answerHook':
        this.send({ type: 'hook', hookId: effect.hookId, answer: effect.answer });
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
    const gated = this.#calls.find(toolCallId);
    if (!gated || gated.verdict.decision === 'pass') return;
    const { phase } = gated;
    if (isFinal(phase)) this.#options.afterCommand(toolCallId);
    if (phase.status !== 'waiting') this.#calls.limits.stop(toolCallId);
    if (phase.status === 'cancelled')
      this.#options.journal.note({ type: 'withdrawn', toolCallId, reason: phase.reason, elsewhere: phase.elsewhere });
    this.#options.onCard(this.#calls.card(gated));
  }

  #expire({ toolCallId, revision }: GateEffect & { type: 'expire' }): void {
    const gated = this.#calls.find(toolCallId);
    if (gated) this.#calls.limits.start(toolCallId, revision, this.#options.timeLimit(this.#calls.card(gated).kind));
  }

  async #record({ toolCallId, number, decision }: GateEffect & { type: 'record' }): Promise<void> {
    const { journal, sha256 } = this.#options;
    const memory = this.#calls.memory(toolCallId);
    const { mode, user } = this.#options.context();
    const own = decision.by.kind === 'person' ? { note: memory?.note, user, response: memory?.response } : nobody;
    const facts = { toolCallId, number, mode, waitedMs: memory?.waitedMs, ...own };
    try {
      await this.#recorder.append([decisionRecord(decision, facts, sha256)]);
    } catch (error) {
      const reason = say('The journal could not be written: {error}', { error: messageOf(error) });
      this.step({ type: 'recordFailed', toolCallId, number, reason });
      // The line that failed may reach the disk later, so the journal also says what was decided in its place.
      const gated = this.#calls.find(toolCallId);
      const instead = gated && decisionOf(gated.phase);
      if (instead) journal.note(decisionRecord(instead, facts, sha256));
      return;
    }
    this.step({ type: 'recorded', toolCallId, number });
  }

  async #answer({ toolCallId, askId, decision }: GateEffect & { type: 'answer' }): Promise<void> {
    const { journal, answer } = this.#options;
    const call = this.#calls.find(toolCallId)?.call;
    if (!call) return;
    const { what, from } = call;
    this.#calls.memory(toolCallId)?.answered();
    const isCommand = what.kind === 'tool' && what.tool === 'Bash';
    let held: boolean | undefined;
    try {
      if (decision.choice === 'allow') await this.#options.beforeRun?.(what, this.#options.cwd);
      if (isCommand && decision.choice === 'allow') held = await this.#begin(call, decision);
      if (from === 'message') this.#answerMention(toolCallId, decision);
      else await answer({ type: 'decision', askId, call, decision });
    } catch (error) {
      if (isCommand) this.#options.afterCommand(toolCallId);
      journal.note({ type: 'not_delivered', toolCallId, askId, reason: sentenceOf(error) });
      this.step({ type: 'answered', toolCallId, askId, error: sentenceOf(error) });
      this.#judgeAgain(toolCallId);
      return;
    }
    journal.note({
      type: 'execution_resumed',
      toolCallId,
      askId,
      ...(held === undefined ? {} : { held }),
    });
    this.step({ type: 'answered', toolCallId, askId });
    const now = this.#calls.find(toolCallId);
    // Not where it went to another ask under this call than the one that was decided.
    if (now && decisionOf(now.phase) === decision && (from === 'message' || endsWithAnswer(what)))
      this.step({ type: 'ended', toolCallId, ok: decision.choice === 'allow', text: '' });
  }

  /** Lets a command start. Whether the kernel holds it. */
  async #begin({ toolCallId, what }: Call, { leaves = [], edited, updatedInput }: Allow): Promise<boolean> {
    const memory = this.#calls.memory(toolCallId);
    const runs = edited && updatedInput ? this.#calls.judgementOf({ ...what, input: updatedInput }) : memory?.judgement;
    const held = (await this.#options.beforeCommand(toolCallId, leaves)) && runs?.excluded === undefined;
    if (memory) memory.isHeld = held;
    return held;
  }

  /** What kept the answer from leaving may be what the rules now say. */
  #judgeAgain(toolCallId: string): void {
    const gated = this.#calls.find(toolCallId);
    if (gated?.phase.status !== 'waiting') return;
    const verdict = this.#calls.judge(gated.call);
    if (verdict.decision === 'deny') this.step({ type: 'judged', toolCallId, revision: gated.revision, verdict });
  }

  #notify({ toolCallId, what }: GateEffect & { type: 'notify' }): void {
    const { journal, onNotice } = this.#options;
    const gated = this.#calls.find(toolCallId);
    const name = gated ? nameOf(gated.call.what) : 'A call';
    switch (what.kind) {
      case 'answeredElsewhere':
        onNotice(
          'error',
          say('{tool}: the request was answered elsewhere, for example by a hook of this repository.', { tool: name }),
        );
        return;
      case 'ranUnasked': {
        const problem = gated && this.#calls.card(gated).problem;
        journal.note({ type: 'ran_unasked', toolCallId, ...(problem === undefined ? {} : { problem }) });
        onNotice('error', say('{tool} ran without waiting for an answer.', { tool: name }));
        return;
      }
      case 'notAskedFor': {
        const verdict = gated?.verdict;
        journal.note({ type: 'ran_unasked', toolCallId, problem: what.problem });
        if (verdict?.decision === 'deny' && verdict.by.kind === 'rule') {
          const { rule } = verdict.by;
          onNotice('error', say('{tool} runs although {rule} denies it: the agent did not ask.', { tool: name, rule }));
        }
        return;
      }
      case 'sharedId':
        onNotice(
          'error',
          say('{tool}: the agent asked under the id of another request, so it was denied.', { tool: name }),
        );
        return;
      case 'notRecorded':
        onNotice('error', say('{tool} was denied: {reason}', { tool: name, reason: what.reason }));
        return;
      case 'notDelivered':
        onNotice(
          'error',
          say('{tool}: the answer could not be delivered: {reason}', { tool: name, reason: what.reason }),
        );
        return;
      default:
        what satisfies never;
    }
  }
}
