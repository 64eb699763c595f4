import type { RuleList } from '../stores/ruleStore';

/** A rule that denies or asks, by what it says. */
interface Forbids {
  readonly action: 'deny' | 'ask';
  readonly pattern: string;
  readonly expires?: number;
}

/** One that is no longer in its file. */
export interface KeptRule extends Forbids {
  readonly file: string;
}

/** What each file was seen to forbid, beyond the life of a window. */
export interface KeptMemory {
  readonly read: () => Readonly<Record<string, readonly Forbids[]>>;
  readonly write: (known: Readonly<Record<string, readonly Forbids[]>>) => void;
}

/**
 * Rules that forbid stay in force when they go from a file without the person: an agent, or a checkout, can write a
 * file, and only a person can agree to what is not forbidden any longer.
 */
export class KeptRules {
  readonly #memory: KeptMemory;
  readonly #known: Map<string, readonly Forbids[]>;
  readonly #seen = new Map<string, { readonly revision: string; readonly gone: readonly KeptRule[] }>();
  #revision = 0;

  constructor(memory: KeptMemory) {
    this.#memory = memory;
    this.#known = new Map(Object.entries(memory.read()));
  }

  /** Changes when a person lets rules go. */
  get revision(): number {
    return this.#revision;
  }

  /** All that is gone and still in force. */
  get all(): readonly KeptRule[] {
    return [...this.#seen.values()].flatMap(({ gone }) => gone);
  }

  /** What a file forbade and does not any longer; what it forbids now is remembered. */
  gone(file: string, list: Pick<RuleList, 'rules' | 'revision'>): readonly KeptRule[] {
    const seen = this.#seen.get(file);
    if (seen?.revision === list.revision) return seen.gone;
    const present = forbidding(list.rules);
    const known = byWords(this.#known.get(file) ?? []);
    const absent = [...known].flatMap(([words, rule]) => (present.has(words) ? [] : [rule]));
    const gone = absent.map(rule => ({ ...rule, file }));
    this.#seen.set(file, { revision: list.revision, gone });
    if (known.size !== present.size + absent.length) this.#remember(file, [...present.values(), ...absent]);
    return gone;
  }

  /** A person changed a file here: what they took out is gone. */
  changedHere(file: string, before: RuleList['rules'], after: RuleList['rules']): void {
    const left = forbidding(after);
    const taken = [...forbidding(before)].flatMap(([words, rule]) => (left.has(words) ? [] : [rule]));
    if (taken.length > 0) this.letGo(taken.map(({ action, pattern }) => ({ file, action, pattern })));
  }

  /** A person agrees that these count no longer. */
  letGo(rules: readonly Pick<KeptRule, 'file' | 'action' | 'pattern'>[]): void {
    for (const [file, known] of this.#known) {
      const ended = byWords(rules.filter(rule => rule.file === file));
      const left = known.filter(rule => !ended.has(wordsOf(rule)));
      if (left.length === known.length) continue;
      this.#seen.delete(file);
      this.#remember(file, left);
    }
    this.#revision += 1;
  }

  #remember(file: string, rules: readonly Forbids[]): void {
    if (rules.length === 0) this.#known.delete(file);
    else this.#known.set(file, rules);
    this.#memory.write(Object.fromEntries(this.#known));
  }
}

/** What these forbid, each once. */
function forbidding(rules: RuleList['rules']): ReadonlyMap<string, Forbids> {
  return byWords(
    rules.flatMap(({ action, pattern, expires }) =>
      action === 'allow' ? [] : [{ action, pattern, ...(expires === undefined ? {} : { expires }) }],
    ),
  );
}

/** By what they say; of several that say the same the first. */
function byWords<T extends Words>(rules: readonly T[]): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const rule of rules) if (!found.has(wordsOf(rule))) found.set(wordsOf(rule), rule);
  return found;
}

type Words = Pick<Forbids, 'action' | 'pattern'>;

function wordsOf({ action, pattern }: Words): string {
  return `${action} ${pattern}`;
}
