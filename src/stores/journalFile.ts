import { Told } from '../core/texts/told';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { encodeLine, isNewer, type JournalLine, type JournalRecord, noHash } from '../core/journal/journal';
import type { OfSession, SessionJournal } from '../core/journal/restored';
import type { SoFar } from '../core/transcript/tail';
import { endMissing, linesBetweenTags, type Seal, type Sealing } from '../core/journal/seal';
import { copied, isAt, isUntouched, writeAll } from './fileBytes';
import { nextNumber, partPath } from './journalParts';
import { soFar } from './journalPast';
import { type From, isAsKept, type KeptSummary, NotAsKept, SummaryKeeper } from './journalSummary';
import { type FollowedJournal, followJournal } from './readJournal';
import { sha256 } from './sha256';
import { say, type Sentence } from '../core/texts/sentence';

/** How long a line that nobody waits for may take to reach the disk. */
const lazyMs = 200;

/** A file that has grown past this is put aside, and the journal goes on in a new one. */
const largestPart = 16 * 1024 * 1024;

interface JournalOptions {
  readonly now?: () => Date;
  /** Nothing is written any more once it is not ours. */
  readonly isOurs?: () => boolean;
  /** Makes it ours again where nobody else has it, and nobody wrote to it meanwhile. */
  readonly takeAgain?: (isUntouched: () => boolean) => Promise<boolean>;
  readonly sealing?: Sealing;
  /** Where reading begins; else it is read from its beginning. */
  readonly from?: From;
}

interface OpenedJournal {
  readonly journal: JournalFile;
  readonly lines: number;
  readonly broken?: Sentence;
  readonly summary: Omit<KeptSummary, 'stamps' | 'place'>;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One session's journal file. While one sync is under way, everything else that comes in gathers for the next one, so a
 * batch of decisions costs one or two syncs however many calls it has.
 */
export class JournalFile implements SessionJournal {
  readonly path: string;
  readonly #now: () => Date;
  readonly #isOurs: () => boolean;
  readonly #takeAgain: JournalOptions['takeAgain'];
  readonly #sealing: Sealing | undefined;
  readonly #keeper: SummaryKeeper;
  /** None once it is closed, and between a file that was put aside and the next one. */
  #file: FileHandle | undefined;
  #isClosed = false;
  /** Whether its lines follow one another from the first on. */
  #isWhole = true;
  #seq = 0;
  #prev: string = noHash;
  /** The last line that has a tag. */
  #tagged = 0;
  #position = 0;
  /** How many files this journal has by now; the last of them is the one that grows. */
  #parts = 1;
  #nextPart = 1;
  #pending: string[] = [];
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #soon: NodeJS.Timeout | undefined;

  private constructor(path: string, { now, isOurs, takeAgain, sealing }: JournalOptions, keeper: SummaryKeeper) {
    this.path = path;
    this.#now = now ?? (() => new Date());
    this.#isOurs = isOurs ?? (() => true);
    this.#takeAgain = takeAgain;
    this.#sealing = sealing;
    this.#keeper = keeper;
  }

  /**
   * Opens or makes the file, and hands on what is in it. A torn last line is cut off; a broken chain is reported and
   * continued in place. One of a newer version is left as it is.
   */
  static async open(
    path: string,
    take: (line: JournalLine) => void = () => {},
    options: JournalOptions = {},
  ): Promise<OpenedJournal> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const { from } = options;
    const keeper = from ? new SummaryKeeper(path, from.kept) : await SummaryKeeper.anew(path);
    const kept = options.sealing?.end;
    let newer = false;
    let first: JournalLine | undefined;
    let last = 0;
    let isKept = kept === undefined || (from !== undefined && kept.lines < from.mark.lines);
    const found = await followJournal(
      path,
      line => {
        if (!line) return;
        first ??= line;
        last = line.seq;
        newer ||= isNewer(line);
        isKept ||= line.seq === kept?.lines && line.hash === kept.head;
        keeper.take(line);
        if (!newer) take(line);
      },
      from?.mark,
      place => keeper.reached(place),
    );
    // Lines of this version among those of another would be read wrongly by both.
    if (newer)
      throw new Told(
        say('This session was made by a newer version of Latch. This one lists, verifies and exports it.'),
      );
    const { seq } = found.end;
    const broken = found.end.broken ?? (kept && !isKept ? endMissing(kept) : undefined);
    if (from && !isAsKept(from, first, last)) throw new NotAsKept();
    const journal = new JournalFile(path, options, keeper);
    await journal.#continue(found);
    if (kept && !isKept) journal.#goOnFrom(kept);
    const { summary, marks } = keeper;
    return { journal, lines: seq, summary: { summary, marks }, ...(broken === undefined ? {} : { broken }) };
  }

  /** Goes on after the last line that holds, so that a break stays visible and is not papered over. */
  async #continue({ parts, place, end }: FollowedJournal): Promise<void> {
    this.#parts = parts.length;
    this.#nextPart = nextNumber(parts);
    this.#position = place.byte;
    const file = await open(this.path, place.byte === 0 ? 'w+' : 'r+', 0o600);
    this.#file = file;
    await file.truncate(place.byte).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    this.#isWhole = end.broken === undefined;
    this.#seq = end.seq;
    this.#tagged = end.seq;
    this.#prev = end.seq === 0 && end.broken !== undefined ? 'broken' : end.prev;
  }

  /** Lines that were cut off or exchanged stay missed: the next one follows those that are not there. */
  #goOnFrom({ lines, head }: Seal): void {
    this.#isWhole = false;
    this.#seq = Math.max(this.#seq, lines);
    this.#prev = head;
  }

  append(records: readonly JournalRecord[]): Promise<void> {
    for (const record of records) this.#encode(record);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#start();
    });
  }

  note(record: JournalRecord): string {
    const hash = this.#encode(record);
    this.#soon ??= setTimeout(() => {
      // Whoever has to know that the disk is full asks with an append; these lines stay pending until then.
      this.append([]).catch(() => {});
    }, lazyMs);
    return hash;
  }

  /** Behind a break lines are not where their numbers say. */
  soFar(session: OfSession): SoFar | undefined {
    return this.#isWhole ? soFar(this.path, this.#keeper, session) : undefined;
  }

  #encode(record: JournalRecord): string {
    const hash = this.#line(record);
    if (this.#seq - this.#tagged >= linesBetweenTags) this.#tag();
    return hash;
  }

  #line(record: JournalRecord): string {
    this.#seq += 1;
    const at = this.#now().toISOString();
    const { text, hash, v } = encodeLine(record, this.#seq, at, this.#prev, sha256);
    this.#keeper.take({ v, seq: this.#seq, at, prev: this.#prev, hash, record });
    this.#prev = hash;
    this.#pending.push(text);
    return hash;
  }

  #tag(): void {
    const tag = this.#seq > this.#tagged ? this.#sealing?.tag(this.#seq, this.#prev) : undefined;
    if (tag === undefined) return;
    this.#line({ type: 'tagged', tag });
    this.#tagged = this.#seq;
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
    if (this.#isClosed) throw new Told(say('The journal is closed.'));
    if (!this.#isOurs()) await this.#ownAgain();
    const file = await this.#inPlace((this.#file ??= await open(this.path, 'wx+', 0o600)));
    // Counted now: more lines come in while these are on their way.
    const count = this.#pending.length;
    const [lines, head, { summary }] = [this.#seq, this.#prev, this.#keeper];
    const data = Buffer.from(this.#pending.join(''), 'utf8');
    await writeAll(file, data, this.#position);
    await file.datasync();
    // Looked at again: a line is on record only in the file that is read later.
    if (!this.#isOurs() || !isAt(file, this.path)) throw new Told(removed(this.path));
    this.#position += data.length;
    this.#pending = this.#pending.slice(count);
    this.#sealing?.written({ lines, head });
    if (this.#keeper.reached({ part: this.#parts - 1, byte: this.#position }, summary)) void this.#keeper.save(summary);
    if (this.#position > largestPart) await this.#putAside(file);
  }

  /** Goes on in another file than somebody who may still have this one open. */
  async beginPart(): Promise<void> {
    if (this.#file && this.#position > 0) await this.#putAside(this.#file);
  }

  /** A lease that is gone was taken by another window, or removed with all that lies about it. */
  async #ownAgain(): Promise<void> {
    let untouched: boolean | undefined;
    const isAgain = await this.#takeAgain?.(() => (untouched = isUntouched(this.#file, this.path, this.#position)));
    if (untouched === false) throw new Told(removed(this.path));
    if (!isAgain) throw new Told(say('Another window has taken over this session, and writes its journal.'));
  }

  /** The file to write to. One that was removed under us is made again from what can still be read through the handle. */
  async #inPlace(file: FileHandle): Promise<FileHandle> {
    if (isAt(file, this.path)) return file;
    if (existsSync(this.path)) throw new Told(removed(this.path));
    this.#file = await copied(file, this.path, this.#position);
    await file.close().catch(() => {});
    return this.#file;
  }

  /**
   * The chain goes on in the next file: its first line names the hash of the last one here. Where that cannot be, it goes
   * on in this one: what was written is written.
   */
  async #putAside(file: FileHandle): Promise<void> {
    const part = partPath(this.path, this.#nextPart);
    if (existsSync(part)) return;
    try {
      await rename(this.path, part);
    } catch {
      return;
    }
    this.#parts += 1;
    this.#nextPart += 1;
    this.#position = 0;
    this.#file = undefined;
    await file.close().catch(() => {});
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    try {
      this.#tag();
      await this.append([]);
      await this.#writing;
    } finally {
      this.#isClosed = true;
      await this.#file?.close();
      this.#file = undefined;
      await this.#keeper.save();
    }
  }
}

function removed(path: string): Sentence {
  return say('The journal {path} was removed or replaced while it was in use.', { path });
}
