import type { ChannelOptions } from './options';
import { messageOf } from '../core/base/messageOf';
import type { Call } from '../core/call/call';
import { elicitationTool } from '../core/card/cardOf';
import type { Judgement } from '../core/call/judgement';
import type { JsonObject } from '../core/base/json';

interface Memory {
  judgement: Judgement;
  readonly seenAt: number;
  answeredAt?: number;
  endedAt?: number;
  note?: string;
  edited?: JsonObject;
}

const unjudged: Judgement = {
  verdict: { decision: 'ask', readOnly: false, always: true },
  risk: 'medium',
  riskSentence: '',
  because: [],
};

/** How many calls may pile up before those that the gate has forgotten are forgotten here too. */
const manyCalls = 1024;

/** What is known of each call beside the gate: how the rules judged it, its times, and what a person added. */
export class CallMemories {
  readonly #options: ChannelOptions;
  readonly #memories = new Map<string, Memory>();

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  has(toolCallId: string): boolean {
    return this.#memories.has(toolCallId);
  }

  /** Judges a call by its input as it is now. */
  judge(call: Call): Judgement {
    const judgement = this.judgeOnly(call);
    const memory = this.#memories.get(call.toolCallId);
    if (memory) memory.judgement = judgement;
    else this.#memories.set(call.toolCallId, { judgement, seenAt: this.#options.clock.now() });
    return judgement;
  }

  /** A rule engine that fails asks. */
  judgeOnly(call: { readonly tool: string; readonly input: JsonObject }): Judgement {
    if (call.tool === elicitationTool) return { ...unjudged, risk: 'low' };
    try {
      return this.#options.judge({ tool: call.tool, input: call.input, cwd: this.#options.cwd });
    } catch (error) {
      this.#options.onNotice('error', `The rules could not be evaluated, so this call asks: ${messageOf(error)}`);
      return unjudged;
    }
  }

  judgementOf(toolCallId: string): Judgement {
    return this.#memories.get(toolCallId)?.judgement ?? unjudged;
  }

  /** What the person said to the call with the decision: the note of a deny, and the input that is to run instead. */
  decided(toolCallId: string, { note, edited }: { note?: string | undefined; edited?: JsonObject | undefined }): void {
    const memory = this.#memories.get(toolCallId);
    if (!memory) return;
    if (note === undefined) delete memory.note;
    else memory.note = note;
    if (edited) memory.edited = edited;
    else delete memory.edited;
  }

  noteOf(toolCallId: string): string | undefined {
    return this.#memories.get(toolCallId)?.note;
  }

  /** What to tell the model of a call that ran with another input than it proposed. */
  editContext(toolCallId: string): string | undefined {
    const edited = this.#memories.get(toolCallId)?.edited;
    return (
      edited &&
      `The user edited this call before allowing it. What ran instead of your input: ${JSON.stringify(edited)}`
    );
  }

  answered(toolCallId: string): void {
    const memory = this.#memories.get(toolCallId);
    if (memory) memory.answeredAt ??= this.#options.clock.now();
  }

  ended(toolCallId: string): void {
    const memory = this.#memories.get(toolCallId);
    if (memory) memory.endedAt ??= this.#options.clock.now();
  }

  /** Milliseconds from when the call was first seen until now. */
  waitedMs(toolCallId: string): number | undefined {
    const memory = this.#memories.get(toolCallId);
    return memory && Math.round(this.#options.clock.now() - memory.seenAt);
  }

  /** Milliseconds from the answer to the result. */
  durationMs(toolCallId: string): number | undefined {
    const { answeredAt, endedAt } = this.#memories.get(toolCallId) ?? {};
    return answeredAt === undefined || endedAt === undefined ? undefined : Math.round(endedAt - answeredAt);
  }

  forget(isKnown: (toolCallId: string) => boolean): void {
    if (this.#memories.size < manyCalls) return;
    for (const toolCallId of this.#memories.keys()) if (!isKnown(toolCallId)) this.#memories.delete(toolCallId);
  }
}
