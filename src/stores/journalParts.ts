import { isUtf8 } from 'node:buffer';
import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { say } from '../core/texts/sentence';
import { Told } from '../core/texts/told';

/** Older parts of a journal, oldest first, and then the file itself. One that is gone hides none of those behind it. */
export async function journalParts(path: string): Promise<string[]> {
  if (!path.endsWith('.jsonl')) return [path];
  const names = await readdir(dirname(path)).catch(() => []);
  const numbers = names.flatMap(name => numberOf(path, name) ?? []).toSorted((one, other) => one - other);
  return [...numbers.map(number => partPath(path, number)), path];
}

function numberOf(journal: string, name: string): number | undefined {
  const [, number] = /\.part([1-9]\d*)\.jsonl$/.exec(name) ?? [];
  return number !== undefined && name === basename(partPath(journal, Number(number))) ? Number(number) : undefined;
}

/** The number of the part that comes behind these. */
export function nextNumber([...parts]: readonly string[]): number {
  const journal = parts.pop();
  const last = parts.pop();
  return journal === undefined || last === undefined ? 1 : (numberOf(journal, basename(last)) ?? 0) + 1;
}

export interface JournalPart {
  readonly path: string;
  readonly size: number;
  readonly changedAt: number;
}

/** The parts that are there. */
export async function statParts(path: string): Promise<readonly JournalPart[]> {
  const parts = await journalParts(path);
  const found = await Promise.all(parts.map(part => stat(part).catch(() => undefined)));
  return parts.flatMap((part, place) => {
    const it = found[place];
    return it ? [{ path: part, size: it.size, changedAt: it.mtimeMs }] : [];
  });
}

/** Whether there is anything of a journal. */
export async function isJournal(path: string): Promise<boolean> {
  return existsSync(path) || (await journalParts(path)).length > 1;
}

/** Where a file of a journal goes when it has grown too large. */
export function partPath(path: string, number: number): string {
  return `${path.slice(0, -'.jsonl'.length)}.part${number}.jsonl`;
}

/** Behind a whole line of a journal: in which of its parts, counted from 0, and how many bytes of that lie before. */
export interface Place {
  readonly part: number;
  readonly byte: number;
}

export const beginning: Place = { part: 0, byte: 0 };

/** Says of each line whether the next one is wanted too. One that no record has, by its length or its bytes, is not its text. */
type TakeLine = (text: string) => boolean;

/** What lies behind the last whole line of a part, of which nothing is handed on. */
type TakeRest = (bytes: number, isLastPart: boolean) => void;

/** Between two pieces of a file, with the bytes that were read of it since the last time, and the place behind its lines. */
type Pause = (bytes: number, place: Place) => void | Promise<void>;

/** Hands on the lines of these parts that were written to their end, and says where they end. */
export async function readParts(
  parts: readonly string[],
  from: Place,
  take: TakeLine,
  pause: Pause = () => {},
  takeRest: TakeRest = () => {},
): Promise<Place> {
  let place = from;
  for (const [part, path] of parts.entries()) {
    if (part < from.part) continue;
    const start = part === from.part ? from.byte : 0;
    const { byte, rest, more } = await readLines(path, start, take, (bytes, at) => pause(bytes, { part, byte: at }));
    place = { part, byte };
    if (!more) break;
    if (rest > 0) takeRest(rest, part === parts.length - 1);
  }
  return place;
}

const chunkBytes = 256 * 1024;
/** Most first reads are for the head of a journal alone. */
const firstChunkBytes = 8 * 1024;

/** One file, chunk by chunk; no lines if there is no such file. */
async function readLines(
  path: string,
  from: number,
  take: TakeLine,
  pause: (bytes: number, at: number) => void | Promise<void>,
): Promise<{ byte: number; rest: number; more: boolean }> {
  const file = await openRegular(path);
  if (!file) return { byte: from, rest: 0, more: true };
  try {
    const lines = new ChunkedLines(take);
    for (let size = firstChunkBytes, at = from; lines.more; size = chunkBytes) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      lines.add(buffer.subarray(0, bytesRead));
      await pause(bytesRead, from + lines.bytes);
    }
    return { byte: from + lines.bytes, rest: lines.rest, more: lines.more };
  } finally {
    await file.close();
  }
}

/** A pipe would be waited for, and a device read without end. */
async function openRegular(path: string): Promise<FileHandle | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file || (await file.stat()).isFile()) return file;
  await file.close();
  throw new Told(say('It is no regular file.'));
}

/** No line of ours is as long as a part may be; a longer one would fill the memory. */
const longestLine = 64 * 1024 * 1024;

/** Cuts chunks of a file into lines. */
class ChunkedLines {
  readonly #take: TakeLine;
  /** The line that has not come to its end. */
  #begun: Buffer[] = [];
  /** How long it is by now, also where nothing of it is kept any more. */
  rest = 0;
  /** How many bytes the lines have that were handed on. */
  bytes = 0;
  more = true;

  constructor(take: TakeLine) {
    this.#take = take;
  }

  add(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0 && this.more; end = chunk.indexOf(0x0a, start)) {
      this.#begin(chunk.subarray(start, end));
      this.#end();
      start = end + 1;
    }
    if (this.more) this.#begin(chunk.subarray(start));
  }

  #begin(piece: Buffer): void {
    this.rest += piece.length;
    if (this.rest > longestLine) this.#begun = [];
    else if (piece.length > 0) this.#begun.push(piece);
  }

  #end(): void {
    const [only, ...others] = this.#begun;
    const line = only && others.length === 0 ? only : Buffer.concat(this.#begun);
    this.bytes += this.rest + 1;
    this.#begun = [];
    this.rest = 0;
    // What is no UTF-8 would read like the text that stands in its place, and pass for it.
    this.more = this.#take(line.toString(isUtf8(line) ? 'utf8' : 'latin1'));
  }
}
