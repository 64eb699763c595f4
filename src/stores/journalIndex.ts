import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asString, isObject } from '../core/base/json';
import { readLine } from '../core/journal/chain';
import { factsAfter, noFacts } from '../core/journal/sessionFacts';
import { writeAtomically } from './atomicWrite';
import { inTurns } from './inTurns';
import { beginning, readParts } from './journalParts';

/** A session that has a journal, as far as the first lines of it tell. */
export interface JournalEntry extends JournalHead {
  /** The file that grows. It is the last of the parts, or will be: a crash may have come between two of them. */
  readonly path: string;
  readonly parts: readonly JournalPart[];
  readonly changedAt: number;
  /** Of all parts. */
  readonly size: number;
}

export interface JournalPart {
  readonly path: string;
  /** Counts those that were put aside; the one that grows comes after all of them. */
  readonly number: number;
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
    const journals = await journalsIn(this.#folder);
    const unread = [...journals].filter(([name, parts]) => known.get(name)?.stamps !== stampsOf(parts));
    const isNew = await inTurns(unread, atOnce, ([name, parts]) => readHead(known, name, parts));
    const gone = [...known.keys()].filter(name => !journals.has(name));
    for (const name of gone) known.delete(name);
    // What has only grown is soon read again by the next window; to write for each line of an agent would cost more.
    if (gone.length > 0 || isNew.includes(true)) this.#save(known);
    return [...journals]
      .flatMap(([name, parts]) => entryOf(join(this.#folder, `${name}.jsonl`), parts, known.get(name)?.head))
      .toSorted((one, other) => other.changedAt - one.changedAt);
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

/** The journals that are there by their names, each with its parts. */
async function journalsIn(folder: string): Promise<ReadonlyMap<string, readonly JournalPart[]>> {
  const names = await readdir(folder).catch(() => []);
  const files = names.flatMap(file => {
    const [, name, part] = /^([\w-]+)(?:\.part(\d+))?\.jsonl$/.exec(file) ?? [];
    return name === undefined ? [] : [{ name, path: join(folder, file), number: Number(part ?? Infinity) }];
  });
  const stats = await Promise.all(files.map(({ path }) => stat(path).catch(() => undefined)));
  const journals = new Map<string, JournalPart[]>();
  for (const [place, { name, path, number }] of files.entries()) {
    const found = stats[place];
    if (!found?.isFile()) continue;
    const part = { path, number, size: found.size, changedAt: found.mtimeMs };
    const parts = journals.get(name);
    if (parts) parts.push(part);
    else journals.set(name, [part]);
  }
  for (const parts of journals.values()) parts.sort((one, other) => one.number - other.number);
  return journals;
}

function stampsOf(parts: readonly JournalPart[]): string {
  return parts.map(({ size, changedAt }) => `${size} ${changedAt}`).join(' ');
}

/** Says whether the next window should know of it too. */
async function readHead(known: Map<string, Indexed>, name: string, parts: readonly JournalPart[]): Promise<boolean> {
  const before = known.get(name);
  // What cannot be read may be read the next time.
  const head = await headOf(parts).catch(() => undefined);
  if (head === undefined) known.delete(name);
  else known.set(name, { stamps: stampsOf(parts), head });
  return head !== undefined && (before === undefined || before.head?.title !== head?.title);
}

function entryOf(path: string, parts: readonly JournalPart[], head: JournalHead | null | undefined): JournalEntry[] {
  if (!head) return [];
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  return [{ ...head, path, parts, changedAt: parts.at(-1)?.changedAt ?? 0, size }];
}

/** Reads as many lines as it takes to know the session and what it is called. */
async function headOf(parts: readonly JournalPart[]): Promise<JournalHead | null> {
  let facts = noFacts;
  const paths = parts.map(part => part.path);
  await readParts(paths, beginning, text => {
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
