import type { Clock } from '../core/base/clock';

interface Limit {
  readonly revision: number;
  /** What was left when it last started to run. */
  left: number;
  since: number;
  cancel: (() => void) | undefined;
}

/** How long each waiting call still waits. A limit stands still while it is paused. */
export class TimeLimits {
  readonly #clock: Clock;
  readonly #expired: (toolCallId: string, revision: number) => void;
  readonly #limits = new Map<string, Limit>();

  constructor(clock: Clock, expired: (toolCallId: string, revision: number) => void) {
    this.#clock = clock;
    this.#expired = expired;
  }

  start(toolCallId: string, revision: number, ms: number): void {
    this.stop(toolCallId);
    if (!(ms > 0)) return;
    const limit: Limit = { revision, left: ms, since: this.#clock.now(), cancel: undefined };
    this.#limits.set(toolCallId, limit);
    this.#run(toolCallId, limit);
  }

  stop(toolCallId: string): void {
    this.#limits.get(toolCallId)?.cancel?.();
    this.#limits.delete(toolCallId);
  }

  pause(toolCallId: string, paused: boolean): void {
    const limit = this.#limits.get(toolCallId);
    if (!limit || paused === (limit.cancel === undefined)) return;
    if (paused) {
      limit.cancel?.();
      limit.cancel = undefined;
      limit.left -= this.#clock.now() - limit.since;
    } else {
      limit.since = this.#clock.now();
      this.#run(toolCallId, limit);
    }
  }

  remaining(toolCallId: string): number | undefined {
    const limit = this.#limits.get(toolCallId);
    if (!limit) return undefined;
    const passed = limit.cancel === undefined ? 0 : this.#clock.now() - limit.since;
    return Math.max(0, limit.left - passed);
  }

  isPaused(toolCallId: string): boolean {
    const limit = this.#limits.get(toolCallId);
    return limit !== undefined && limit.cancel === undefined;
  }

  clear(): void {
    for (const toolCallId of this.#limits.keys()) this.stop(toolCallId);
  }

  #run(toolCallId: string, limit: Limit): void {
    limit.cancel = this.#clock.after(limit.left, () => {
      this.#limits.delete(toolCallId);
      this.#expired(toolCallId, limit.revision);
    });
  }
}
