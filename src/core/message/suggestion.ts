import type { Sentence } from '../texts/sentence';

/** What can be put into a message after an `@`. */
export interface Suggestion {
  readonly kind: 'file' | 'folder' | 'editor' | 'symbol' | 'problems' | 'terminal' | 'session';
  readonly label: string;
  readonly detail?: string;
  /** What is written, as the agent reads it; absent where it goes along as a text of its own. */
  readonly insert?: string;
  /** Names what goes along. */
  readonly id?: string;
  /** What the rules say of reading it, where they do not allow it. */
  readonly verdict?: 'ask' | 'deny';
  readonly reason?: Sentence;
}

/** What is selected in the editor. */
export interface Selection {
  /** As a message mentions it. */
  readonly mention: string;
  /** As a person calls it: `cart.js:3-9`. */
  readonly label: string;
}

/** How the agent is told of a file. One that no mention can name, because of a quote in its name, has none. */
export function mentionOf(path: string, lines?: readonly [number, number]): string | undefined {
  if (path.includes('"') || /[\r\n]/.test(path)) return undefined;
  const place = lines === undefined ? '' : `#L${lines[0]}${lines[1] > lines[0] ? `-${lines[1]}` : ''}`;
  return /^[\w./\\~-]*\w\/?$/.test(path) ? `@${path}${place}` : `@"${path}"${place}`;
}
