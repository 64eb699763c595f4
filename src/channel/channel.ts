import { Calls } from './calls';
import { TimeLimits } from './limits';
import { LiveGate } from './liveGate';
import { Mentions } from './mentions';
import type { ChannelOptions } from './options';
import { type AskDetails, type Call, callKindOf, type DecidedBy } from '../core/call/call';
import type { GateVerdict } from '../core/call/judgement';
import type { AgentEvent } from '../core/call/events';
import type { Card } from '../core/card/card';
import type { Confirmed, ConfirmParams } from '../core/card/confirm';
import { decisionFrom } from '../core/card/decisionFrom';
import { isFinal } from '../core/gate/state';
import { waitingCall } from '../core/gate/step';
import { askedRecords, resultRecord } from '../core/journal/callRecords';
import { say, type Sentence } from '../core/texts/sentence';

/** The events in which an agent shows a call to us. */
type Shown = Extract<AgentEvent, { readonly type: 'proposed' | 'unasked' | 'intercepted' | 'asked' | 'elicited' }>;

/**
 * THE confirmation channel of a session: every event of the agent and every click goes through here, steps the gate, and
 * the effects are carried out in order. Nothing else answers an agent.
 */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #limits: TimeLimits;
  readonly #calls: Calls;
  readonly #gate: LiveGate;
  readonly mentions: Mentions;
  #interrupted = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#limits = new TimeLimits(options.clock, (toolCallId, revision) =>
      this.#gate.step({ type: 'expired', toolCallId, revision }),
    );
    this.#calls = new Calls(options, this.#limits);
    this.#gate = new LiveGate(options, this.#calls, (toolCallId, decision) =>
      this.mentions.answered(toolCallId, decision),
    );
    this.mentions = new Mentions(options, this.#calls, event => this.#gate.step(event));
  }

  /** Whether there is a call for which a person has to choose. */
  get hasWaiting(): boolean {
    return this.#calls.gate.waiting > 0;
  }

  /** Whether a call runs that was allowed. */
  get hasRunning(): boolean {
    return this.#calls.gate.running > 0;
  }

  /** Every call that is still open, as a card, in the order in which it was proposed. */
  get cards(): readonly Card[] {
    return [...this.#calls.gate.calls.values()]
      .filter(gated => gated.verdict.decision !== 'pass')
      .map(gated => this.#calls.card(gated));
  }

  /** Takes the events that concern calls and says whether this was one. */
  handle(event: AgentEvent): boolean {
    switch (event.type) {
      case 'proposed':
      case 'unasked':
      case 'intercepted':
      case 'asked':
      case 'elicited':
        this.#meet(event);
        return true;
      case 'batchComplete':
        this.#gate.step({ type: 'batchComplete', batchId: event.batchId });
        return true;
      case 'cancelled':
        this.#gate.step({ type: 'cancelled', askId: event.askId, byUs: this.#interrupted });
        return true;
      case 'ran':
        this.#ran(event);
        return true;
      case 'ended':
        this.#ended(event.toolCallId, event.ok, event.text);
        return true;
      case 'unsupported':
      case 'unreadableHook':
        this.#refuse(event);
        return true;
      case 'turnEnded':
        this.#gate.step({ type: 'turnEnded' });
        this.#interrupted = false;
        return false;
      default:
        return false;
    }
  }

  /** A person's answer to a card: taken once, and only where the call still waits as it was shown. */
  confirm(params: ConfirmParams): Confirmed {
    const { toolCallId, revision, confirmed, options = {} } = params;
    const waiting = waitingCall(this.#calls.gate, toolCallId, revision);
    if (!waiting.ok) return waiting;
    const { call } = waiting.gated;
    const chosen = decisionFrom(this.#calls.card(waiting.gated), confirmed, options);
    if (!chosen.ok) return chosen;
    const { decision } = chosen;
    const edited = decision.choice === 'allow' && decision.edited ? decision.updatedInput : undefined;
    const denial = edited && this.#denialOf({ ...call.what, input: edited });
    if (denial !== undefined) return { ok: false, reason: denial };
    const memory = this.#calls.memory(toolCallId);
    if (memory) {
      memory.note = options.note?.trim() ? options.note : undefined;
      memory.response = confirmed ? options.response : undefined;
      memory.edited = edited;
    }
    // A stop inside a subagent ends that subagent alone, and the turn goes on.
    const ofAgent = !call.subagent && !call.from;
    if (decision.choice === 'deny' && decision.stop && ofAgent) this.#interrupted = true;
    this.#gate.step({ type: 'decided', toolCallId, revision, decision });
    return { ok: true };
  }

  /** Time stands still for a card while a person types in it. */
  drafting(toolCallId: string, active: boolean): void {
    this.#limits.pause(toolCallId, active);
    const gated = this.#calls.gate.calls.get(toolCallId);
    if (gated) this.#options.onCard(this.#calls.card(gated));
  }

  /** The person stops the turn: what the agent withdraws now was withdrawn by us. */
  interrupting(): void {
    this.#interrupted = true;
  }

  /** The rules changed: calls that still wait are judged again. */
  rejudge(): void {
    for (const { call, phase, revision } of this.#calls.gate.calls.values()) {
      if (isFinal(phase) || phase.status === 'running') continue;
      const { toolCallId } = call;
      this.#gate.step({ type: 'judged', toolCallId, revision, verdict: this.#calls.judge(call) });
    }
  }

  /** The session is about to end: nobody will answer what waits any more. */
  ending(reason: Sentence): void {
    this.#gate.step({ type: 'ending', reason });
  }

  /** The calls that the agent was told to run, and has not told the end of. */
  get running(): readonly Call[] {
    return [...this.#calls.gate.calls.values()]
      .filter(({ phase }) => phase.status === 'running' && phase.decision !== undefined)
      .map(({ call }) => call);
  }

  /** What became of a call that ran when its agent was lost. */
  traced(toolCallId: string, reason: Sentence): void {
    this.#options.journal.note({ type: 'traced', toolCallId, reason });
    this.#gate.step({ type: 'traced', toolCallId, reason });
  }

  /** The session is over: whatever is left of its calls will not be heard of again. */
  close(reason: Sentence): void {
    this.agentLost(reason);
    this.#gate.close();
  }

  agentLost(reason: Sentence): void {
    this.#interrupted = false;
    this.mentions.withdraw();
    this.#gate.step({ type: 'agentLost', reason });
    this.#limits.clear();
  }

  #ran(event: Extract<AgentEvent, { readonly type: 'ran' }>): void {
    this.#noteStopped(event.toolCallId, event.text);
    const context = this.#calls.memory(event.toolCallId)?.context;
    const goOn = (): void => this.#gate.send({ type: 'ran', hookId: event.hookId, context, failed: event.failed });
    const looked = this.#options.beforeGoingOn?.();
    if (looked) void looked.finally(goOn);
    else goOn();
  }

  #meet(event: Shown): void {
    const call = callOf(event, this.#options.sessionId);
    // What is told of it once more may be another input than the one on screen, of which all else there speaks.
    if ((event.type === 'proposed' || event.type === 'unasked') && this.#calls.find(call.toolCallId)) return;
    const verdict = this.#verdictOn(event, call);
    switch (event.type) {
      case 'proposed':
        this.#gate.step({ type: 'proposed', call, single: event.single, verdict });
        return;
      case 'unasked':
        this.#gate.step({ type: 'unasked', call, verdict, problem: event.problem });
        return;
      case 'intercepted':
        this.#gate.step({ type: 'intercepted', hookId: event.hookId, call, verdict });
        return;
      case 'asked':
      case 'elicited': {
        const { journal, sha256 } = this.#options;
        const { askId, request } = event;
        const details = event.type === 'asked' ? event.details : { suggestions: [] };
        const { run } = this.#options.context();
        const limitMs = verdict.decision === 'ask' ? this.#options.timeLimit(callKindOf(call.what)) : 0;
        const ask = { askId, toolCallId: call.toolCallId, run, limitMs };
        for (const record of askedRecords(ask, details, request, sha256)) journal.note(record);
        const listed = event.listed ? { listed: true as const } : {};
        this.#gate.step({ type: 'asked', askId, ...listed, call, details, verdict });
        return;
      }
      default:
        event satisfies never;
    }
  }

  /** What the rules say, as far as it may count: what is not sure, or could only be allowed for longer, is for a person. */
  #verdictOn(event: Shown, call: Call): GateVerdict {
    const verdict = this.#calls.judge(call);
    if (event.type !== 'asked' || verdict.decision === 'deny') return verdict;
    const { unsure, partOf, details } = event;
    const whole = partOf === undefined ? undefined : this.#calls.find(partOf)?.phase;
    if (whole?.status === 'running' && whole.decision) return { decision: 'allow', by: inWhole, readOnly: false };
    const reason = unsure ?? unallowable(details);
    if (!reason || verdict.decision !== 'allow') return verdict;
    this.#calls.asksFor(call.toolCallId, reason);
    return { decision: 'ask', readOnly: false, always: true };
  }

  #ended(toolCallId: string, ok: boolean, text: string): void {
    const memory = this.#calls.memory(toolCallId);
    memory?.ended();
    this.#noteStopped(toolCallId, text);
    if (this.#calls.find(toolCallId))
      this.#options.journal.note(resultRecord(toolCallId, ok, text, memory?.durationMs));
    this.#gate.step({ type: 'ended', toolCallId, ok, text, stopped: this.#interrupted });
  }

  #noteStopped(toolCallId: string, text: string): void {
    const memory = this.#calls.memory(toolCallId);
    const what = this.#calls.find(toolCallId)?.call.what;
    if (!memory || memory.isHeld === false || what?.kind !== 'tool' || what.tool !== 'Bash') return;
    memory.stopped ??= this.#options.stoppedIn(text);
  }

  /** What Latch cannot read must not run: a hook is denied, and any other request gets an error. */
  #refuse(event: AgentEvent & { readonly type: 'unsupported' | 'unreadableHook' }): void {
    const { onNotice } = this.#options;
    if (event.type === 'unsupported') {
      const { requestId, subtype } = event;
      onNotice(
        'warning',
        say('The agent sent a request that Latch does not know ({request}); it was refused.', { request: subtype }),
      );
      this.#gate.send({ type: 'error', requestId, error: `Latch does not support ${subtype}.` });
    } else {
      onNotice(
        'warning',
        say('A hook of the agent could not be read ({what}); its call was denied.', { what: event.what }),
      );
      const reason = 'Latch could not read this call.';
      this.#gate.send({ type: 'hook', hookId: event.hookId, answer: { kind: 'deny', reason } });
    }
  }

  /** The agent does not look at an edited input again, so its rules and ours are applied here. Deny still wins. */
  #denialOf(what: Call['what']): Sentence | undefined {
    const { verdict, because } = this.#calls.judgementOf(what);
    return verdict.decision === 'deny'
      ? say('The edited call is denied: {reason}', { reason: because[0]?.reason ?? verdict.message })
      : undefined;
  }
}

const inWhole: DecidedBy = { kind: 'rule', rule: 'call', reason: say('It is part of what was allowed.') };

function unallowable({ offered }: AskDetails): Sentence | undefined {
  if (!offered || offered.allow !== undefined) return undefined;
  return say('{agent} offers no way to allow this once, so it can only be denied.', { agent: offered.agent });
}

function callOf(event: Shown, sessionId: string): Call {
  if (event.type === 'elicited') {
    const toolCallId = `elicitation:${event.askId}`;
    const what = { kind: 'elicitation', server: event.server, input: event.request } as const;
    return { sessionId, toolCallId, batchId: toolCallId, what };
  }
  const { toolCallId, tool, input, subagent } = event;
  return {
    sessionId,
    toolCallId,
    batchId: event.type === 'proposed' ? event.batchId : toolCallId,
    what: { kind: 'tool', tool, input },
    ...(subagent ? { subagent } : {}),
  };
}
