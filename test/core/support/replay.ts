import { quoted } from '../../../src/core/texts/sentence';
import type { AgentEvent } from '../../../src/core/call/events';
import { type Call, type Decision, nameOf } from '../../../src/core/call/call';
import { decode } from '../../../src/core/claude/decode';
import { type ClaudeState, initialClaude } from '../../../src/core/claude/state';
import { elicitationAnswer, errorAnswer, hookAnswer, ranAnswer, toolAnswer } from '../../../src/core/claude/answers';
import { step } from '../../../src/core/gate/step';
import {
  emptyGate,
  findCall,
  type GateEffect,
  type GateEvent,
  type GateMode,
  type GateState,
} from '../../../src/core/gate/state';
import { type GateVerdict } from '../../../src/core/call/judgement';
import { asString, canonical, isObject, type Json, type JsonObject } from '../../../src/core/base/json';
import { hookChoice, type Tape } from './tape';

export interface Replayed {
  /** Every event of the CLI and everything that we did about it, to be read. */
  readonly story: readonly string[];
  readonly malformed: readonly string[];
  /** What we would have written to stdin, in order. */
  readonly sent: readonly JsonObject[];
  /** The requests of the CLI that want an answer, and how each of them ended. */
  readonly requests: ReadonlyMap<string, Request>;
  readonly state: GateState;
}

export interface Request {
  readonly kind: 'ask' | 'elicitation' | 'hook' | 'other';
  readonly toolCallId: string;
  cancelled: boolean;
  answers: number;
}

const person = { kind: 'person' } as const;
const open: GateVerdict = { decision: 'ask', readOnly: false, always: false };
const mustAsk: GateVerdict = { decision: 'ask', readOnly: false, always: true };
const deny: GateVerdict = {
  decision: 'deny',
  by: { kind: 'rule', rule: 'of the tape', reason: quoted('The tape denies it.') },
  message: 'Denied by a rule.',
  readOnly: false,
};

/** Plays a tape to the codec and the gate, with a disk that always works and a person who chooses what the tape chose. */
export function replay(tape: Tape, mode: GateMode): Replayed {
  const player = new Player(tape, mode);
  for (const { dir, msg } of tape.lines) {
    if (dir === 'out') player.hear(msg);
    else if (dir === 'in') player.overhear(msg);
    else player.take({ type: 'agentLost', reason: quoted('The tape ends.') });
  }
  return player;
}

class Player implements Replayed {
  readonly story: string[] = [];
  readonly malformed: string[] = [];
  readonly sent: JsonObject[] = [];
  readonly requests = new Map<string, Request>();
  state: GateState;
  readonly #tape: Tape;
  #claude: ClaudeState = initialClaude;
  #interrupted = false;

  constructor(tape: Tape, mode: GateMode) {
    this.#tape = tape;
    // Where the host let hooks pass, the calls ran unasked; ours must let them pass as well to hear the same story.
    const passes = [...this.#hookAnswers(tape)].some(choice => choice === 'other');
    this.state = emptyGate(mode, passes ? 'native' : 'full');
  }

  *#hookAnswers(tape: Tape): Generator<'ask' | 'deny' | 'other'> {
    for (const { dir, msg } of tape.lines) {
      if (dir !== 'out') continue;
      for (const event of decode(initialClaude, msg)[1])
        if (event.type === 'intercepted') yield hookChoice(tape.answers.get(event.hookId));
    }
  }

  hear(message: unknown): void {
    const [claude, events] = decode(this.#claude, message);
    this.#claude = claude;
    for (const event of events) this.#handle(event);
  }

  /** The host of the recording interrupts the turn now and then; so do we, at the same moment. */
  overhear(message: unknown): void {
    if (!isObject(message) || !isObject(message['request'])) return;
    if (message['request']['subtype'] === 'interrupt') this.#interrupted = true;
  }

  #handle(event: AgentEvent): void {
    switch (event.type) {
      case 'proposed':
        return this.take({ type: 'proposed', call: callOf(event), single: event.single, verdict: open });
      case 'batchComplete':
        return this.take(event);
      case 'intercepted': {
        this.#request(event.hookId, 'hook', event.toolCallId);
        const verdict = { ask: mustAsk, deny, other: open }[hookChoice(this.#tape.answers.get(event.hookId))];
        return this.take({ type: 'intercepted', hookId: event.hookId, call: callOf(event), verdict });
      }
      case 'asked':
        this.#request(event.askId, 'ask', event.toolCallId);
        return this.take({
          type: 'asked',
          askId: event.askId,
          call: callOf(event),
          details: event.details,
          verdict: open,
        });
      case 'elicited': {
        const toolCallId = `elicitation:${event.askId}`;
        this.#request(event.askId, 'elicitation', toolCallId);
        const what = { kind: 'elicitation', server: event.server, input: event.request } as const;
        const call = { sessionId: 's', toolCallId, batchId: toolCallId, what };
        return this.take({ type: 'asked', askId: event.askId, call, details: { suggestions: [] }, verdict: mustAsk });
      }
      case 'cancelled': {
        const request = this.requests.get(event.askId);
        if (request) request.cancelled = true;
        return this.take({ type: 'cancelled', askId: event.askId, byUs: this.#interrupted });
      }
      case 'ended': {
        const { returned: _returned, ...ended } = event;
        return this.take(ended);
      }
      case 'turnEnded':
        this.take(event);
        this.#interrupted = false;
        return;
      case 'ran':
        this.#request(event.hookId, 'other', event.toolCallId);
        return this.#send(event.hookId, ranAnswer(event.hookId, undefined, event.failed));
      case 'unreadableHook':
        this.#request(event.hookId, 'other', '');
        return this.#send(event.hookId, hookAnswer(event.hookId, { kind: 'deny', reason: event.what }));
      case 'unsupported':
        this.#request(event.requestId, 'other', '');
        return this.#send(event.requestId, errorAnswer(event.requestId, event.subtype));
      case 'malformed':
        this.malformed.push(event.what);
        return;
      case 'begun':
      case 'unasked':
      case 'turnStarted':
      case 'text':
      case 'delta':
      case 'subagentStarted':
      case 'task':
      case 'progress':
      case 'retrying':
      case 'unreached':
      case 'compacting':
      case 'compacted':
      case 'modeChanged':
      case 'told':
      case 'answersWith':
      case 'used':
      case 'spent':
      case 'limited':
      case 'cleared':
      case 'reply':
      case 'notice':
      case 'ignored':
        return;
      default:
        event satisfies never;
    }
  }

  take(event: GateEvent): void {
    this.story.push(told(event));
    const queue: GateEvent[] = [event];
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [state, effects] = step(this.state, next);
      this.state = state;
      for (const effect of effects) queue.push(...this.#perform(effect));
    }
  }

  #perform(effect: GateEffect): GateEvent[] {
    switch (effect.type) {
      case 'show': {
        const gated = findCall(this.state, effect.toolCallId);
        this.story.push(`    show ${effect.toolCallId} ${gated?.phase.status}`);
        const decision = this.#choose(effect.toolCallId);
        if (gated?.phase.status !== 'waiting' || !decision) return [];
        return [{ type: 'decided', toolCallId: effect.toolCallId, revision: gated.revision, decision }];
      }
      case 'record':
        return [{ type: 'recorded', toolCallId: effect.toolCallId, number: effect.number }];
      case 'answer': {
        const { toolCallId, askId, decision } = effect;
        const input = findCall(this.state, toolCallId)?.call.what.input ?? {};
        this.story.push(`    answer ${askId} ${decision.choice}`);
        const isForm = this.requests.get(askId)?.kind === 'elicitation';
        this.#send(askId, isForm ? elicitationAnswer(askId, decision) : toolAnswer(askId, toolCallId, decision, input));
        return [{ type: 'answered', toolCallId, askId }];
      }
      case 'answerHook':
        this.story.push(`    hook ${effect.hookId} ${effect.answer.kind}`);
        this.#send(effect.hookId, hookAnswer(effect.hookId, effect.answer));
        return [];
      case 'notify':
        this.story.push(`    notify ${effect.toolCallId} ${effect.what.kind}`);
        return [];
      case 'expire':
        return [];
      default:
        return effect satisfies never;
    }
  }

  /** What the host of the tape chose. What the tape never asks for is allowed, and what it left open stays open. */
  #choose(toolCallId: string): Decision | undefined {
    const choice = this.#tape.choices.get(toolCallId) ?? (this.#tape.asked.has(toolCallId) ? undefined : 'allow');
    if (choice === undefined) return undefined;
    if (choice === 'allow') return { choice: 'allow', by: person };
    return { choice: 'deny', by: person, message: 'No.', stop: choice === 'stop' };
  }

  #request(id: Json, kind: Request['kind'], toolCallId: string): void {
    const requestId = named(id);
    if (!this.requests.has(requestId)) this.requests.set(requestId, { kind, toolCallId, cancelled: false, answers: 0 });
  }

  #send(id: Json, line: JsonObject): void {
    const requestId = named(id);
    const request = this.requests.get(requestId);
    if (!request) throw new Error(`${requestId} was answered, and nobody asked.`);
    request.answers += 1;
    this.sent.push(line);
  }
}

function callOf(event: {
  toolCallId: string;
  batchId?: string;
  tool: string;
  input: JsonObject;
  subagent?: Call['subagent'];
}): Call {
  const { toolCallId, tool, input, subagent } = event;
  const batchId = event.batchId ?? toolCallId;
  return {
    sessionId: 's',
    toolCallId,
    batchId,
    what: { kind: 'tool', tool, input },
    ...(subagent ? { subagent } : {}),
  };
}

function told(event: GateEvent): string {
  switch (event.type) {
    case 'proposed':
      return `propose ${event.call.toolCallId} ${nameOf(event.call.what)} in ${event.call.batchId}`;
    case 'batchComplete':
      return `complete ${event.batchId}`;
    case 'intercepted':
      return `hook ${event.hookId} for ${event.call.toolCallId}`;
    case 'asked':
      return `ask ${event.askId} for ${event.call.toolCallId} ${nameOf(event.call.what)}`;
    case 'cancelled':
      return `cancel ${event.askId}${event.byUs ? ' by us' : ''}`;
    case 'ended':
      return `result ${event.toolCallId} ${event.ok ? 'ok' : 'error'}`;
    case 'turnEnded':
      return 'the turn ends';
    case 'agentLost':
      return 'the agent ends';
    case 'decided':
    case 'judged':
    case 'recorded':
    case 'recordFailed':
    case 'answered':
    case 'expired':
    case 'ending':
    case 'traced':
    case 'unasked':
      return event.type;
    default:
      return event satisfies never;
  }
}

/** An id as the key of a map, whatever it is. */
function named(id: Json): string {
  return asString(id) ?? canonical(id);
}
