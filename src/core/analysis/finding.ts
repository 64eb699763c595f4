import type { Sentence } from '../texts/sentence';

/** Characters of a text, counted from 0 in UTF-16 units. */
export interface Span {
  readonly at: number;
  readonly length: number;
}

/** What can be wrong with one rule. */
export type RuleFault =
  /** The pattern is not understood. */
  | 'invalid'
  | 'unknownTool'
  | 'unknownKey'
  | 'expired'
  /** Whatever it could decide, another rule decides. */
  | 'shadowed'
  /** The same, by a rule of another scope that says otherwise. */
  | 'contradicted'
  /** Nothing comes before it, and yet it never decides. */
  | 'dead'
  | 'broad'
  | 'dangerous'
  | 'outside'
  | 'nothingThere'
  | 'host'
  | 'example';

/** What can be wrong with the text of a file of rules beside its rules. */
export type FileFault = 'json' | 'shape' | 'version' | 'twice' | 'expires' | 'tooBig';

export type Severity = 'error' | 'warning' | 'information';

/** An error is what does not do as it says; a warning is what surely is not meant; the rest is worth a look. */
export const severities: Readonly<Record<RuleFault | FileFault, Severity>> = {
  json: 'error',
  shape: 'error',
  version: 'error',
  twice: 'error',
  expires: 'error',
  tooBig: 'error',
  invalid: 'error',
  example: 'error',
  unknownTool: 'warning',
  unknownKey: 'warning',
  expired: 'warning',
  shadowed: 'warning',
  contradicted: 'warning',
  dead: 'warning',
  broad: 'warning',
  dangerous: 'warning',
  host: 'warning',
  outside: 'information',
  nothingThere: 'information',
};

/** Which part of a rule is meant; without one it is the pattern. */
export type Part =
  | { readonly of: 'pattern'; readonly at: number }
  | { readonly of: 'key'; readonly name: string }
  | { readonly of: 'expires' }
  | { readonly of: 'example'; readonly list: 'match' | 'noMatch'; readonly place: number };

/** Something that is to be said of the rule at a place of a list. */
export interface RuleFinding {
  readonly kind: RuleFault;
  readonly place: number;
  /** A sentence. */
  readonly reason: Sentence;
  readonly part?: Part;
  /** The place of the rule that is in its way. */
  readonly by?: number;
  /** What was probably meant instead of the pattern or the key. */
  readonly better?: string;
}
