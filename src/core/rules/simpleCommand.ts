import type * as Bash from 'unbash';
import type { Place } from './place';
import type { ShellWord } from './word';

/** What a shell text contains: every simple command at any depth, and the reasons why it cannot be fully judged. */
export interface Analysis {
  readonly commands: readonly SimpleCommand[];
  /** Sentences. One is enough to make the call ask. */
  readonly doubts: readonly Doubt[];
}

export interface Doubt {
  readonly kind: 'hidden-text' | 'very-long' | 'unparseable' | 'background' | 'construct';
  readonly reason: string;
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
