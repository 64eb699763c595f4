import type { JournalCalls } from '../stores/journalCalls';

const lookedAt = 2000;
const freshMs = 60_000;

/** The tools that agents have used in this folder, so that a rule for one of them is known to name something. */
export class SeenTools {
  readonly #calls: JournalCalls;
  #names: ReadonlySet<string> = new Set();
  #since = 0;

  constructor(calls: JournalCalls) {
    this.#calls = calls;
  }

  /** What is known at this moment; it is looked up again beside that. */
  list(now: number): ReadonlySet<string> {
    if (now - this.#since > freshMs) {
      this.#since = now;
      // Without them fewer names are known, and that is all.
      this.load().catch(() => undefined);
    }
    return this.#names;
  }

  async load(): Promise<ReadonlySet<string>> {
    this.#names = new Set((await this.#calls.recent(lookedAt)).map(({ tool }) => tool));
    return this.#names;
  }
}
