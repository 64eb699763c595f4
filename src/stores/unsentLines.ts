import { type ChainEnd, followed, readLine } from '../core/journal/chain';
import type { JournalLine } from '../core/journal/journal';
import { type RecordDetail, type RecordLine, toldOf } from '../core/journal/told';
import { say, type Sentence } from '../core/texts/sentence';
import { beginning, journalParts, type Place, readParts } from './journalParts';
import { sha256 } from './sha256';
import type { RecordEnd } from './teamRecord';

interface Unsent {
  readonly lines: readonly RecordLine[];
  /** Where the last of them ends, and how long it is; unknown where the next line is none that follows. */
  readonly behind: Behind | undefined;
}

interface Found {
  readonly line: JournalLine;
  readonly behind: Place;
  readonly bytes: number;
}

/** The end of a line, and how many bytes it has with its end. */
export interface Behind {
  readonly place: Place;
  readonly bytes: number;
}

/** So much is sent at once, and held in memory: it has to be there in time on a slow way too. */
const mostLines = 100;
const mostBytes = 64 * 1024;

/** The lines of one journal that a record does not have yet, read from the disk as they are sent. */
export class UnsentLines {
  readonly #path: string;
  readonly #since: string;
  #at: { readonly place: Place; readonly end: ChainEnd } | undefined;

  /** Lines from before `since` begin no record. */
  constructor(path: string, since: string) {
    this.#path = path;
    this.#since = since;
  }

  get isPlaced(): boolean {
    return this.#at !== undefined;
  }

  /**
   * Goes to where the record ends, or to where it is to begin; says why that is not here. Its last line may have begun at
   * this place.
   */
  async find(end: RecordEnd | undefined, place: Place = this.#at?.place ?? beginning): Promise<Sentence | undefined> {
    this.#at = undefined;
    const found = (end && (await this.#nextTo(end, place))) ?? (await this.#nextTo(end, beginning));
    if (found) {
      const { line, behind, bytes } = found;
      if (end?.number === line.seq) {
        if (line.hash !== end.hash) return notTheSame(line.seq);
        this.goOn(end, behind);
      } else this.goOn({ number: line.seq - 1, hash: line.prev }, before(behind, bytes));
    } else if (end) return isGone(end.number);
    return undefined;
  }

  /** The record goes to here. */
  goOn({ number, hash }: RecordEnd, place: Place): void {
    this.#at = { place, end: { seq: number, prev: hash } };
  }

  /** What comes next; a sentence where that is not what follows. */
  async next(detail: RecordDetail): Promise<Unsent | Sentence> {
    if (!this.#at) return { lines: [], behind: undefined };
    const { place, end: from } = this.#at;
    let [end, lines, size, bytes]: [ChainEnd, RecordLine[], number, number] = [from, [], 0, 0];
    const behind = await this.#read(
      place,
      text => {
        const line = readLine(text);
        end = followed(end, text, line, sha256);
        if (!line || end.broken !== undefined) return false;
        const told = toldOf(text, line, detail, sha256);
        lines.push({ number: line.seq, prev: line.prev, hash: line.hash, told });
        size += told.length;
        bytes = bytesOf(text);
        return lines.length < mostLines && size < mostBytes;
      },
      () => {
        [end, lines, size, bytes] = [from, [], 0, 0];
      },
    );
    if (end.broken === undefined) return { lines, behind: { place: behind, bytes } };
    return lines.length === 0 ? end.broken : { lines, behind: undefined };
  }

  /** How many lines wait, and the time of the first. */
  async waiting(): Promise<{ readonly lines: number; readonly since: string | undefined }> {
    if (!this.#at) return { lines: 0, since: undefined };
    let [lines, since]: [number, string | undefined] = [0, undefined];
    await this.#read(
      this.#at.place,
      text => {
        lines += 1;
        since ??= readLine(text)?.at;
        return true;
      },
      () => {
        [lines, since] = [0, undefined];
      },
    );
    return { lines, since };
  }

  /**
   * The last line that the record has, or the one behind it: of a journal that was cut and goes on, only that is there.
   * Where the record has none, the first one that it is to have.
   */
  async #nextTo(end: RecordEnd | undefined, from: Place): Promise<Found | undefined> {
    let found: Omit<Found, 'behind'> | undefined;
    const isIt = ({ seq, prev, at }: JournalLine): boolean =>
      end ? seq === end.number || (seq === end.number + 1 && prev === end.hash) : at >= this.#since;
    const behind = await this.#read(
      from,
      text => {
        const line = readLine(text);
        if (line && isIt(line)) found = { line, bytes: bytesOf(text) };
        return !found;
      },
      () => {
        found = undefined;
      },
    );
    return found && { ...found, behind };
  }

  /** A file that was put aside meanwhile has left another one in its place: then all is read again. */
  async #read(from: Place, take: (text: string) => boolean, again: () => void): Promise<Place> {
    for (;;) {
      const parts = await journalParts(this.#path);
      const place = await readParts(parts, from, take);
      if ((await journalParts(this.#path)).length === parts.length) return place;
      again();
    }
  }
}

/** Where a line begins that ends here. */
export function before({ part, byte }: Place, bytes: number): Place {
  return { part, byte: Math.max(0, byte - bytes) };
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text) + 1;
}

function notTheSame(line: number): Sentence {
  return say('Line {line} here is not the one that the record of the team has.', { line });
}

function isGone(line: number): Sentence {
  return say('Line {line}, up to which the record of the team goes, is not here any more.', { line });
}
