import { existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** Older parts of a journal, oldest first, and then the file itself. */
export async function journalParts(path: string): Promise<string[]> {
  const parts: string[] = [];
  for (let number = 1; ; number += 1) {
    const part = partPath(path, number);
    if (!(await stat(part).catch(() => undefined))) break;
    parts.push(part);
  }
  return [...parts, path];
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
  const parts = await journalParts(path);
  return parts.length > 1 || existsSync(path);
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

/** Says of each line whether the next one is wanted too. */
type TakeLine = (text: string) => boolean;

/** Between two pieces of a file, with the bytes that were read of it since the last time, and the place behind its lines. */
type Pause = (bytes: number, place: Place) => void | Promise<void>;

/** Hands on the lines of these parts that were written to their end, and says where they end. */
export async function readParts(
  parts: readonly string[],
  from: Place,
  take: TakeLine,
  pause: Pause = () => {},
): Promise<Place> {
  let place = from;
  for (const [part, path] of parts.entries()) {
    if (part < from.part) continue;
    const start = part === from.part ? from.byte : 0;
    const { byte, more } = await readLines(path, start, take, (bytes, at) => pause(bytes, { part, byte: at }));
    place = { part, byte };
    if (!more) break;
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
): Promise<{ byte: number; more: boolean }> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return { byte: from, more: true };
  try {
    const lines = new ChunkedLines(take);
    for (let size = firstChunkBytes, at = from; lines.more; size = chunkBytes) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      lines.add(buffer.subarray(0, bytesRead));
      await pause(bytesRead, from + lines.bytes);
    }
    return { byte: from + lines.bytes, more: lines.more };
  } finally {
    await file.close();
  }
}

/** Cuts chunks of a file into lines. */
class ChunkedLines {
  readonly #take: TakeLine;
  /** The line that has not come to its end. */
  #begun: Buffer[] = [];
  /** How many bytes the lines have that were handed on. */
  bytes = 0;
  more = true;

  constructor(take: TakeLine) {
    this.#take = take;
  }

  add(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0 && this.more; end = chunk.indexOf(0x0a, start)) {
      this.#end(chunk.subarray(start, end));
      start = end + 1;
    }
    this.#begun.push(chunk.subarray(start));
  }

  #end(rest: Buffer): void {
    const line = this.#begun.length === 0 ? rest : Buffer.concat([...this.#begun, rest]);
    this.#begun = [];
    this.bytes += line.length + 1;
    if (line.length > 0) this.more = this.#take(line.toString('utf8'));
  }
}
