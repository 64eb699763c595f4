import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { callKey } from '../../core/call/call';
import type { Card, CardFile } from '../../core/card/card';
import { asString } from '../../core/base/json';

/** A file larger than this is not sent to the page; its change is shown from the call alone. */
const largest = 2 * 1024 * 1024;
/**
 * How often the files are looked at. A watcher would tell sooner, but one that has only just been made misses changes,
 * and on some drives it tells of none.
 */
const everyMs = 1000;
const missing = 'missing';

interface Shown {
  card: Card;
  readonly path: string;
  file: CardFile | undefined;
  /** The text when the card was first shown; undefined until it was read. */
  first: string | null | undefined;
  /** Another one: the file has changed since it was read. */
  stamp: string | undefined;
}

/** The files that waiting cards would change, as they are on disk now. A change under a card is told. */
export class CardFiles {
  readonly #shown = new Map<string, Shown>();
  readonly #onChange: (card: Card) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: (card: Card) => void) {
    this.#onChange = onChange;
  }

  /** The card with its file, as far as it is known by now. */
  decorate(card: Card): Card {
    const file = this.#shown.get(callKey(card.sessionId, card.toolCallId))?.file;
    return file ? { ...card, file } : card;
  }

  /** Looks at the file of a card for as long as it waits. */
  follow(card: Card): void {
    const key = callKey(card.sessionId, card.toolCallId);
    const path = card.state === 'waiting' ? pathOf(card) : undefined;
    const known = this.#shown.get(key);
    if (path === undefined) this.#shown.delete(key);
    else if (known?.path === path) known.card = card;
    else {
      const shown = { card, path, file: undefined, first: undefined, stamp: undefined };
      this.#shown.set(key, shown);
      void this.#look(key, shown);
    }
    this.#keepLooking();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#shown.clear();
  }

  #keepLooking(): void {
    if (this.#timer || this.#shown.size === 0) return;
    this.#timer = setTimeout(() => {
      void Promise.all([...this.#shown].map(([key, shown]) => this.#look(key, shown))).then(() => {
        this.#timer = undefined;
        this.#keepLooking();
      });
    }, everyMs);
  }

  async #look(key: string, shown: Shown): Promise<void> {
    const { path } = shown;
    const stamp = await stampOf(path);
    if (stamp === shown.stamp) return;
    const { text, ...content } = await contentOf(path);
    if (this.#shown.get(key) !== shown) return;
    shown.stamp = stamp;
    if (shown.first === undefined) shown.first = text;
    shown.file = { path, before: text, stale: text !== shown.first, ...content };
    this.#onChange(shown.card);
  }
}

function pathOf(card: Card): string | undefined {
  if (card.kind !== 'file_write') return undefined;
  const path = asString(card.input['file_path']) ?? asString(card.input['notebook_path']);
  return path === undefined || isAbsolute(path) ? path : join(card.cwd, path);
}

async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeMs, ctimeMs, size } = await stat(path);
    return `${mtimeMs} ${ctimeMs} ${size}`;
  } catch {
    return missing;
  }
}

interface Content extends Pick<CardFile, 'tooLarge' | 'notUtf8'> {
  readonly text: string | null;
}

async function contentOf(path: string): Promise<Content> {
  try {
    const { size } = await stat(path);
    if (size > largest) return { text: '', tooLarge: true };
    return decoded(await readFile(path));
  } catch {
    return { text: null };
  }
}

/** As Claude Code reads it: UTF-8, or UTF-16 behind its mark. */
function decoded(bytes: Uint8Array): Content {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), notUtf8: true };
  }
}
