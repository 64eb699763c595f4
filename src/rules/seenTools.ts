import type { JournalCalls } from '../stores/journalCalls';

const lookedAt = 2000;
const freshMs = 60_000;

/** The tools that agents have or have used in this folder, so that a rule for one of them is known to name something. */
export class SeenTools {
  readonly #calls: JournalCalls;
  readonly #shown: () => Iterable<string>;
  #used: ReadonlySet<string> = new Set();
  #since = 0;

  /** `shown` are those that the agents of this window say that they have. */
  constructor(calls: JournalCalls, shown: () => Iterable<string> = () => []) {
    this.#calls = calls;
    this.#shown = shown;
  }

  /** What is known at this moment; it is looked up again beside that. */
  list(now: number): ReadonlySet<string> {
    if (now - this.#since > freshMs) {
      this.#since = now;
      // Without them fewer names are known, and that is all.
      this.load().catch(() => undefined);
    }
    return this.#all();
  }

  async load(): Promise<ReadonlySet<string>> {
    this.#used = new Set((await this.#calls.recent(lookedAt)).map(({ tool }) => tool));
    return this.#all();
  }

  #all(): ReadonlySet<string> {
    return new Set([...this.#used, ...this.#shown()]);
  }
}
