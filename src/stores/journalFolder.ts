import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readLine } from '../core/journal/chain';
import { CallHistory } from '../core/journal/history';
import { isNewer } from '../core/journal/journal';
import { type JournalEntry, JournalIndex } from './journalIndex';
import { beginning, type JournalPart, type Place, readParts } from './journalParts';
import { summaryPath } from './journalSummary';
import { claimLease } from './lease';
import { LeftOpen } from './leftOpen';
import { LiveStates } from './liveStates';
import { QueueFile } from './queueFile';
import { RecordedSince, SentFile } from './sentFile';

/** A session that was folded so far, and where reading stopped. */
interface Folded {
  readonly history: CallHistory;
  readonly place: Place;
  readonly parts: readonly JournalPart[];
}

/** Of so many sessions the calls are kept in memory, and so many calls, where one session alone has not more. */
const mostFolded = 50;
const mostCalls = 20_000;

const leases = 'leases';
const queues = 'queues';
const windows = 'windows';
const records = 'records';

export interface Retention {
  /** Days after its last line; 0 keeps for ever. */
  readonly days: number;
  /** All journals together; 0 is no limit. */
  readonly megabytes: number;
}

/** The journals of one folder. One that has not changed is not read again, and of one that grew only what is new. */
export class JournalFolder {
  readonly path: string;
  /** What the sessions of all windows are doing. */
  readonly live: LiveStates;
  /** Since when what is written goes to the record of a team. */
  readonly recordedSince: RecordedSince;
  readonly #index: JournalIndex;
  readonly #onRemoved: (sessionId: string) => void;
  readonly #folded = new Map<string, Promise<Folded>>();
  /** How many calls each of them has. */
  readonly #sizes = new Map<string, number>();

  constructor(path: string, onRemoved: (sessionId: string) => void = () => {}) {
    this.path = path;
    this.#onRemoved = onRemoved;
    this.live = new LiveStates(join(path, leases));
    this.recordedSince = new RecordedSince(join(path, records, 'since.json'));
    this.#index = new JournalIndex(path);
  }

  fileOf(sessionId: string): string {
    return join(this.path, `${sessionId}.jsonl`);
  }

  /** Whoever has it may write, go on with or remove this journal, and nobody else. */
  leaseOf(journal: string): string {
    return join(this.path, leases, basename(journal, '.jsonl'));
  }

  /** Where the messages of a session wait that no turn has begun with. */
  queueOf(sessionId: string): QueueFile {
    return new QueueFile(join(this.path, queues, `${sessionId}.json`));
  }

  /** How far the journal of a session was sent to the record of a team. */
  sentOf(sessionId: string): SentFile {
    return new SentFile(join(this.path, records, `${sessionId}.json`));
  }

  /** Which sessions a window of this folder shows. */
  leftOpenIn(cwd: string): LeftOpen {
    return new LeftOpen(join(this.path, windows), cwd);
  }

  /** The sessions of every folder, last used first. */
  list(): Promise<readonly JournalEntry[]> {
    return this.#index.list();
  }

  /** What is listed of one session. */
  async entryOf(sessionId: string): Promise<JournalEntry | undefined> {
    return (await this.list()).find(entry => entry.sessionId === sessionId);
  }

  /** Those of this folder in which anything was said. */
  async sessionsIn(cwd: string): Promise<readonly JournalEntry[]> {
    return saidIn(await this.list(), cwd);
  }

  /** The calls of one session. One at a time: whoever comes while it is read waits, and reads what is new by then. */
  async calls(entry: JournalEntry): Promise<CallHistory> {
    const before = this.#folded.get(entry.path);
    const folded = before ? before.catch(() => undefined).then(known => fold(entry, known)) : fold(entry, undefined);
    // Asked for last is forgotten last.
    this.#folded.delete(entry.path);
    this.#folded.set(entry.path, folded);
    for (const path of [...this.#folded.keys()].slice(0, -mostFolded)) this.#folded.delete(path);
    const { history } = await folded;
    this.#sizes.set(entry.path, history.size);
    this.#forgetSome();
    return history;
  }

  /** Those that were asked for longest ago; the last one stays however many calls it has. */
  #forgetSome(): void {
    let calls = 0;
    for (const [at, path] of [...this.#folded.keys()].toReversed().entries()) {
      calls += this.#sizes.get(path) ?? 0;
      if (at > 0 && calls > mostCalls) this.#folded.delete(path);
    }
    for (const path of this.#sizes.keys()) if (!this.#folded.has(path)) this.#sizes.delete(path);
  }

  /**
   * Removes what is older or more than is to be kept, and says what is left. What any window has open stays, and what cannot
   * be removed.
   */
  async prune({ days, megabytes }: Retention, now: number): Promise<readonly JournalEntry[]> {
    const left: JournalEntry[] = [];
    let kept = 0;
    for (const entry of await this.list()) {
      const old = days > 0 && now - entry.changedAt > days * 86_400_000;
      const much = megabytes > 0 && kept + entry.size > megabytes * 1024 * 1024;
      if ((old || much) && (await this.#remove(entry).catch(() => false))) continue;
      kept += entry.size;
      left.push(entry);
    }
    return left;
  }

  /** Removes the journal of one session. False where somebody has it open. */
  async remove(sessionId: string): Promise<boolean> {
    const entry = await this.entryOf(sessionId);
    return entry === undefined || this.#remove(entry);
  }

  /** False where somebody has it open, or had it since it was listed. */
  async #remove(entry: JournalEntry): Promise<boolean> {
    const claim = await claimLease(this.leaseOf(entry.path));
    if (!claim.ok) return false;
    try {
      const last = entry.parts.at(-1);
      const now = last && (await stat(last.path).catch(() => undefined));
      if (last && (now?.mtimeMs !== last.changedAt || now.size !== last.size)) return false;
      // The first part last: without it the others are of no session, and never removed.
      for (const { path } of entry.parts.toReversed()) await rm(path, { force: true });
      await rm(summaryPath(entry.path), { force: true, recursive: true });
      await this.queueOf(entry.sessionId).remove();
      await this.sentOf(entry.sessionId).forget();
      // What a window that was killed said of it last.
      this.live.forget(entry.sessionId);
      this.#onRemoved(entry.sessionId);
      return true;
    } finally {
      await claim.lease.release();
    }
  }
}

/** The sessions of a folder in which anything was said. */
export function saidIn(entries: readonly JournalEntry[], cwd: string): readonly JournalEntry[] {
  return entries.filter(entry => entry.cwd === cwd && entry.title !== '');
}

async function fold(entry: JournalEntry, known: Folded | undefined): Promise<Folded> {
  const { parts } = entry;
  const goesOn = known && hasOnlyGrown(known, parts);
  if (goesOn && known.parts.length === parts.length && isSame(known.parts.at(-1), parts.at(-1))) return known;
  const history = goesOn ? known.history : new CallHistory();
  const from = goesOn ? known.place : beginning;
  const place = await readParts(
    parts.map(part => part.path),
    from,
    text => {
      const line = readLine(text);
      if (line && !isNewer(line)) history.apply(line);
      return true;
    },
  );
  return { history, place, parts };
}

/** A journal is only appended to, and put aside when it is large: what is otherwise is another one, and read anew. */
function hasOnlyGrown({ parts: before, place }: Folded, now: readonly JournalPart[]): boolean {
  const last = before.length - 1;
  const grown = now[last];
  if (!grown || !before.slice(0, last).every((part, at) => isSame(part, now[at]))) return false;
  const isPutAside = now.length > before.length;
  return (
    grown.size >= place.byte && (isPutAside || grown.size > (before[last]?.size ?? 0) || isSame(grown, before[last]))
  );
}

function isSame(one: JournalPart | undefined, other: JournalPart | undefined): boolean {
  return one?.size === other?.size && one?.changedAt === other?.changedAt;
}
