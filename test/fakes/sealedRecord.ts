// Records as a machine writes them, with its key and with the end that it keeps, and as somebody forges them.
import { createHmac } from 'node:crypto';
import { encodeLine, noHash } from '../../src/core/journal/journal';
import { type Seal, type Sealing, taggedText } from '../../src/core/journal/seal';
import type { Proof } from '../../src/core/journal/verified';
import { sha256 } from '../../src/stores/sha256';
import { readLoosely } from './journalText';

/** A machine, with its key and with the end of the record that it saw written. */
export class Machine implements Sealing {
  readonly #key: string;
  end?: Seal;

  constructor(key: string) {
    this.#key = key;
  }

  tag(lines: number, head: string): string {
    return `${this.#key}:${createHmac('sha256', this.#key)
      .update(taggedText('session', lines, head))
      .digest('hex')}`;
  }

  written(seal: Seal): void {
    this.end = { ...seal, tag: this.tag(seal.lines, seal.head) };
  }

  get proof(): Proof {
    return { tag: (lines, head) => this.tag(lines, head), ...(this.end ? { seal: this.end } : {}) };
  }
}

/** The records of these lines in a chain that is whole by itself, as somebody makes it who knows the format. */
export function forged(from: readonly string[], change: (text: string) => string): string[] {
  let prev = noHash;
  return readLoosely(from.map(change).join('\n')).map(({ record, at }, place) => {
    const line = encodeLine(record, place + 1, at, prev, sha256);
    prev = line.hash;
    return line.text.trimEnd();
  });
}
