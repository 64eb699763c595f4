import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { encodeLine, type Journal, type JournalLine, type JournalRecord, noHash } from '../core/journal/journal';
import { partPath } from './journalParts';
import { type FollowedJournal, followJournal } from './readJournal';
import { sha256 } from './sha256';

/** How long a line that nobody waits for may take to reach the disk. */
const lazyMs = 200;

/** A file that has grown past this is put aside, and the journal goes on in a new one. */
const largestPart = 16 * 1024 * 1024;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One session's journal file. While one sync is under way, everything else that comes in gathers for the next one, so a
 * batch of decisions costs one or two syncs however many calls it has.
 */
export class JournalFile implements Journal {
  readonly path: string;
  readonly #now: () => Date;
  #file: FileHandle | undefined;
  #seq = 0;
  #prev: string = noHash;
  #position = 0;
  /** How many files this journal has by now; the last of them is the one that grows. */
  #parts = 1;
  #pending: string[] = [];
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #soon: NodeJS.Timeout | undefined;

  private constructor(path: string, now: () => Date) {
    this.path = path;
    this.#now = now;
  }

  /**
   * Opens or makes the file, and hands on what is in it. A torn last line is cut off; a broken chain is reported and
   * continued in place.
   */
  static async open(
    path: string,
    take: (line: JournalLine) => void = () => {},
    now: () => Date = () => new Date(),
  ): Promise<{ journal: JournalFile; lines: number; broken?: string }> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const journal = new JournalFile(path, now);
    const found = await followJournal(path, line => line && take(line));
    await journal.#continue(found);
    const { seq, broken } = found.end;
    return { journal, lines: seq, ...(broken === undefined ? {} : { broken }) };
  }

  /** Goes on after the last line that holds, so that a break stays visible and is not papered over. */
  async #continue({ parts, place, end }: FollowedJournal): Promise<void> {
    this.#parts = parts.length;
    this.#position = place.byte;
    this.#file = await open(this.path, place.byte === 0 ? 'w' : 'r+', 0o600);
    await this.#file.truncate(place.byte);
    this.#seq = end.seq;
    this.#prev = end.seq === 0 && end.broken !== undefined ? 'broken' : end.prev;
  }

  append(records: readonly JournalRecord[]): Promise<void> {
    for (const record of records) this.#encode(record);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#start();
    });
  }

  note(record: JournalRecord): void {
    this.#encode(record);
    this.#soon ??= setTimeout(() => {
      // Whoever has to know that the disk is full asks with an append; these lines stay pending until then.
      this.append([]).catch(() => {});
    }, lazyMs);
  }

  #encode(record: JournalRecord): void {
    this.#seq += 1;
    const line = encodeLine(record, this.#seq, this.#now().toISOString(), this.#prev, sha256);
    this.#prev = line.hash;
    this.#pending.push(line.text);
  }

  #start(): void {
    this.#writing ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // One turn of the loop, so that decisions made together share a sync.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting.splice(0);
      try {
        await this.#flush();
        for (const each of waiting) each.resolve();
      } catch (error) {
        for (const each of waiting) each.reject(error);
      }
    }
    // In the same step as the last look at who waits: whoever comes now starts anew.
    this.#writing = undefined;
  }

  /** Lines that could not be written stay pending: the chain must not have a hole. */
  async #flush(): Promise<void> {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    if (this.#pending.length === 0) return;
    if (!this.#file) throw new Error('The journal is closed.');
    // Counted now: more lines come in while these are on their way.
    const count = this.#pending.length;
    const data = Buffer.from(this.#pending.join(''), 'utf8');
    await writeAll(this.#file, data, this.#position);
    await this.#file.datasync();
    this.#position += data.length;
    this.#pending = this.#pending.slice(count);
    if (this.#position > largestPart) await this.#rotate();
  }

  /** The chain goes on in the next file: its first line names the hash of the last one here. */
  async #rotate(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    await rename(this.path, partPath(this.path, this.#parts));
    this.#parts += 1;
    this.#position = 0;
    this.#file = await open(this.path, 'w', 0o600);
  }

  async close(): Promise<void> {
    if (!this.#file) return;
    await this.append([]);
    await this.#writing;
    await this.#file.close();
    this.#file = undefined;
  }
}

async function writeAll(file: FileHandle, data: Buffer, position: number): Promise<void> {
  let offset = 0;
  while (offset < data.length) {
    const { bytesWritten } = await file.write(data, offset, data.length - offset, position + offset);
    offset += bytesWritten;
  }
}
