import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { callKey } from './core/call';
import type { Card } from './core/card';
import { asString } from './core/json';

/** Larger files are not remembered, and so many edits at most. */
const largest = 4 * 1024 * 1024;
const mostEdits = 100;

interface Edit {
  readonly path: string;
  /** What was in the file before the edit; undefined when there was none. */
  readonly before: Buffer | undefined;
  after?: Buffer;
}

export type Reverted = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly reason: string };

/** Remembers what was in a file before each edit that was allowed here, and puts it back when a person wants that. */
export class EditUndo {
  readonly #edits = new Map<string, Edit>();

  /**
   * Reads the file in the moment before the answer leaves, and again when the result is there. Later calls of the same
   * message may edit the same file: the agent asks for each only after the one before it has run.
   */
  note(card: Card): void {
    const path = pathOf(card);
    if (path === undefined) return;
    const key = callKey(card.sessionId, card.toolCallId);
    if (card.state === 'running' && !this.#edits.has(key)) {
      const before = contentOf(path);
      if (before === 'unreadable') return;
      this.#edits.set(key, { path, before });
      for (const oldest of this.#edits.keys()) {
        if (this.#edits.size <= mostEdits) break;
        this.#edits.delete(oldest);
      }
    }
    const edit = this.#edits.get(key);
    if (!edit || edit.after !== undefined) return;
    if (card.state === 'done') {
      const after = contentOf(path);
      if (after instanceof Buffer) edit.after = after;
      else this.#edits.delete(key);
    } else if (card.state !== 'running') this.#edits.delete(key);
  }

  has(sessionId: string, toolCallId: string): boolean {
    return this.#edits.get(callKey(sessionId, toolCallId))?.after !== undefined;
  }

  /** Only when the file is exactly as the edit left it: what came later is not thrown away. */
  revert(sessionId: string, toolCallId: string): Reverted {
    const key = callKey(sessionId, toolCallId);
    const edit = this.#edits.get(key);
    if (!edit?.after) return { ok: false, reason: 'What was in the file before this edit is not known any more.' };
    const { path, before, after } = edit;
    const now = contentOf(path);
    if (!(now instanceof Buffer) || !now.equals(after))
      return { ok: false, reason: `${path} has changed since this edit, so it was left as it is.` };
    try {
      if (before === undefined) rmSync(path);
      else writeFileSync(path, before);
    } catch (error) {
      return { ok: false, reason: `${path} cannot be written (${String(error)}).` };
    }
    this.#edits.delete(key);
    return { ok: true, path };
  }
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
