import { found, type Paths, pathsOf } from '../core/message/fuzzy';

interface FileIndexOptions {
  /** The files of the folder that nobody ignores, relative to it. */
  readonly list: () => Promise<readonly string[]>;
  readonly now: () => number;
}

/** A list that is younger than this is not made anew: a build writes thousands of files. */
const restMs = 2000;

/** The files of a folder, to be found by some of their letters. */
export class FileIndex {
  readonly #options: FileIndexOptions;
  #paths: Promise<Paths> | undefined;
  #madeAt = -Infinity;
  #isStale = true;

  constructor(options: FileIndexOptions) {
    this.#options = options;
  }

  /** A file came or went. */
  changed(): void {
    this.#isStale = true;
  }

  async find(query: string, most: number): Promise<readonly string[]> {
    const { now } = this.#options;
    if (!this.#paths) this.#paths = this.#made();
    else if (this.#isStale && now() - this.#madeAt > restMs) void this.#renew();
    return found(await this.#paths, query, most);
  }

  /** What is known stands until what is new is there. */
  async #renew(): Promise<void> {
    const paths = this.#made();
    await paths;
    this.#paths = paths;
  }

  async #made(): Promise<Paths> {
    const { list, now } = this.#options;
    this.#madeAt = now();
    this.#isStale = false;
    return pathsOf(await list().catch(() => []));
  }
}
