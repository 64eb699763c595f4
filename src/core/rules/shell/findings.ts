import type { Sentence } from '../../texts/sentence';
import type * as Bash from 'unbash';
import { nothingParsed, type Parsed } from './agreement';
import type { Doubt, SimpleCommand, Stdin, Place } from './syntax';

/** Something that the parser found, by its place in the source. */
interface Node {
  readonly pos: number;
  readonly end: number;
}

/** Where in the text, and in which folder, something is read. */
export interface Surroundings {
  readonly source: string;
  readonly place: Place;
  readonly stdin: Stdin | undefined;
  readonly depth: number;
}

/** Reads a script that stands inside a word, and tells the folder after it. */
export type ScriptReader = (script: Bash.ParsedScript | undefined, around: Surroundings) => Place;

/** What the readers of one shell text have found in it so far. */
export class Findings {
  readonly commands: SimpleCommand[] = [];
  readonly doubts: Doubt[] = [];
  /** Of the script that is being read. */
  #parsed: Parsed = nothingParsed();

  doubt(kind: Doubt['kind'], reason: Sentence): void {
    if (!this.doubts.some(doubt => doubt.reason.text === reason.text)) this.doubts.push({ kind, reason });
  }

  push(command: SimpleCommand): void {
    this.commands.push(command);
  }

  get parsed(): Parsed {
    return this.#parsed;
  }

  word(node: Node, value: string | undefined): void {
    this.#parsed.words.push({ from: node.pos, to: node.end, value });
  }

  /** A part with a grammar of its own. */
  other(node: Node): void {
    this.#parsed.others.push({ from: node.pos, to: node.end });
  }

  /** Reads a script inside another one, and gives what was found in it alone. */
  within<T>(read: () => T): { readonly result: T; readonly parsed: Parsed } {
    const outer = this.#parsed;
    this.#parsed = nothingParsed();
    try {
      return { result: read(), parsed: this.#parsed };
    } finally {
      this.#parsed = outer;
    }
  }
}

export function slice(around: Surroundings, node: Node): string {
  return around.source.slice(node.pos, node.end);
}
