import { type RuleEdit, type StoredRule, type StoreProblem } from '../core/storedRule';

/** What a store holds. A store that is broken may have held deny rules: its scope asks until it is mended. */
export interface RuleList {
  readonly rules: readonly StoredRule[];
  /** Names exactly this content. */
  readonly revision: string;
  /** What is wrong with single rules or with the whole, each with its place. */
  readonly problems: readonly StoreProblem[];
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

/**
 * Takes a rule from one store to another. It is written in its new place before it leaves the old one: a crash between
 * the two leaves it in both, and never in none.
 */
export async function moveRule(from: RuleStore, to: RuleStore, rule: StoredRule): Promise<Changed> {
  const { file: _file, line: _line, ...plain } = rule;
  const added = await to.change([{ type: 'add', rule: plain }]);
  if (!added.ok) return added;
  const removed = await from.change([{ type: 'remove', id: rule.id }]);
  if (removed.ok) return added;
  await to.change(added.inverse);
  return removed;
}

export const conflict: StoreProblem = {
  code: 'conflict',
  message: 'The rules have changed in the meantime. Look at them again.',
};
