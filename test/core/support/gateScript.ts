import { quoted } from '../../../src/core/texts/sentence';
import { expect, test } from 'vitest';
import type { Call, Decision } from '../../../src/core/call/call';
import { step } from '../../../src/core/gate/step';
import {
  emptyGate,
  findCall,
  type GateEffect,
  type GateEvent,
  type GateMode,
  type GateState,
  type Mediation,
} from '../../../src/core/gate/state';
import { type GateVerdict } from '../../../src/core/call/judgement';
import type { JsonObject } from '../../../src/core/base/json';

/** A test: the gate does what the script says. */
export function behaves(name: string, mode: GateMode, script: string, mediation: Mediation = 'full'): void {
  test(name, () => expect(play(mode, script, mediation)).toBe(tidy(script)));
}

/**
 * A script is one event a line, and after `->` what the gate does: `allow a -> show a decided, record a allow by person`.
 * `play` takes the events, runs them, and gives the script as the gate would have it.
 */
function play(mode: GateMode, script: string, mediation: Mediation): string {
  const run = new Run(emptyGate(mode, mediation));
  return lines(script)
    .map(line => {
      const event = line.split('->')[0]?.trim() ?? '';
      const effects = run.take(event).join(', ');
      return effects ? `${event} -> ${effects}` : event;
    })
    .join('\n');
}

/** The script without its indentation and the spaces that align it. */
function tidy(script: string): string {
  return lines(script)
    .map(line => line.replaceAll(/\s+->\s+/g, ' -> '))
    .join('\n');
}

function lines(script: string): string[] {
  return script
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);
}

const verdicts: Readonly<Record<string, GateVerdict>> = {
  ask: { decision: 'ask', readOnly: false, always: false },
  mustAsk: { decision: 'ask', readOnly: false, always: true },
  allow: { decision: 'allow', by: { kind: 'rule', rule: 'Bash(a:*)', reason: quoted('allowed') }, readOnly: false },
  readOnly: { decision: 'allow', by: { kind: 'rule', rule: 'read-only', reason: quoted('reads') }, readOnly: true },
  deny: {
    decision: 'deny',
    by: { kind: 'rule', rule: 'Bash(d:*)', reason: quoted('denied') },
    message: 'Denied by a rule.',
    readOnly: false,
  },
  pass: { decision: 'pass' },
};

const person = { kind: 'person' } as const;

class Run {
  #state: GateState;
  readonly #numbers = new Map<string, number>();
  readonly #callOfAsk = new Map<string, string>();

  constructor(state: GateState) {
    this.#state = state;
  }

  take(line: string): string[] {
    const [state, effects] = step(this.#state, this.#event(line));
    this.#state = state;
    return effects.map(effect => this.#text(effect));
  }

  #event(line: string): GateEvent {
    const [verb = '', first = '', ...rest] = line.split(/\s+/);
    const option = (name: string): string | undefined =>
      rest.find(word => word.startsWith(`${name}=`))?.slice(name.length + 1);
    const verdict = verdictOf(option('verdict') ?? 'ask');
    const toolCallId = first;
    const revision = Number(option('revision') ?? findCall(this.#state, first)?.revision ?? 1);
    const number = Number(option('number') ?? this.#numbers.get(first) ?? 0);
    const reason = 'disk full';
    switch (verb) {
      case 'propose':
        return { type: 'proposed', call: callOf(first, option), single: rest.includes('single'), verdict };
      case 'complete':
        return { type: 'batchComplete', batchId: first };
      case 'hook':
        return { type: 'intercepted', hookId: first, call: callOf(rest[0] ?? '', option), verdict };
      case 'ask': {
        this.#callOfAsk.set(first, rest[0] ?? '');
        const details = rest.includes('warning') ? { reasonType: 'safetyCheck', suggestions: [] } : { suggestions: [] };
        const listed = rest.includes('listed') ? { listed: true as const } : {};
        return { type: 'asked', askId: first, ...listed, call: callOf(rest[0] ?? '', option), details, verdict };
      }
      case 'allow': {
        const edit = option('edit');
        const updated = edit === undefined ? {} : { updatedInput: { command: edit }, edited: true };
        return { type: 'decided', toolCallId, revision, decision: { choice: 'allow', by: person, ...updated } };
      }
      case 'deny':
      case 'stop': {
        const decision: Decision = { choice: 'deny', by: person, message: 'No.', stop: verb === 'stop' };
        return { type: 'decided', toolCallId, revision, decision };
      }
      case 'judge':
        return { type: 'judged', toolCallId, revision, verdict };
      case 'recorded':
        return { type: 'recorded', toolCallId, number };
      case 'unrecorded':
        return { type: 'recordFailed', toolCallId, number, reason: quoted(reason) };
      case 'delivered':
        return { type: 'answered', toolCallId: this.#callOfAsk.get(first) ?? '', askId: first };
      case 'undelivered':
        return {
          type: 'answered',
          toolCallId: this.#callOfAsk.get(first) ?? '',
          askId: first,
          error: quoted('closed'),
        };
      case 'cancel':
        return { type: 'cancelled', askId: first, byUs: rest.includes('byUs') };
      case 'time-out':
        return { type: 'expired', toolCallId, revision };
      case 'result':
        return { type: 'ended', toolCallId, ok: !rest.includes('error'), text: '' };
      case 'turn-ends':
        return { type: 'turnEnded' };
      case 'agent-lost':
        return { type: 'agentLost', reason: quoted('killed') };
      default:
        throw new Error(`The script has no event "${verb}".`);
    }
  }

  #text(effect: GateEffect): string {
    switch (effect.type) {
      case 'show': {
        const gated = findCall(this.#state, effect.toolCallId);
        const problem = gated && 'problem' in gated.phase && gated.phase.problem !== undefined ? '!' : '';
        return `show ${effect.toolCallId} ${gated?.phase.status}${problem}`;
      }
      case 'record':
        this.#numbers.set(effect.toolCallId, effect.number);
        return `record ${effect.toolCallId} ${choiceOf(effect.decision)}`;
      case 'answer':
        return `answer ${effect.askId} ${choiceOf(effect.decision)}`;
      case 'answerHook':
        return `hook ${effect.hookId} ${effect.answer.kind}`;
      case 'expire':
        return effect.revision === 1 ? `timer ${effect.toolCallId}` : `timer ${effect.toolCallId} ${effect.revision}`;
      case 'notify':
        return `notify ${effect.toolCallId} ${effect.what.kind}`;
      default:
        return effect satisfies never;
    }
  }
}

function choiceOf(decision: Decision): string {
  const stop = decision.choice === 'deny' && decision.stop ? ' and stop' : '';
  const edited = decision.choice === 'allow' && decision.edited ? ' edited' : '';
  return `${decision.choice}${stop}${edited} by ${decision.by.kind}`;
}

function verdictOf(name: string): GateVerdict {
  const verdict = verdicts[name];
  if (!verdict) throw new Error(`The script has no verdict "${name}".`);
  return verdict;
}

function callOf(toolCallId: string, option: (name: string) => string | undefined): Call {
  const json = option('input');
  const input: JsonObject = json === undefined ? { command: toolCallId } : JSON.parse(json);
  const subagent = option('subagent');
  return {
    sessionId: 's',
    toolCallId,
    batchId: option('in') ?? toolCallId,
    what: { kind: 'tool', tool: option('tool') ?? 'Bash', input },
    ...(subagent === undefined ? {} : { subagent: { id: subagent } }),
  };
}
