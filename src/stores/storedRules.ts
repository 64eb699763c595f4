import type { StoredRule } from '../core/ruleAdmin/storedRule';
import type { FileRule } from './rulesFile';
import { sha256 } from './sha256';

/** What was made of a rule that was read; it is the same as long as that is, and what is made of it in turn. */
const made = new WeakMap<FileRule['rule'], { readonly name: string; readonly stored: StoredRule }>();

/** A rule without an id is named by what it says, so that it keeps its name while other lines come and go. */
export function storedRules(rules: readonly FileRule[], file: string): readonly StoredRule[] {
  const taken = new Set<string>();
  return rules.map(({ rule, line }) => {
    const known = made.get(rule);
    const name = known?.name ?? rule.id ?? `w-${sha256(`${rule.action} ${rule.pattern}`).slice(0, 12)}`;
    const id = freeId(name, taken);
    taken.add(id);
    if (known?.stored.id === id && known.stored.line === line && known.stored.file === file) return known.stored;
    const stored = { ...rule, id, file, line };
    if (stored.expires === Number.POSITIVE_INFINITY) delete stored.expires;
    made.set(rule, { name, stored });
    return stored;
  });
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 2, id = wanted; ; number += 1) {
    if (!taken.has(id)) return id;
    id = `${wanted}.${number}`;
  }
}
