import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { callKey } from '../core/call';
import type { Card, CardFile } from '../core/card';
import { asString } from '../core/json';

/** A file larger than this is not sent to the page; its change is shown from the call alone. */
const largest = 2 * 1024 * 1024;

interface Shown {
  readonly card: Card;
  readonly path: string;
  file: CardFile | undefined;
  /** The text when the card was first shown; undefined until it was read. */
  first: string | null | undefined;
  readonly watcher: vscode.Disposable;
}

/** The files that waiting cards would change, as they are on disk now. A change under a card is told at once. */
export class CardFiles {
  readonly #shown = new Map<string, Shown>();
  readonly #onChange: (card: Card) => void;

  constructor(onChange: (card: Card) => void) {
    this.#onChange = onChange;
  }

  /** The card with its file, as far as it is known by now. */
  decorate(card: Card): Card {
    const file = this.#shown.get(callKey(card.sessionId, card.toolCallId))?.file;
    return file ? { ...card, file } : card;
  }

  /** Begins to watch the file of a card that waits, and ends with it. */
  follow(card: Card): void {
    const key = callKey(card.sessionId, card.toolCallId);
    const path = pathOf(card);
    const known = this.#shown.get(key);
    if (card.state !== 'waiting' || path === undefined) {
      known?.watcher.dispose();
      this.#shown.delete(key);
      return;
    }
    if (known?.path === path) {
      this.#shown.set(key, { ...known, card });
      return;
    }
    known?.watcher.dispose();
    const uri = vscode.Uri.file(path);
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), uri.path.slice(uri.path.lastIndexOf('/') + 1)),
    );
    const read = (): void => void this.#read(key);
    const listeners = [watcher, watcher.onDidChange(read), watcher.onDidCreate(read), watcher.onDidDelete(read)];
    this.#shown.set(key, {
      card,
      path,
      file: undefined,
      first: undefined,
      watcher: vscode.Disposable.from(...listeners),
    });
    read();
  }

  async #read(key: string): Promise<void> {
    const path = this.#shown.get(key)?.path;
    if (path === undefined) return;
    const { text, tooLarge } = await contentOf(path);
    const shown = this.#shown.get(key);
    if (shown?.path !== path) return;
    if (shown.first === undefined) shown.first = text;
    shown.file = { path, before: text, stale: text !== shown.first, ...(tooLarge ? { tooLarge } : {}) };
    this.#onChange(shown.card);
  }
}

function pathOf(card: Card): string | undefined {
  if (card.kind !== 'file_write') return undefined;
  const path = asString(card.input['file_path']) ?? asString(card.input['notebook_path']);
  return path === undefined || isAbsolute(path) ? path : join(card.cwd, path);
}

async function contentOf(path: string): Promise<{ readonly text: string | null; readonly tooLarge: boolean }> {
  const uri = vscode.Uri.file(path);
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > largest) return { text: '', tooLarge: true };
    return { text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)), tooLarge: false };
  } catch {
    return { text: null, tooLarge: false };
  }
}
