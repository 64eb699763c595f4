import type { Sentence } from '../../texts/sentence';
import type * as Bash from 'unbash';

/** What a shell text contains: every simple command at any depth, and the reasons why it cannot be fully judged. */
export interface Analysis {
  readonly commands: readonly SimpleCommand[];
  /** Sentences. One is enough to make the call ask. */
  readonly doubts: readonly Doubt[];
}

export interface Doubt {
  /** A group is no doubt where all in it only reads; a rule does not cover it. */
  readonly kind: 'hidden-text' | 'very-long' | 'unparseable' | 'background' | 'construct' | 'group';
  readonly reason: Sentence;
}

export interface ShellAssignment {
  readonly name: string;
  readonly value: ShellWord | undefined;
  /** `a=(…)`, `a[1]=…` or `a+=…`. */
  readonly complex: boolean;
}

export interface ShellRedirect {
  readonly operator: Bash.RedirectOperator | '<<<' | '<<' | '<<-';
  readonly target: ShellWord | undefined;
  /** The text of a here-document whose content is known. */
  readonly text?: string;
  readonly dynamicText?: boolean;
}

/** Where the standard input of a command comes from, when the text itself says so. */
export interface Stdin {
  /** The commands before it in its pipeline are `all[from]` to `all[to - 1]`. */
  readonly all: readonly SimpleCommand[];
  readonly from: number;
  readonly to: number;
  readonly redirects: readonly ShellRedirect[];
}

export function upstreamOf(stdin: Stdin | undefined): readonly SimpleCommand[] {
  return stdin ? stdin.all.slice(stdin.from, stdin.to) : [];
}

export interface SimpleCommand {
  /** As it was written. */
  readonly text: string;
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  readonly redirects: readonly ShellRedirect[];
  readonly place: Place;
  readonly stdin: Stdin | undefined;
  /** A `[[ … ]]` condition, or the redirections of a group: no program runs. */
  readonly role?: 'condition' | 'group';
}

/** The folders in which a command may run: more than one when a `cd` before it may have failed, none when unknown. */
export interface Place {
  readonly folders: readonly string[];
  /** A `cd` that really goes elsewhere may have happened. */
  readonly moved: boolean;
  readonly home: string;
}

/** What a text gives to a variable of its own. */
export interface Binding {
  readonly name: string;
  /** It is one of these at a time. */
  readonly words: readonly ShellWord[];
  /** The assignment; none for the variable of a loop. */
  readonly by: SimpleCommand | undefined;
  /** Nothing else in the text changes it: only told once all of it is read. */
  holds: boolean;
}

/** A piece of a shell word, after quotes are resolved and before anything is expanded. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'glob'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean; readonly binding?: Binding }
  /** `$( )` or backticks, with the simple commands inside. */
  | { readonly kind: 'substitution'; readonly commands: readonly SimpleCommand[]; readonly quoted: boolean }
  /** `<( )` or `>( )`. */
  | { readonly kind: 'process'; readonly commands: readonly SimpleCommand[] }
  | { readonly kind: 'tilde'; readonly user: string }
  | { readonly kind: 'brace'; readonly text: string }
  /** What a program fills in: any number of these names of files. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** An expansion whose result cannot be told, such as `${x%y}` or `$((n+1))`. */
  | { readonly kind: 'opaque'; readonly text: string; readonly name?: string };

export interface ShellWord {
  readonly raw: string;
  readonly pieces: readonly Piece[];
  /** The word after quote removal, when nothing in it is expanded. */
  readonly value: string | undefined;
}
