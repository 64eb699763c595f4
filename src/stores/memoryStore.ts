import { planEdits } from '../core/ruleAdmin/edits';
import type { RuleEdit, StoredRule } from '../core/ruleAdmin/storedRule';
import { type Changed, conflict, type RuleList, type RuleStore } from './ruleStore';

/** Rules that end with whoever holds them, such as those of a session. */
export class MemoryStore implements RuleStore {
  readonly #watchers = new Set<() => void>();
  #rules: readonly StoredRule[] = [];
  #revision = 0;

  list(): RuleList {
    return { rules: this.#rules, revision: String(this.#revision), problems: [], unreadable: [], broken: false };
  }

  async change(edits: readonly RuleEdit[], revision?: string): Promise<Changed> {
    if (revision !== undefined && revision !== String(this.#revision)) return { ok: false, problem: conflict };
    const planned = planEdits(this.#rules, edits);
    if (!planned.ok) return planned;
    if (planned.steps.length > 0) this.#set(planned.rules);
    const { ids, inverse } = planned;
    return { ok: true, revision: String(this.#revision), ids, inverse };
  }

  /** Takes rules away at once. Whether there were any. */
  end(ends: (rule: StoredRule) => boolean): boolean {
    const left = this.#rules.filter(rule => !ends(rule));
    if (left.length === this.#rules.length) return false;
    this.#set(left);
    return true;
  }

  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  #set(rules: readonly StoredRule[]): void {
    this.#rules = rules;
    this.#revision += 1;
    for (const changed of this.#watchers) changed();
  }
}
