import type { RuleEdit, StoredRule, StoreProblem } from '../core/ruleAdmin/storedRule';
import { say, type Sentence } from '../core/texts/sentence';

/** Something that may have been a deny rule: every call asks until it is mended. */
interface UnreadablePart {
  readonly why: Sentence;
  readonly line?: number;
}

/** What a store holds. */
export interface RuleList {
  readonly rules: readonly StoredRule[];
  /** Names exactly this content. */
  readonly revision: string;
  /** What is wrong with single rules or with the whole, each with its place. */
  readonly problems: readonly StoreProblem[];
  readonly unreadable: readonly UnreadablePart[];
  /** The whole cannot be read, so it is not written either. */
  readonly broken: boolean;
}

export type Changed =
  | {
      readonly ok: true;
      readonly revision: string;
      /** For each edit, the rule that it is now about: an added rule may have been there before under another id. */
      readonly ids: readonly string[];
      /** The edits that take this back. */
      readonly inverse: readonly RuleEdit[];
    }
  | { readonly ok: false; readonly problem: StoreProblem };

/** Where the rules of one scope live. Every kind of store passes the same suite of tests. */
export interface RuleStore {
  /** Asked while a call waits, so it answers at once; what it says is never older than the last change. */
  list(): RuleList;
  /** All edits or none, after everything that others have written; with a revision, only if nobody wrote since. */
  change(edits: readonly RuleEdit[], revision?: string): Promise<Changed>;
  /** Tells of changes, whoever makes them. The result ends it. */
  watch(changed: () => void): () => void;
}

export const conflict: StoreProblem = {
  code: 'conflict',
  message: say('The rules have changed in the meantime. Look at them again.'),
};
