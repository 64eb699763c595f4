import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asString, isObject, type JsonObject } from '../core/base/json';
import { writeAtomically } from './atomicWrite';
import type { Place } from './journalParts';
import type { RecordEnd } from './teamRecord';

/** How far a journal was sent: to which record, up to which line, and where that ends. */
export interface Sent {
  readonly to: string;
  /** The line with which that began. */
  readonly first?: number;
  readonly end: RecordEnd;
  readonly behind: Place;
  /** The length of that line, with its end. */
  readonly bytes: number;
}

/**
 * What is kept beside a journal of how far it was sent. Where it goes on is for the record to say; this tells what the
 * record has acknowledged, and what waits while that is away.
 */
export class SentFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** When it was written last; 0 where there is none. */
  async writtenAt(): Promise<number> {
    return (await stat(this.#path).catch(() => undefined))?.mtimeMs ?? 0;
  }

  async load(): Promise<Sent | undefined> {
    const { to, first, end, behind, bytes } = await readObject(this.#path);
    if (typeof to !== 'string' || !isObject(end) || !isObject(behind)) return undefined;
    const [number, hash, part, byte] = [end['number'], end['hash'], behind['part'], behind['byte']];
    if (typeof number !== 'number' || typeof hash !== 'string') return undefined;
    if (typeof part !== 'number' || typeof byte !== 'number' || typeof bytes !== 'number') return undefined;
    return {
      to,
      ...(typeof first === 'number' ? { first } : {}),
      end: { number, hash },
      behind: { part, byte },
      bytes,
    };
  }

  save(sent: Sent): Promise<void> {
    return write(this.#path, sent);
  }

  forget(): Promise<void> {
    return rm(this.#path, { force: true });
  }
}

/** Since when what is written goes to which record: what was written before stays here. */
export class RecordedSince {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async of(record: string, now: string): Promise<string> {
    const known = await readObject(this.#path);
    const since = asString(known[record]);
    if (since === undefined) await write(this.#path, { ...known, [record]: now });
    return since ?? now;
  }

  forget(): Promise<void> {
    return rm(this.#path, { force: true });
  }
}

async function readObject(path: string): Promise<JsonObject> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

async function write(path: string, value: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeAtomically(path, JSON.stringify(value), { mode: 0o600, lasting: false, stillOurs: () => true });
}
