import type { Clock } from '../core/base/clock';
import type { AgentEvent } from '../core/call/events';

/** How long the model thought, where the agent does not say so itself. */
export class ThinkingTimes {
  readonly #clock: Pick<Clock, 'now'>;
  #thinking: { readonly id: string; readonly at: number } | undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** A piece of this text came. */
  began(id: string): void {
    if (this.#thinking?.id !== id) this.#thinking = { id, at: this.#clock.now() };
  }

  timed(event: AgentEvent & { type: 'text' }): AgentEvent & { type: 'text' } {
    if (event.kind !== 'thinking' || event.durationMs !== undefined || this.#thinking?.id !== event.id) return event;
    return { ...event, durationMs: Math.round(this.#clock.now() - this.#thinking.at) };
  }
}
