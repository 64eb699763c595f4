import { messageOf } from '../core/base/messageOf';
import { type Call, networkTool, type Wanted } from '../core/call/call';
import { asString } from '../core/base/json';
import type { GateVerdict, Judgement } from '../core/call/judgement';
import type { Card } from '../core/card/card';
import { cardOf } from '../core/card/cardOf';
import { emptyGate, findCall, type GatedCall, type GateState } from '../core/gate/state';
import { proposedRecord } from '../core/journal/callRecords';
import type { TimeLimits } from './limits';
import { CallMemory } from './memory';
import type { ChannelOptions } from './options';
import { say, quoted, type Sentence } from '../core/texts/sentence';

const unjudged: Judgement = {
  verdict: { decision: 'ask', readOnly: false, always: true },
  risk: 'medium',
  riskSentence: quoted(''),
  because: [],
};

/** How many calls may pile up at the least before those that the gate has forgotten are forgotten here too. */
const manyCalls = 256;

/** The calls of a session: where the gate has each of them, and what is known of it beside the gate. */
export class Calls {
  gate: GateState;
  readonly limits: TimeLimits;
  readonly #options: ChannelOptions;
  readonly #memories = new Map<string, CallMemory>();
  #tooMany = manyCalls;

  constructor(options: ChannelOptions, limits: TimeLimits) {
    this.gate = emptyGate(options.gate, options.mediation);
    this.limits = limits;
    this.#options = options;
  }

  find(toolCallId: string): GatedCall | undefined {
    return findCall(this.gate, toolCallId);
  }

  memory(toolCallId: string): CallMemory | undefined {
    return this.#memories.get(toolCallId);
  }

  /**
   * Judges a call by its input and by the rules as they are now. The first time it is written down: as a block of the
   * message, or as a hook or an ask that came before it.
   */
  judge(call: Call): GateVerdict {
    const { clock, journal, sha256 } = this.#options;
    const judgement = inMessage(call, this.judgementOf(call.what));
    const memory = this.#memories.get(call.toolCallId);
    if (memory) memory.judgement = judgement;
    else {
      this.#forgetSome();
      this.#memories.set(call.toolCallId, new CallMemory(clock, judgement));
      journal.note(proposedRecord(call, judgement, sha256));
    }
    return judgement.verdict;
  }

  /** What the rules would allow is asked for all the same. */
  asksFor(toolCallId: string, reason: Sentence): void {
    const memory = this.#memories.get(toolCallId);
    if (!memory) return;
    const { judgement } = memory;
    const because = [{ verdict: 'ask', reason } as const, ...judgement.because];
    memory.judgement = { ...judgement, because, verdict: { decision: 'ask', readOnly: false, always: true } };
  }

  /** A form is for a person alone, and rules that fail ask. */
  judgementOf(what: Wanted): Judgement {
    if (what.kind === 'elicitation') return { ...unjudged, risk: 'low' };
    const { cwd, judge, onNotice } = this.#options;
    try {
      return judge({ tool: what.tool, input: what.input, cwd });
    } catch (error) {
      onNotice(
        'error',
        say('The rules could not be evaluated, so this call asks: {error}', { error: messageOf(error) }),
      );
      return unjudged;
    }
  }

  card(gated: GatedCall): Card {
    const { toolCallId } = gated.call;
    const { judgement = unjudged, durationMs, note, stopped } = this.#memories.get(toolCallId) ?? {};
    const remainingMs = this.limits.remaining(toolCallId);
    return cardOf(gated, {
      cwd: this.#options.cwd,
      judgement,
      wantedBy: isNetwork(gated.call.what) ? this.#runningCommands : [],
      paused: this.limits.isPaused(toolCallId),
      ...(remainingMs === undefined ? {} : { remainingMs }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(note === undefined ? {} : { note }),
      ...(stopped === undefined ? {} : { stopped }),
    });
  }

  /** The agent does not say which of its commands wants to reach a host: it is one of those that run. */
  get #runningCommands(): readonly string[] {
    return [...this.gate.calls.values()].flatMap(({ call: { what }, phase }) =>
      phase.status === 'running' && what.kind === 'tool' && what.tool === 'Bash' ? commandOf(what) : [],
    );
  }

  #forgetSome(): void {
    if (this.#memories.size < this.#tooMany) return;
    for (const toolCallId of this.#memories.keys()) if (!this.find(toolCallId)) this.#memories.delete(toolCallId);
    // Where as many are still open, to look again at each call would make them cost more and more.
    this.#tooMany = Math.max(manyCalls, 2 * this.#memories.size);
  }
}

/** Whoever is asked is told why: no agent has asked for it. */
function inMessage({ from }: Call, judgement: Judgement): Judgement {
  if (from !== 'message') return judgement;
  const because = { verdict: 'ask', reason: mentioned } as const;
  return { ...judgement, because: [...judgement.because, because] };
}

const mentioned = say('Your message mentions it, so it would be read with the message, without asking.');

function isNetwork(what: Wanted): boolean {
  return what.kind === 'tool' && what.tool === networkTool;
}

function commandOf({ input }: Wanted): readonly string[] {
  const command = asString(input['command']);
  return command === undefined ? [] : [command];
}
