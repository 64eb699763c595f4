import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readLine } from '../core/journal/chain';
import { isNewer } from '../core/journal/journal';
import type { SessionFacts } from '../core/journal/sessionFacts';
import { inTurns } from './inTurns';
import { type JournalPart, readParts } from './journalParts';
import { type KeptSummary, keptSummary, stampsOf, SummaryKeeper } from './journalSummary';

/** A session that has a journal, as far as that was read. */
export interface JournalEntry extends Pick<SessionFacts, 'sessionId' | 'cliSessionId' | 'cwd' | 'title' | 'startedAt'> {
  /** The file that grows. It is the last of the parts, or will be: a crash may have come between two of them. */
  readonly path: string;
  readonly parts: readonly JournalPart[];
  readonly changedAt: number;
  /** Of all parts. */
  readonly size: number;
  /** Written by a newer version of Latch, so that it can only be looked at. */
  readonly newer: boolean;
}

/** What was read of a journal when its files had these stamps; nothing if it is none of ours. */
interface Indexed {
  readonly stamps: string;
  readonly kept: KeptSummary | undefined;
}

/** More files at once are not read faster, and no process may have them open without limit. */
const atOnce = 32;
/** So much of what was written behind its summary is read for a list; the next who opens the journal reads all of it. */
const mostBehind = 1024 * 1024;

/**
 * The journals of a folder, by the summary that lies beside each of them: that is read once, and of a journal only what
 * was written since. A summary that is missing or wrong is made anew from the journal.
 */
export class JournalIndex {
  readonly #folder: string;
  readonly #known = new Map<string, Indexed>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The journals of the folder, last changed first. Files that are none are passed over. */
  async list(): Promise<readonly JournalEntry[]> {
    const { journals, alone } = await journalsIn(this.#folder);
    const unread = [...journals].filter(([name, parts]) => this.#known.get(name)?.stamps !== stampsOf(parts));
    await inTurns(unread, atOnce, ([name, parts]) => this.#read(name, parts));
    for (const name of this.#known.keys()) if (!journals.has(name)) this.#known.delete(name);
    // Whatever stands there, and cannot be removed, takes no session off the list.
    await inTurns(alone, atOnce, path => rm(path, { force: true }).catch(() => {}));
    return [...journals]
      .flatMap(([name, parts]) => entryOf(this.#fileOf(name), parts, this.#known.get(name)?.kept))
      .toSorted((one, other) => other.changedAt - one.changedAt);
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}.jsonl`);
  }

  async #read(name: string, parts: readonly JournalPart[]): Promise<void> {
    const path = this.#fileOf(name);
    const stamps = stampsOf(parts);
    const before = this.#known.get(name)?.kept ?? (await keptSummary(path));
    try {
      this.#known.set(name, { stamps, kept: await summaryNow(path, parts, before) });
    } catch {
      // What cannot be read may be read the next time.
      this.#known.delete(name);
    }
  }
}

/** The journals that are there by their names, each with its parts, and the summaries of those that are gone. */
async function journalsIn(folder: string): Promise<{
  readonly journals: ReadonlyMap<string, readonly JournalPart[]>;
  readonly alone: readonly string[];
}> {
  const names = await readdir(folder).catch(() => []);
  const files = names.flatMap(file => {
    const [, name, part] = /^([\w-]+)(?:\.part(\d+))?\.jsonl$/.exec(file) ?? [];
    return name === undefined ? [] : [{ name, path: join(folder, file), number: Number(part ?? Infinity) }];
  });
  // To ask for thousands at once holds the window up for as long as it takes to begin.
  const stats = await inTurns(files, atOnce, ({ path }) => stat(path).catch(() => undefined));
  const journals = new Map<string, (JournalPart & { readonly number: number })[]>();
  for (const [place, { name, path, number }] of files.entries()) {
    const found = stats[place];
    if (!found?.isFile()) continue;
    const part = { path, number, size: found.size, changedAt: found.mtimeMs };
    const parts = journals.get(name);
    if (parts) parts.push(part);
    else journals.set(name, [part]);
  }
  for (const parts of journals.values()) parts.sort((one, other) => one.number - other.number);
  const isAlone = (file: string): boolean =>
    file.endsWith('.summary.json') && !journals.has(file.slice(0, -'.summary.json'.length));
  return { journals, alone: names.filter(isAlone).map(file => join(folder, file)) };
}

/** What was known if the files are as they were, with what they have grown by; else what they say themselves. */
async function summaryNow(
  path: string,
  parts: readonly JournalPart[],
  before: KeptSummary | undefined,
): Promise<KeptSummary | undefined> {
  if (before?.stamps === stampsOf(parts)) return before;
  const grown = before && hasOnlyGrown(before, parts) ? await readOn(path, parts, before) : undefined;
  if (grown) return grown;
  const made = await readOn(path, parts, undefined, before?.summary.facts);
  return made?.summary.facts.sessionId === '' ? undefined : made;
}

function hasOnlyGrown({ place, stamps }: KeptSummary, parts: readonly JournalPart[]): boolean {
  const earlier = stampsOf(parts.slice(0, place.part));
  const last = parts[place.part];
  return last !== undefined && last.size > place.byte && stamps.startsWith(earlier);
}

/**
 * Reads on where a summary ends, but not without end; from the beginning as many lines as it takes to know the session and
 * what it is called. Nothing, where the first line does not follow what was known.
 */
async function readOn(
  path: string,
  parts: readonly JournalPart[],
  known: KeptSummary | undefined,
  former?: SessionFacts,
): Promise<KeptSummary | undefined> {
  const keeper = new SummaryKeeper(path, known, former);
  const start = keeper.place;
  let bytes = 0;
  let follows = true;
  const place = await readParts(
    parts.map(part => part.path),
    start,
    text => {
      const line = readLine(text);
      bytes += text.length;
      if (known && bytes === text.length) follows = line?.prev === known.summary.head;
      if (line && follows) keeper.take(line);
      return follows && (known ? bytes < mostBehind : !isKnown(keeper));
    },
  );
  if (!follows) return undefined;
  keeper.reached(place);
  if (!known || bytes > mostBehind / 4) await keeper.save();
  return { summary: keeper.summary, place, marks: keeper.marks, stamps: stampsOf(parts) };
}

/** A fork has the name of its origin from its first line on, and a conversation of its own only once it has begun. */
function isKnown({ summary: { facts } }: SummaryKeeper): boolean {
  return facts.sessionId !== '' && facts.title !== '' && facts.fork === undefined;
}

function entryOf(path: string, parts: readonly JournalPart[], kept: KeptSummary | undefined): JournalEntry[] {
  if (!kept) return [];
  const { cliSessionId, cwd, title, startedAt } = kept.summary.facts;
  // A copy of a journal, or one with lines of another session in it, is opened, listed and removed by its own name.
  const sessionId = basename(path, '.jsonl');
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const changedAt = parts.at(-1)?.changedAt ?? 0;
  return [
    {
      sessionId,
      cliSessionId,
      cwd,
      title,
      startedAt,
      path,
      parts,
      changedAt,
      size,
      newer: isNewer({ v: kept.summary.version }),
    },
  ];
}
