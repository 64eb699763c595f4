import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asString, isObject } from '../core/base/json';
import { sha256 } from './sha256';
import { writeAtomically } from './atomicWrite';

/** The sessions that a window shows, and which of them is in front. */
export interface Left {
  readonly front: string | undefined;
  readonly open: readonly string[];
}

const nothing: Left = { front: undefined, open: [] };

/** What the window of a folder shows, so that the next one can show it again. Of two windows the last that changed counts. */
export class LeftOpen {
  readonly #file: string;
  #before: Left = nothing;
  readonly #coming = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, cwd: string) {
    this.#file = join(folder, `${sha256(cwd).slice(0, 16)}.json`);
  }

  /** As it was read last. */
  get before(): Left {
    return this.#before;
  }

  /** Until all have come back, each is open for the next window too: this one may be gone before. */
  whileComing<T>(ids: readonly string[], coming: Promise<T>): Promise<T> {
    for (const id of ids) this.#coming.add(id);
    return coming.finally(() => {
      for (const id of ids) this.#coming.delete(id);
    });
  }

  /** One after the other: the last is the one that stays. Without it the session that was used last comes back. */
  tell({ front, open }: Left): void {
    const before = this.#before.open.filter(id => this.#coming.has(id) || open.includes(id));
    const text = JSON.stringify({ front, open: [...new Set([...before, ...open])] });
    this.#last = this.#last
      .then(() => mkdir(dirname(this.#file), { recursive: true, mode: 0o700 }))
      .then(() => writeAtomically(this.#file, text, { mode: 0o600, lasting: false, stillOurs: () => true }))
      .catch(() => {});
  }

  async read(): Promise<Left> {
    await this.#last;
    this.#before = leftIn(await readFile(this.#file, 'utf8').catch(() => ''));
    return this.#before;
  }
}

function leftIn(text: string): Left {
  try {
    const left: unknown = JSON.parse(text);
    if (!isObject(left) || !Array.isArray(left['open'])) return nothing;
    return { front: asString(left['front']), open: left['open'].flatMap(id => asString(id) ?? []) };
  } catch {
    return nothing;
  }
}
