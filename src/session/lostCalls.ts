import type { Stopped } from '../agents/descendants';
import type { Call } from '../core/call/call';
import { commandIn, fateOfCall } from '../core/session/trace';
import type { Sentence } from '../core/texts/sentence';

/** What ran when an agent was lost, until it is known what became of it. */
export class LostCalls {
  readonly #traced: (toolCallId: string, fate: Sentence) => void;
  #lost: { readonly calls: readonly Call[]; readonly reason: Sentence } | undefined;

  /** `traced` is told what became of each. */
  constructor(traced: (toolCallId: string, fate: Sentence) => void) {
    this.#traced = traced;
  }

  lost(calls: readonly Call[], reason: Sentence): void {
    this.#lost = { calls, reason };
  }

  /** What was still running was stopped; undefined where that cannot be seen. */
  stopped(left: readonly Stopped[] | undefined): void {
    if (!this.#lost) return;
    const { calls, reason } = this.#lost;
    this.#lost = undefined;
    const lines = left?.map(({ command }) => command);
    for (const { toolCallId, what } of calls) this.#traced(toolCallId, fateOfCall(commandIn(what), lines, reason));
  }
}
