import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject, type JsonObject } from '../core/base/json';
import { nothingAccepted, type TeamAcceptance } from '../core/ruleAdmin/team';
import { writeAtomically } from './atomicWrite';
import { watchFiles } from './fileStamp';
import { lockPatienceMs, waitForLease } from './lease';
import { readSmallFile } from './readSmallFile';

/** What this person let teams allow, in a file that all windows read: what is accepted or revoked in one holds in all. */
export class AcceptedRules {
  readonly #file: string;
  readonly #onProblem: (error: unknown) => void;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string, onProblem: (error: unknown) => void) {
    this.#file = file;
    this.#onProblem = onProblem;
  }

  /** What cannot be read was not accepted. */
  read(place: string): TeamAcceptance {
    const value = readAll(this.#file)[place];
    if (!isObject(value) || !Array.isArray(value['rules'])) return nothingAccepted;
    return { all: value['all'] === true, rules: value['rules'].filter(it => typeof it === 'string') };
  }

  /** Changes what is there then: another window may have written since this one has read. */
  change(place: string, change: (before: TeamAcceptance) => TeamAcceptance): Promise<void> {
    this.#writing = this.#writing.then(() => this.#change(place, change)).catch(this.#onProblem);
    return this.#writing;
  }

  watch(changed: () => void): () => void {
    return watchFiles([this.#file], changed);
  }

  async #change(place: string, change: (before: TeamAcceptance) => TeamAcceptance): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true });
    const lock = await waitForLease(`${this.#file}.lease`, lockPatienceMs);
    if (!lock) throw new Error(`${this.#file} is being written by another window`);
    try {
      const text = JSON.stringify({ ...readAll(this.#file), [place]: change(this.read(place)) });
      await writeAtomically(this.#file, text, { mode: 0o600, stillOurs: () => lock.held() });
    } finally {
      await lock.release();
    }
  }
}

function readAll(file: string): JsonObject {
  try {
    const value: unknown = JSON.parse(readSmallFile(file));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
