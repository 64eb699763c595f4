import { say, type Sentence } from '../../texts/sentence';
import type * as Bash from 'unbash';
import { nothingParsed, type Parsed } from './agreement';
import { type Bindings, isNumeric, settle } from './bindings';
import type { Binding, Doubt, ShellWord, SimpleCommand, Stdin, Place } from './syntax';

/** So many variables are known at a time. */
const mostBound = 50;

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
  /** The variables that are known here. */
  readonly bound: Bindings;
}

/** Reads a script that stands inside a word, and tells the folder after it. */
export type ScriptReader = (script: Bash.ParsedScript | undefined, around: Surroundings) => Place;

/** What the readers of one shell text have found in it so far. */
export class Findings {
  readonly commands: SimpleCommand[] = [];
  readonly doubts: Doubt[] = [];
  readonly #bindings: Binding[] = [];
  /** What is computed with, and must be numbers. */
  readonly #computed: (Binding | undefined)[] = [];
  /** Of the script that is being read. */
  #parsed: Parsed = nothingParsed();

  doubt(kind: Doubt['kind'], reason: Sentence): void {
    if (!this.doubts.some(doubt => doubt.reason.text === reason.text)) this.doubts.push({ kind, reason });
  }

  push(command: SimpleCommand): void {
    this.commands.push(command);
  }

  /** The variables that are known from here on. */
  bind(bound: Bindings, name: string, words: readonly ShellWord[], by: SimpleCommand | undefined): Bindings {
    const binding: Binding = { name, words, by, holds: true };
    const outer = bound.get(name);
    if (outer) outer.holds = binding.holds = false;
    this.#bindings.push(binding);
    if (bound.size >= mostBound) return bound;
    return new Map(bound).set(name, binding);
  }

  compute(variables: readonly (Binding | undefined)[]): void {
    this.#computed.push(...variables);
  }

  /** What can only be said once all is read. */
  finish(): void {
    settle(this.#bindings, this.commands);
    if (!this.#computed.every(binding => binding !== undefined && isNumeric(binding)))
      this.doubt('construct', say('It computes with more than numbers.'));
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
