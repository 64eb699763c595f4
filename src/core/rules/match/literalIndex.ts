import { append } from '../../base/append';

/** Finds the globs that may match a text by the literal text they begin or end with. */
export class LiteralIndex<T> {
  readonly #byStart = new Map<string, T[]>();
  readonly #byEnd = new Map<string, T[]>();
  readonly #startLengths = new Set<number>();
  readonly #endLengths = new Set<number>();
  readonly #rest: T[] = [];
  readonly #all: T[] = [];

  add(pattern: string, item: T): void {
    this.#all.push(item);
    const lower = pattern.toLowerCase();
    const first = lower.indexOf('*');
    const start = first < 0 ? lower : lower.slice(0, first);
    if (start !== '') {
      this.#startLengths.add(start.length);
      append(this.#byStart, start, item);
      return;
    }
    const end = lower.slice(lower.lastIndexOf('*') + 1);
    if (end === '') {
      this.#rest.push(item);
      return;
    }
    this.#endLengths.add(end.length);
    append(this.#byEnd, end, item);
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  get all(): readonly T[] {
    return this.#all;
  }

  /** A few candidates: each must still be matched in full. */
  candidates(text: string): readonly T[] {
    if (this.#all.length === 0) return this.#all;
    const lower = text.toLowerCase();
    let found: readonly T[] = this.#rest;
    for (const length of this.#startLengths) {
      const own = length <= lower.length ? this.#byStart.get(lower.slice(0, length)) : undefined;
      if (own) found = found.length === 0 ? own : [...found, ...own];
    }
    for (const length of this.#endLengths) {
      const own = length <= lower.length ? this.#byEnd.get(lower.slice(-length)) : undefined;
      if (own) found = found.length === 0 ? own : [...found, ...own];
    }
    return found;
  }
}
