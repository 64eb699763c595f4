import type { RuleEdit } from '../core/ruleAdmin/storedRule';
import type { FileStore, TextAfter } from './fileStore';
import { MemoryStore } from './memoryStore';
import type { Changed, RuleList, RuleStore } from './ruleStore';

/** A person's own rules: in their file, or, while they want that, in memory alone. Then the file is left as it is. */
export class OwnStore implements RuleStore {
  readonly #file: FileStore;
  readonly #memory = new MemoryStore();
  readonly #inMemory: () => boolean;

  constructor(file: FileStore, inMemory: () => boolean) {
    this.#file = file;
    this.#inMemory = inMemory;
  }

  list(): RuleList {
    return this.#now.list();
  }

  change(edits: readonly RuleEdit[], revision?: string): Promise<Changed> {
    return this.#now.change(edits, revision);
  }

  textAfter(edits: readonly RuleEdit[]): TextAfter {
    return this.#file.textAfter(edits);
  }

  watch(changed: () => void): () => void {
    const ends = [this.#file.watch(changed), this.#memory.watch(changed)];
    return () => {
      for (const end of ends) end();
    };
  }

  get #now(): RuleStore {
    return this.#inMemory() ? this.#memory : this.#file;
  }
}
