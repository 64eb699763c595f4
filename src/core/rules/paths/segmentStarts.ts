import { append } from '../../base/append';

/** Finds what begins with a literal text by the segments of a path that begin so. */
export class SegmentStarts<T> {
  readonly #byStart = new Map<string, T[]>();
  readonly #lengths = new Set<number>();

  /** False where the segment begins with a wildcard: then nothing can be found by it. */
  add(segment: string, item: T): boolean {
    const start = literalStart(segment);
    if (start === '') return false;
    this.#lengths.add(start.length);
    append(this.#byStart, start, item);
    return true;
  }

  *candidates(segment: string): Iterable<T> {
    for (const length of this.#lengths)
      if (length <= segment.length) yield* this.#byStart.get(segment.slice(0, length)) ?? [];
  }
}

function literalStart(segment: string): string {
  const wild = segment.search(/[*?[\\]/);
  return wild < 0 ? segment : segment.slice(0, wild);
}
