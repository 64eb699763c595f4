import type { Clock } from '../core/base/clock';
import type { Sentence } from '../core/texts/sentence';
import type { JsonObject } from '../core/base/json';
import type { InteractionResponse } from '../core/card/interaction';
import type { Judgement } from '../core/call/judgement';

/** What is known of one call beside the gate: how the rules judged it, its times, and what a person added. */
export class CallMemory {
  judgement: Judgement;
  /** What a person said with the answer. */
  note: string | undefined;
  /** What a person answered to a question or a form. */
  response: InteractionResponse | undefined;
  /** Of a command that has started: whether the kernel holds it. */
  isHeld: boolean | undefined;
  /** What of its result the kernel has stopped. */
  stopped: Sentence | undefined;
  /** The input that is to run instead of the one that was proposed. */
  edited: JsonObject | undefined;
  readonly #clock: Clock;
  readonly #seenAt: number;
  #answeredAt: number | undefined;
  #endedAt: number | undefined;

  constructor(clock: Clock, judgement: Judgement) {
    this.#clock = clock;
    this.#seenAt = clock.now();
    this.judgement = judgement;
  }

  answered(): void {
    this.#answeredAt ??= this.#clock.now();
  }

  ended(): void {
    this.#endedAt ??= this.#clock.now();
  }

  /** Milliseconds from when the call was first seen until now. */
  get waitedMs(): number {
    return Math.round(this.#clock.now() - this.#seenAt);
  }

  /** Milliseconds from the answer to the result. */
  get durationMs(): number | undefined {
    return this.#answeredAt === undefined || this.#endedAt === undefined
      ? undefined
      : Math.round(this.#endedAt - this.#answeredAt);
  }

  /** What to tell the model beside the result: that something else ran than it proposed, what the person said, and what was stopped. */
  get context(): string | undefined {
    const edited =
      this.edited &&
      `The user edited this call before allowing it. What ran instead of your input: ${JSON.stringify(this.edited)}`;
    const said = this.note && `The user said, allowing this call: ${this.note}`;
    return [edited, said, this.stopped?.text].filter(text => text !== undefined).join('\n') || undefined;
  }
}
