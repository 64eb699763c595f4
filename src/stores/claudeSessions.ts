import { createReadStream } from 'node:fs';
import { open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { asString, isObject, type JsonObject } from '../core/base/json';
import {
  branchOf,
  type Naming,
  namingAfter,
  type Placed,
  placedIn,
  type Said,
  saidAfter,
  titleOf,
} from '../core/conversation/lines';
import { attachedIn } from '../core/conversation/attached';
import type { Attachment } from '../core/message/message';
import { inTurns } from './inTurns';

/** A conversation that Claude Code has written down, whoever it was held with: the terminal, another extension, Latch. */
export interface ClaudeSession {
  readonly sessionId: string;
  readonly title: string;
  readonly path: string;
  readonly changedAt: number;
}

/** Of a file only its ends are read for a list: its name stands at the end, the first words at the beginning. */
const endBytes = 64 * 1024;
/** So much of its end is looked through for the last message of a person. */
const lookedThrough = 1024 * 1024;
/** Nobody looks for more in a list; the newest are taken. */
const mostListed = 500;
const atOnce = 16;
/** A longer line is not read; nothing that was said is. */
const longestLine = 32 * 1024 * 1024;
/** So much of a conversation is shown when it is gone on with; the model has all of it. */
const mostShown = 2000;

/** The conversations in `~/.claude/projects`, read and never written. */
export class ClaudeSessions {
  readonly #folder: () => string;
  readonly #known = new Map<string, { readonly stamp: string; readonly title: string | undefined }>();

  /** `folder`: where Claude Code keeps everything of its own. */
  constructor(folder: () => string) {
    this.#folder = folder;
  }

  /** Those that were held in this folder, last changed first. */
  async list(cwd: string): Promise<readonly ClaudeSession[]> {
    const folder = await this.#folderOf(cwd);
    const names = (await readdir(folder).catch(() => [])).filter(name => /^[\da-f-]{36}\.jsonl$/.test(name));
    const files = await inTurns(names, atOnce, async name => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? { path, changedAt: found.mtimeMs, size: found.size } : undefined;
    });
    const newest = files
      .flatMap(file => file ?? [])
      .toSorted((one, other) => other.changedAt - one.changedAt)
      .slice(0, mostListed);
    const listed = await inTurns(newest, atOnce, async ({ path, changedAt, size }) => {
      const title = await this.#titleOf(path, size, `${changedAt} ${size}`);
      return title === undefined ? [] : [{ sessionId: basename(path, '.jsonl'), title, path, changedAt }];
    });
    return listed.flat();
  }

  async find(cwd: string, sessionId: string): Promise<ClaudeSession | undefined> {
    return (await this.list(cwd)).find(session => session.sessionId === sessionId);
  }

  /** What was said, in order; of a very long conversation the end. */
  async said(path: string): Promise<readonly Said[]> {
    return branchOf(await placed(path))
      .flatMap(({ said }) => said)
      .slice(-mostShown);
  }

  /**
   * What was said in a conversation after the messages of a person that are known. Of a long one mostly its end is looked
   * at: where the last message of a person is known, nothing came after it.
   */
  async saidAfter(cwd: string, cliSessionId: string, known: ReadonlySet<string>): Promise<readonly Said[]> {
    const path = join(await this.#folderOf(cwd), `${cliSessionId}.jsonl`);
    const found = await stat(path).catch(() => undefined);
    if (!found) return [];
    const last = (await linesAtEnd(path, found.size)).findLast(line => saysPerson(placedIn(line)));
    if (last && known.has(asString(last['uuid']) ?? '')) return [];
    return saidAfter(branchOf(await placed(path)), known).slice(-mostShown);
  }

  /**
   * The last message of the model before this one of a person, where a fork may begin: none before the first; undefined
   * where there is no such message.
   */
  async agentBefore(cwd: string, cliSessionId: string, messageId: string): Promise<{ id?: string } | undefined> {
    const path = join(await this.#folderOf(cwd), `${cliSessionId}.jsonl`);
    const branch = branchOf(await placed(path).catch(() => []));
    const at = branch.findIndex(({ id }) => id === messageId);
    if (at < 0) return undefined;
    const before = branch.slice(0, at).findLast(({ isAgent }) => isAgent);
    return before ? { id: before.id } : {};
  }

  /** The files that went along with a message of a person. */
  async attached(cwd: string, cliSessionId: string, messageId: string): Promise<readonly Attachment[]> {
    const path = join(await this.#folderOf(cwd), `${cliSessionId}.jsonl`);
    for await (const line of linesOf(path)) if (line['uuid'] === messageId) return attachedIn(line);
    return [];
  }

  async remove(cwd: string, sessionId: string): Promise<void> {
    const folder = await this.#folderOf(cwd);
    await rm(join(folder, `${sessionId}.jsonl`), { force: true });
    await rm(join(folder, sessionId), { recursive: true, force: true });
  }

  async #folderOf(cwd: string): Promise<string> {
    const real = await realpath(cwd).catch(() => cwd);
    return join(this.#folder(), 'projects', real.replaceAll(/[^A-Za-z0-9]/g, '-'));
  }

  async #titleOf(path: string, size: number, stamp: string): Promise<string | undefined> {
    const known = this.#known.get(path);
    if (known?.stamp === stamp) return known.title;
    const title = await ends(path, size).then(
      lines => titleOf(lines.reduce<Naming>(namingAfter, {})),
      () => undefined,
    );
    this.#known.set(path, { stamp, title });
    return title;
  }
}

function saysPerson(line: Placed | undefined): boolean {
  return line?.said.some(({ type }) => type === 'user_message') ?? false;
}

async function placed(path: string): Promise<readonly Placed[]> {
  const lines: Placed[] = [];
  for await (const line of linesOf(path)) {
    const one = placedIn(line);
    if (one) lines.push(one);
  }
  return lines;
}

async function* linesOf(path: string): AsyncGenerator<JsonObject> {
  const reader = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  for await (const text of reader) {
    const line = text.length > longestLine ? undefined : lineOf(text);
    if (line) yield line;
  }
}

/** The whole lines at the beginning and at the end of a file. */
async function ends(path: string, size: number): Promise<readonly JsonObject[]> {
  const head = await linesIn(path, 0, Math.min(endBytes, size));
  return size <= endBytes ? head : [...head, ...(await linesIn(path, Math.max(endBytes, size - endBytes), size))];
}

function linesAtEnd(path: string, size: number): Promise<readonly JsonObject[]> {
  return linesIn(path, Math.max(0, size - lookedThrough), size);
}

/** The lines of this part of a file. What is cut at either end is no JSON, and left out by that. */
async function linesIn(path: string, from: number, to: number): Promise<readonly JsonObject[]> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(to - from);
    await file.read(buffer, 0, buffer.length, from);
    return buffer
      .toString('utf8')
      .split('\n')
      .map(lineOf)
      .filter(line => line !== undefined);
  } finally {
    await file.close();
  }
}

function lineOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
