import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asString, isObject } from '../core/base/json';
import { readLine } from '../core/journal/chain';
import { factsAfter, noFacts } from '../core/journal/sessionFacts';
import { writeAtomically } from './atomicWrite';
import { inTurns } from './inTurns';
import { beginning, partPath, readParts } from './journalParts';

/** A session that has a journal, as far as the first lines of it tell. */
export interface JournalEntry extends JournalHead {
  /** The file that grows, or will; it is the last of the parts. */
  readonly path: string;
  readonly parts: readonly JournalPart[];
  readonly changedAt: number;
  /** Of all parts. */
  readonly size: number;
}

export interface JournalPart {
  readonly path: string;
  readonly size: number;
  readonly changedAt: number;
}

interface JournalHead {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title: string;
  readonly startedAt: string;
}

/** What was read of a journal when its files had these stamps; null instead of a head if it is none of ours. */
interface Indexed {
  readonly stamps: string;
  readonly head: JournalHead | null;
}

/** More files at once are not read faster, and no process may have them open without limit. */
const atOnce = 32;
const version = 1;

/**
 * What the list of sessions needs of each journal of a folder, so that one is opened again only after it has changed. It
 * is kept in a file beside them, which is no authority: without it, or with one that is wrong, they are read anew.
 */
export class JournalIndex {
  readonly #folder: string;
  readonly #file: string;
  #known: Map<string, Indexed> | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, 'index.json');
  }

  /** The journals of the folder, last changed first. Files that are none are passed over. */
  async list(): Promise<readonly JournalEntry[]> {
    this.#known ??= await readIndex(this.#file);
    const known = this.#known;
    const journals = journalsAmong(await readdir(this.#folder).catch(() => []));
    const entries = await inTurns([...journals], atOnce, ([name, parts]) => this.#entryOf(known, name, parts));
    const gone = [...known.keys()].filter(name => !journals.has(name));
    for (const name of gone) known.delete(name);
    // What has only grown is soon read again by the next window; to write for each line of an agent would cost more.
    if (gone.length > 0 || entries.some(entry => entry.isNew)) this.#save(known);
    return entries.flatMap(entry => entry.found ?? []).toSorted((one, other) => other.changedAt - one.changedAt);
  }

  /** Resolves when what was found so far is on the disk. */
  saved(): Promise<void> {
    return this.#saving;
  }

  async #entryOf(
    known: Map<string, Indexed>,
    name: string,
    parts: number,
  ): Promise<{ found?: JournalEntry; isNew: boolean }> {
    const path = join(this.#folder, `${name}.jsonl`);
    try {
      const files = await Promise.all(partsOf(path, parts).map(partAt));
      const stamps = files.map(({ size, changedAt }) => `${size} ${changedAt}`).join(' ');
      const before = known.get(name);
      const head = before?.stamps === stamps ? before.head : await headOf(files.map(file => file.path));
      known.set(name, { stamps, head });
      const isNew = before === undefined || before.head?.title !== head?.title;
      if (!head) return { isNew };
      const size = files.reduce((sum, file) => sum + file.size, 0);
      return { found: { ...head, path, parts: files, changedAt: files.at(-1)?.changedAt ?? 0, size }, isNew };
    } catch {
      // Removed in the meantime, or not ours to read.
      known.delete(name);
      return { isNew: false };
    }
  }

  #save(known: ReadonlyMap<string, Indexed>): void {
    const journals = Object.fromEntries(known);
    const write = (): Promise<boolean> =>
      writeAtomically(this.#file, JSON.stringify({ version, journals }), {
        mode: 0o600,
        stillOurs: () => Promise.resolve(true),
      });
    // One after the other. Where it cannot be kept, it is made anew.
    this.#saving = this.#saving.then(write).then(
      () => {},
      () => {},
    );
  }
}

/** The names of journals, each with how many of its parts were put aside. */
function journalsAmong(names: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const file of names) {
    const [, name, part] = /^([\w-]+)(?:\.part(\d+))?\.jsonl$/.exec(file) ?? [];
    if (name !== undefined) found.set(name, Math.max(found.get(name) ?? 0, Number(part ?? 0)));
  }
  return found;
}

function partsOf(path: string, older: number): readonly string[] {
  return [...Array.from({ length: older }, (_, place) => partPath(path, place + 1)), path];
}

async function partAt(path: string): Promise<JournalPart> {
  const { size, mtimeMs } = await stat(path);
  return { path, size, changedAt: mtimeMs };
}

/** Reads as many lines as it takes to know the session and what it is called. */
async function headOf(parts: readonly string[]): Promise<JournalHead | null> {
  let facts = noFacts;
  await readParts(parts, beginning, text => {
    const line = readLine(text);
    if (line) facts = factsAfter(facts, line.record, line.at);
    return facts.sessionId !== '' && facts.title === '';
  });
  const { sessionId, cwd, title, startedAt } = facts;
  return sessionId === '' ? null : { sessionId, cwd, title, startedAt };
}

async function readIndex(file: string): Promise<Map<string, Indexed>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    const journals = isObject(value) && value['version'] === version ? value['journals'] : undefined;
    if (!isObject(journals)) return new Map();
    return new Map(Object.entries(journals).flatMap(([name, it]) => indexedFrom(it).map(found => [name, found])));
  } catch {
    return new Map();
  }
}

function indexedFrom(value: unknown): Indexed[] {
  if (!isObject(value)) return [];
  const stamps = asString(value['stamps']);
  const head = value['head'] === null ? null : headFrom(value['head']);
  return stamps === undefined || head === undefined ? [] : [{ stamps, head }];
}

function headFrom(value: unknown): JournalHead | undefined {
  if (!isObject(value)) return undefined;
  const [sessionId, cwd, title, startedAt] = ['sessionId', 'cwd', 'title', 'startedAt'].map(key =>
    asString(value[key]),
  );
  if (sessionId === undefined || cwd === undefined || title === undefined || startedAt === undefined) return undefined;
  return { sessionId, cwd, title, startedAt };
}
