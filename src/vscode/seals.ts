import { createHmac, randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import { isObject } from '../core/base/json';
import type { Log } from '../core/base/log';
import { messageOf } from '../core/base/messageOf';
import { type Seal, type Sealing, taggedText } from '../core/journal/seal';
import type { Proof } from '../core/journal/verified';
import { sha256 } from '../stores/sha256';

const secretName = 'latch.recordKey';
const prefix = 'latch.recordEnd.';
/** The end of a record is kept so often while it grows, and when its window is closed. */
const keptEachMs = 1000;

type Secrets = Pick<vscode.SecretStorage, 'get' | 'store'>;
type State = Pick<vscode.Memento, 'update'> & { get(key: string): unknown };

/**
 * What of each record is kept apart from it: its end in the state of the workspace, and the key of its tags among the
 * secrets of the system. Whoever can write the record alone cannot change these.
 */
export class Seals {
  readonly #state: State;
  readonly #ends = new Map<string, Seal>();
  readonly #soon = new Map<string, NodeJS.Timeout>();
  readonly #ready: Promise<void>;
  #key: { readonly name: string; readonly secret: string } | undefined;

  constructor(state: State, secrets: Secrets, log: Log) {
    this.#state = state;
    this.#ready = this.#findKey(secrets).catch((error: unknown) =>
      log.warn(`records are not tagged, for there is no key: ${messageOf(error)}`),
    );
  }

  /** What the record of this session is sealed with while it is written. */
  of(sessionId: string): Sealing {
    const end = this.#kept(sessionId);
    return {
      ...(end ? { end } : {}),
      tag: (lines, head) => this.#tag(sessionId, lines, head),
      written: seal => this.#written(sessionId, seal),
    };
  }

  /** What there is to hold the record of this session against. */
  async proofOf(sessionId: string): Promise<Proof> {
    await this.#ready;
    const seal = this.#kept(sessionId);
    return { tag: (lines, head) => this.#tag(sessionId, lines, head), ...(seal ? { seal } : {}) };
  }

  /** Forgets the end of a record that was removed. One that is only not found is held against its end when it is back. */
  async forget(sessionId: string): Promise<void> {
    await this.#state.update(prefix + sessionId, undefined);
  }

  async save(): Promise<void> {
    await Promise.all([...this.#soon.keys()].map(sessionId => this.#keep(sessionId)));
  }

  #kept(sessionId: string): Seal | undefined {
    const end = this.#ends.get(sessionId);
    return end ? this.#sealed(sessionId, end) : sealFrom(this.#state.get(prefix + sessionId));
  }

  async #findKey(secrets: Secrets): Promise<void> {
    if ((await secrets.get(secretName)) === undefined) await secrets.store(secretName, randomBytes(32).toString('hex'));
    // Read again: another window may have made one at the same moment.
    const secret = await secrets.get(secretName);
    if (secret !== undefined) this.#key = { name: sha256(`name of ${secret}`).slice(0, 8), secret };
  }

  #tag(sessionId: string, lines: number, head: string): string | undefined {
    if (!this.#key) return undefined;
    const { name, secret } = this.#key;
    return `${name}:${createHmac('sha256', secret)
      .update(taggedText(sessionId, lines, head))
      .digest('hex')}`;
  }

  /** Tagged where it is kept or asked for: at the first lines of a window the key may not have been found. */
  #sealed(sessionId: string, { lines, head }: Seal): Seal {
    const tag = this.#tag(sessionId, lines, head);
    return { lines, head, ...(tag === undefined ? {} : { tag }) };
  }

  #written(sessionId: string, end: Seal): void {
    this.#ends.set(sessionId, end);
    if (this.#soon.has(sessionId)) return;
    this.#soon.set(
      sessionId,
      setTimeout(() => void this.#keep(sessionId), keptEachMs),
    );
  }

  async #keep(sessionId: string): Promise<void> {
    clearTimeout(this.#soon.get(sessionId));
    this.#soon.delete(sessionId);
    await this.#state.update(prefix + sessionId, this.#kept(sessionId));
  }
}

function sealFrom(value: unknown): Seal | undefined {
  if (!isObject(value)) return undefined;
  const { lines, head, tag } = value;
  if (typeof lines !== 'number' || typeof head !== 'string') return undefined;
  return { lines, head, ...(typeof tag === 'string' ? { tag } : {}) };
}
