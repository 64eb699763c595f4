// The time of a cell. It passes in turns with the agent: where a busy machine keeps the agent waiting, the deadlines wait too.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../src/core/base/clock';

/** A minute of the product passes in 1.5 s, so that what has a deadline meets it. */
const speed = 40;
/** So much passes in one turn at most, however long it took. */
const longestTurnMs = 10;

export class SharedTime implements Clock {
  #passed = 0;
  #skew = 0;
  #ended = false;
  #timers: { readonly at: number; readonly fire: () => void }[] = [];

  /** `turn` comes to its end when the agent has had its own. */
  begin(turn: () => Promise<void>): void {
    void this.#run(turn);
  }

  end(): void {
    this.#ended = true;
  }

  /** How much has passed. */
  get passed(): number {
    return this.#passed;
  }

  readonly now = (): number => this.#passed + this.#skew;

  readonly after = (ms: number, then: () => void): (() => void) => {
    const timer = { at: this.#passed + ms, fire: then };
    this.#timers = [...this.#timers, timer];
    return () => {
      this.#timers = this.#timers.filter(it => it !== timer);
    };
  };

  /** The machine slept, or its clock was set: no timer fires for it. */
  jump(ms: number): void {
    this.#skew += ms;
  }

  async #run(turn: () => Promise<void>): Promise<void> {
    while (!this.#ended) {
      const before = performance.now();
      await turn();
      await pause(1);
      this.#passed += Math.min(performance.now() - before, longestTurnMs) * speed;
      const due = this.#timers.filter(({ at }) => at <= this.#passed);
      this.#timers = this.#timers.filter(({ at }) => at > this.#passed);
      for (const { fire } of due) fire();
    }
  }
}
