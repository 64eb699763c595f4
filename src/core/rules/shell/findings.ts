import type { Sentence } from '../../texts/sentence';
import type * as Bash from 'unbash';
import type { Span } from './leftover';
import type { Doubt, SimpleCommand, Stdin, Place } from './syntax';

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
  readonly #spans: Span[] = [];

  doubt(kind: Doubt['kind'], reason: Sentence): void {
    if (!this.doubts.some(doubt => doubt.reason.text === reason.text)) this.doubts.push({ kind, reason });
  }

  push(command: SimpleCommand): void {
    this.commands.push(command);
  }

  /** What is covered was understood. */
  cover(node: { readonly pos: number; readonly end: number }): void {
    this.#spans.push({ from: node.pos, to: node.end });
  }

  get covered(): number {
    return this.#spans.length;
  }

  /** Takes out what was covered since it was this much. */
  takeCovered(since: number): readonly Span[] {
    return this.#spans.splice(since);
  }
}

export function slice(around: Surroundings, node: { readonly pos: number; readonly end: number }): string {
  return around.source.slice(node.pos, node.end);
}
