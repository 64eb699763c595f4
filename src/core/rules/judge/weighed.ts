import { append } from '../../base/append';
import type { RuleInput } from '../../call/ruleInput';
import { parseRule, printRule, type Rule } from '../language/rule';
import type { Sentence } from '../../texts/sentence';
import { breadth } from './breadth';

/** The folder is the one that a path rule starts from: rules of different folders do not mean the same. */
export type WeighedRule = RuleInput & { readonly root?: string };

/** A rule among others, kept from one look to the next as long as it says the same. */
export interface WeighedEntry<T> {
  /** As it was last seen: its line may be another one. */
  readonly rule: T;
  readonly place: number;
  readonly read: ReturnType<typeof parseRule>;
  readonly isOver: boolean;
  readonly breadth: Sentence | undefined;
  /** The rule that decides whatever this one could. */
  readonly by: WeighedEntry<T> | undefined;
}

const strength = { allow: 0, ask: 1, deny: 2 } as const;

/** What of a rule is the same whatever stands beside it. */
class Entry<T extends WeighedRule> implements WeighedEntry<T> {
  readonly read: ReturnType<typeof parseRule>;
  readonly isOver: boolean;
  readonly breadth: Sentence | undefined;
  readonly text: string = '';
  readonly ownKeys: readonly string[] = [];
  readonly coveringKeys: readonly string[] = [];
  rule: T;
  place = 0;
  by: Entry<T> | undefined;

  constructor(rule: T, now: number) {
    this.rule = rule;
    this.isOver = isOver(rule, now);
    this.read = parseRule(rule.pattern, rule.action);
    if ('error' in this.read) return;
    const { rule: parsed } = this.read;
    this.text = printRule(parsed);
    this.breadth = breadth(rule, parsed);
    this.ownKeys = ownKeys(parsed, this.text, rule.root);
    this.coveringKeys = coveringKeys(parsed, this.text, rule.root);
  }

  /** Of two rules that say the same with the same effect, the first one counts. */
  isStrongerThan(other: Entry<T>): boolean {
    const [one, two] = [this.rule, other.rule];
    if (strength[one.action] < strength[two.action]) return false;
    if ((one.expires ?? Number.POSITIVE_INFINITY) < (two.expires ?? Number.POSITIVE_INFINITY)) return false;
    const isSame = one.action === two.action && one.expires === two.expires && this.text === other.text;
    return !isSame || this.place < other.place;
  }
}

/**
 * Rules weighed against one another, and kept from one look to the next. Those that cover another one are found by what
 * they say, so that thousands need no comparison of each with each, and an edit weighs what it touches.
 */
export class WeighedRules<T extends WeighedRule> {
  /** How many rules were weighed so far: what the looks have cost. */
  weighed = 0;
  readonly #isSame: (one: T, other: T) => boolean;
  readonly #covering = new Keyed<Entry<T>>();
  readonly #covered = new Keyed<Entry<T>>();
  #entries: readonly Entry<T>[] = [];

  /** `isSame`: whether what is beside the rule itself is the same too, as far as anybody depends on it. */
  constructor(isSame: (one: T, other: T) => boolean = () => true) {
    this.#isSame = isSame;
  }

  /** The rules in their order, each with what is weak about it. */
  look(rules: readonly T[], now: number): readonly WeighedEntry<T>[] {
    const kept = this.#kept(rules, now);
    const gone = new Set(this.#entries);
    for (const entry of kept) if (entry) gone.delete(entry);
    const come: Entry<T>[] = [];
    this.#entries = rules.map((rule, place) => {
      let entry = kept[place];
      if (!entry) come.push((entry = new Entry(rule, now)));
      entry.rule = rule;
      entry.place = place;
      return entry;
    });
    this.#weigh(gone, come);
    return this.#entries;
  }

  /** Which of the last look stands at each place: at the same one, or before and behind what came and went. */
  #kept(rules: readonly T[], now: number): readonly (Entry<T> | undefined)[] {
    const before = this.#entries;
    const keeps = (place: number, from: number): Entry<T> | undefined => {
      const [entry, rule] = [before[from], rules[place]];
      return entry && rule && this.#says(entry, rule, now) ? entry : undefined;
    };
    const moved = rules.length - before.length;
    if (moved === 0) return rules.map((_, place) => keeps(place, place));
    const found: (Entry<T> | undefined)[] = rules.map(() => undefined);
    const most = Math.min(before.length, rules.length);
    let same = 0;
    for (; same < most; same += 1) if (!(found[same] = keeps(same, same))) break;
    for (let place = rules.length - 1; place - moved >= same && place >= same; place -= 1)
      if (!(found[place] = keeps(place, place - moved))) break;
    return found;
  }

  #says({ rule: before, isOver: was }: Entry<T>, rule: T, now: number): boolean {
    if (before === rule) return was === isOver(rule, now);
    return (
      before.pattern === rule.pattern &&
      before.action === rule.action &&
      before.root === rule.root &&
      before.expires === rule.expires &&
      was === isOver(rule, now) &&
      this.#isSame(before, rule)
    );
  }

  #weigh(gone: ReadonlySet<Entry<T>>, come: readonly Entry<T>[]): void {
    const touched = new Set(come);
    const touch = (entry: Entry<T>): void => {
      for (const key of entry.isOver ? [] : entry.ownKeys)
        for (const other of this.#covered.at(key)) touched.add(other);
    };
    for (const entry of gone) {
      touch(entry);
      if (!entry.isOver) this.#covering.remove(entry.ownKeys, entry);
      this.#covered.remove(entry.coveringKeys, entry);
    }
    for (const entry of come) {
      if (!entry.isOver) this.#covering.add(entry.ownKeys, entry);
      this.#covered.add(entry.coveringKeys, entry);
    }
    for (const entry of come) touch(entry);
    for (const entry of touched) if (!gone.has(entry)) this.#weighOne(entry);
  }

  #weighOne(entry: Entry<T>): void {
    this.weighed += 1;
    let first: Entry<T> | undefined;
    for (const key of entry.coveringKeys)
      for (const other of this.#covering.at(key))
        if (other !== entry && (!first || other.place < first.place) && other.isStrongerThan(entry)) first = other;
    entry.by = first;
  }
}

/** What stands under each of many keys. */
class Keyed<T> {
  readonly #all = new Map<string, T[]>();

  at(key: string): readonly T[] {
    return this.#all.get(key) ?? [];
  }

  add(keys: readonly string[], it: T): void {
    for (const key of keys) append(this.#all, key, it);
  }

  remove(keys: readonly string[], it: T): void {
    for (const key of keys) {
      const found = this.#all.get(key);
      if (found) found.splice(found.indexOf(it), 1);
      if (found?.length === 0) this.#all.delete(key);
    }
  }
}

function isOver(rule: WeighedRule, now: number): boolean {
  return rule.expires !== undefined && rule.expires <= now;
}

/** The keys under which a rule stands for those that it covers. */
function ownKeys(rule: Rule, text: string, root: string | undefined): readonly string[] {
  const same = sameKey(rule, text, root);
  if (rule.kind === 'tool') return [same, toolKey(rule.tool)];
  return rule.kind === 'prefix' ? [same, prefixKey(rule.words)] : [same];
}

/** The keys under which a rule would stand that covers this one. */
function coveringKeys(rule: Rule, text: string, root: string | undefined): readonly string[] {
  const same = sameKey(rule, text, root);
  if (rule.kind === 'prefix' || rule.kind === 'exact') {
    const prefixes = rule.words.map((_, at) => prefixKey(rule.words.slice(0, at + 1)));
    return [...new Set([same, toolKey('Bash'), ...prefixes])];
  }
  return 'tool' in rule ? [...new Set([same, toolKey(rule.tool)])] : [same];
}

function sameKey({ kind }: Rule, text: string, root: string | undefined): string {
  return kind === 'path' ? `same ${text} ${root ?? ''}` : `same ${text}`;
}

const toolKey = (tool: string): string => `tool ${tool}`;
const prefixKey = (words: readonly string[]): string => `prefix ${JSON.stringify(words)}`;
