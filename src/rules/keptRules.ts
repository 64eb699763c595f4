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
    const known = this.#known.get(file) ?? [];
    const absent = known.filter(rule => !present.some(it => isSame(it, rule)));
    const gone = absent.map(rule => ({ ...rule, file }));
    this.#seen.set(file, { revision: list.revision, gone });
    if (known.length !== present.length + absent.length || present.some(rule => !known.some(it => isSame(it, rule))))
      this.#remember(file, [...present, ...absent]);
    return gone;
  }

  /** A person changed a file here: what they took out is gone. */
  changedHere(file: string, before: RuleList['rules'], after: RuleList['rules']): void {
    const left = forbidding(after);
    const taken = forbidding(before).filter(rule => !left.some(it => isSame(it, rule)));
    if (taken.length > 0) this.letGo(taken.map(({ action, pattern }) => ({ file, action, pattern })));
  }

  /** A person agrees that these count no longer. */
  letGo(rules: readonly Pick<KeptRule, 'file' | 'action' | 'pattern'>[]): void {
    for (const [file, known] of this.#known) {
      const left = known.filter(rule => !rules.some(it => it.file === file && isSame(it, rule)));
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

function forbidding(rules: RuleList['rules']): readonly Forbids[] {
  const found: Forbids[] = [];
  for (const { action, pattern, expires } of rules)
    if (action !== 'allow' && !found.some(it => isSame(it, { action, pattern })))
      found.push({ action, pattern, ...(expires === undefined ? {} : { expires }) });
  return found;
}

function isSame(one: Pick<Forbids, 'action' | 'pattern'>, other: Pick<Forbids, 'action' | 'pattern'>): boolean {
  return one.action === other.action && one.pattern === other.pattern;
}
