import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type JournalLine, readChain, readLoosely } from '../core/journal/journal';
import { sha256 } from './sha256';

/** A session that has a journal, as far as its first lines tell. */
export interface JournalEntry {
  readonly path: string;
  readonly sessionId: string;
  readonly cwd: string;
  readonly title: string;
  readonly startedAt: string;
  readonly changedAt: number;
  readonly size: number;
}

const headBytes = 8 * 1024;

/** The journals of a folder, last changed first. Files that are none are passed over. */
export async function listJournals(folder: string): Promise<JournalEntry[]> {
  const names = await readdir(folder).catch(() => []);
  const entries = await Promise.all(
    names.filter(name => /^[\w-]+\.jsonl$/.test(name)).map(name => entryOf(join(folder, name))),
  );
  return entries.filter(entry => entry !== undefined).toSorted((one, other) => other.changedAt - one.changedAt);
}

async function entryOf(path: string): Promise<JournalEntry | undefined> {
  try {
    const { mtimeMs, size } = await stat(path);
    const head = readLoosely(await headOf(path));
    const [first] = head;
    if (first?.record.type !== 'session_started') return undefined;
    const { sessionId, cwd, title } = first.record;
    const said = head.find(line => line.record.type === 'user_message')?.record;
    const firstWords = said?.type === 'user_message' ? said.text.slice(0, 80) : '';
    return { path, sessionId, cwd, title: title || firstWords, startedAt: first.at, changedAt: mtimeMs, size };
  } catch {
    return undefined;
  }
}

async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Older parts of a journal, oldest first, and then the file itself. */
export async function journalParts(path: string): Promise<string[]> {
  const stem = path.slice(0, -'.jsonl'.length);
  const parts: string[] = [];
  for (let number = 1; ; number += 1) {
    const part = `${stem}.part${number}.jsonl`;
    if (!(await stat(part).catch(() => undefined))) break;
    parts.push(part);
  }
  return [...parts, path];
}

/** The lines of a file that were written to their end, and how many bytes they are; nothing if there is no such file. */
export async function wholeLines(path: string): Promise<{ readonly text: string; readonly bytes: number }> {
  const data = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const bytes = data.lastIndexOf(0x0a) + 1;
  return { text: data.toString('utf8', 0, bytes), bytes };
}

export interface ReadJournal {
  readonly lines: readonly JournalLine[];
  readonly text: string;
  /** Why the record is not whole, if it is not. */
  readonly broken?: string;
}

/** A whole journal with all its parts: every line there is, and whether each follows the one before it unchanged. */
export async function readJournal(path: string): Promise<ReadJournal> {
  const parts = await Promise.all((await journalParts(path)).map(wholeLines));
  const text = parts.map(part => part.text).join('');
  const { broken } = readChain(text, sha256);
  return { lines: readLoosely(text), text, ...(broken === undefined ? {} : { broken }) };
}

export interface Retention {
  /** Days after its last line; 0 keeps for ever. */
  readonly days: number;
  /** All journals together; 0 is no limit. */
  readonly megabytes: number;
}

/** Removes what is older or more than is to be kept, oldest first. What `inUse` names stays. */
export async function pruneJournals(
  folder: string,
  { days, megabytes }: Retention,
  inUse: ReadonlySet<string>,
  now: number,
): Promise<string[]> {
  const removed: string[] = [];
  let kept = 0;
  for (const entry of await listJournals(folder)) {
    const parts = await journalParts(entry.path);
    const sizes = await Promise.all(
      parts.map(part =>
        stat(part).then(
          found => found.size,
          () => 0,
        ),
      ),
    );
    const size = sizes.reduce((sum, each) => sum + each, 0);
    const old = days > 0 && now - entry.changedAt > days * 86_400_000;
    const much = megabytes > 0 && kept + size > megabytes * 1024 * 1024;
    if (!inUse.has(entry.sessionId) && (old || much)) {
      await Promise.all(parts.map(part => rm(part, { force: true })));
      removed.push(entry.sessionId);
    } else kept += size;
  }
  return removed;
}
