import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { callKey } from '../core/call/call';
import type { Card } from '../core/card/card';
import { asString, isObject } from '../core/base/json';
import { sha256 } from './sha256';
import { say, type Sentence } from '../core/texts/sentence';

/** Larger files are not remembered, and so many edits at most. */
const largest = 4 * 1024 * 1024;
const mostEdits = 100;

interface Edit {
  readonly path: string;
  /** What was in the file before the edit; undefined when there was none. */
  readonly before: Buffer | undefined;
}

/** An edit that was carried out, with what tells that the file still is as it left it. */
interface DoneEdit extends Edit {
  readonly afterHash: string;
}

type Reverted = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly reason: Sentence };

/**
 * Remembers what was in a file before each edit that was allowed here, and puts it back when a person wants that. It is
 * kept in files that only this person may read, so that a window that was closed can do it too.
 */
export class EditUndo {
  readonly #folder: string;
  readonly #running = new Map<string, Edit>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Reads the file in the moment before the answer leaves, and again when the result is there. Later calls of the same
   * message may edit the same file: the agent asks for each only after the one before it has run.
   */
  note(card: Card): void {
    const path = pathOf(card);
    if (path === undefined) return;
    const key = callKey(card.sessionId, card.toolCallId);
    if (card.state === 'running') {
      const before = this.#running.has(key) ? 'unreadable' : contentOf(path);
      if (before !== 'unreadable') this.#running.set(key, { path, before });
      return;
    }
    const edit = this.#running.get(key);
    this.#running.delete(key);
    const after = edit && card.state === 'done' ? contentOf(path) : undefined;
    if (edit && after instanceof Buffer) this.#save(key, { ...edit, afterHash: hashOf(after) });
  }

  has(sessionId: string, toolCallId: string): boolean {
    return isThere(this.#fileOf(callKey(sessionId, toolCallId)));
  }

  /** The file of an edit and what was in it before, as text; null where there was none. */
  before(sessionId: string, toolCallId: string): { readonly path: string; readonly before: string | null } | undefined {
    const edit = this.#read(callKey(sessionId, toolCallId));
    return edit && { path: edit.path, before: edit.before?.toString('utf8') ?? null };
  }

  /** Only when the file is exactly as the edit left it: what came later is not thrown away. */
  revert(sessionId: string, toolCallId: string): Reverted {
    const key = callKey(sessionId, toolCallId);
    const edit = this.#read(key);
    if (!edit) return { ok: false, reason: say('What was in the file before this edit is not known any more.') };
    const { path, before, afterHash } = edit;
    const now = contentOf(path);
    if (!(now instanceof Buffer) || hashOf(now) !== afterHash)
      return { ok: false, reason: say('{path} has changed since this edit, so it was left as it is.', { path }) };
    try {
      if (before === undefined) rmSync(path);
      else writeFileSync(path, before);
    } catch (error) {
      return { ok: false, reason: say('{path} cannot be written ({error}).', { path, error: String(error) }) };
    }
    rmSync(this.#fileOf(key), { force: true });
    return { ok: true, path };
  }

  #fileOf(key: string): string {
    return join(this.#folder, `${sha256(key)}.json`);
  }

  /** An edit that cannot be kept cannot be taken back; it is no reason to stop the agent. */
  #save(key: string, { path, before, afterHash }: DoneEdit): void {
    const text = JSON.stringify({ version: 1, path, before: before?.toString('base64') ?? null, afterHash });
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.#fileOf(key), text, { mode: 0o600 });
      const oldest = readdirSync(this.#folder)
        .map(name => join(this.#folder, name))
        .map(file => ({ file, at: statSync(file).mtimeMs }))
        .toSorted((one, other) => other.at - one.at)
        .slice(mostEdits);
      for (const { file } of oldest) rmSync(file, { force: true });
    } catch {
      rmSync(this.#fileOf(key), { force: true });
    }
  }

  #read(key: string): DoneEdit | undefined {
    try {
      const saved: unknown = JSON.parse(readFileSync(this.#fileOf(key), 'utf8'));
      const { path, before, afterHash } = isObject(saved) ? saved : {};
      if (typeof path !== 'string' || typeof afterHash !== 'string') return undefined;
      return { path, afterHash, before: typeof before === 'string' ? Buffer.from(before, 'base64') : undefined };
    } catch {
      return undefined;
    }
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function pathOf(card: Card): string | undefined {
  if (card.kind !== 'file_write') return undefined;
  const path = asString(card.input['file_path']) ?? asString(card.input['notebook_path']);
  return path === undefined || isAbsolute(path) ? path : join(card.cwd, path);
}

function contentOf(path: string): Buffer | undefined | 'unreadable' {
  try {
    return statSync(path).size > largest ? 'unreadable' : readFileSync(path);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? undefined : 'unreadable';
  }
}
