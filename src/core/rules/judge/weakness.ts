import type { RuleInput } from '../../call/ruleInput';
import { parseRule, printRule, type Rule } from '../language/rule';
import { say, type Sentence } from '../../texts/sentence';

/** What is weak about the rule at a place of the list. */
type Weakness =
  | { readonly kind: 'expired'; readonly place: number }
  | { readonly kind: 'broad'; readonly place: number; readonly reason: Sentence }
  /** Whatever it could decide, the rule at `by` decides. */
  | { readonly kind: 'shadowed'; readonly place: number; readonly by: number };

/** The folder is the one that a path rule starts from: rules of different folders do not mean the same. */
type WeighedRule = RuleInput & { readonly root?: string };

/** What of a rule is the same whatever stands beside it. */
interface Weighed {
  readonly rule: Rule;
  readonly text: string;
  readonly breadth: Sentence | undefined;
  readonly ownKeys: readonly string[];
  readonly coveringKeys: readonly string[];
}

/** Rules that were weighed before, so that of thousands only those are read that are new. */
export type WeighedBefore = Map<string, Weighed | undefined>;

const mostKept = 50_000;

/** Rules that are dead, repeated by a wider one, or broader than they look, in the order of the list. */
export function weaknesses(
  rules: readonly WeighedRule[],
  now: number,
  before: WeighedBefore = new Map(),
): readonly Weakness[] {
  if (before.size > mostKept) before.clear();
  const weighed = rules.map(rule => weigh(rule, before));
  const index = new ShadowIndex(rules, weighed, now);
  return rules.flatMap((rule, place): Weakness[] => {
    const own = weighed[place];
    if (!own) return [];
    const found: Weakness[] = [];
    if (isOver(rule, now)) found.push({ kind: 'expired', place });
    if (own.breadth !== undefined) found.push({ kind: 'broad', place, reason: own.breadth });
    const by = index.shadowOf(place);
    if (by !== undefined) found.push({ kind: 'shadowed', place, by });
    return found;
  });
}

function weigh(rule: WeighedRule, before: WeighedBefore): Weighed | undefined {
  const key = `${rule.action} ${rule.root ?? ''}\n${rule.pattern}`;
  if (before.has(key)) return before.get(key);
  const read = parseRule(rule.pattern, rule.action);
  const weighed =
    'error' in read
      ? undefined
      : {
          rule: read.rule,
          text: printRule(read.rule),
          breadth: breadth(rule, read.rule),
          ownKeys: ownKeys(read.rule, rule.root),
          coveringKeys: coveringKeys(read.rule, rule.root),
        };
  before.set(key, weighed);
  return weighed;
}

function isOver(rule: WeighedRule, now: number): boolean {
  return rule.expires !== undefined && rule.expires <= now;
}

const starters = new Set(
  (
    'sh bash zsh fish dash ksh env sudo doas su xargs eval exec node deno bun python python2 python3 perl ruby php lua ' +
    'npx bunx pnpx uvx ssh docker podman kubectl git npm yarn pnpm make curl wget rm find awk sed nohup timeout time watch'
  ).split(' '),
);

function breadth({ action, pattern }: WeighedRule, rule: Rule): Sentence | undefined {
  if (action !== 'allow') return undefined;
  if (rule.kind === 'tool' && /^(?:Bash|Edit|Write|WebFetch)$/.test(rule.tool))
    return say('{rule} allows every call of the tool.', { rule: pattern });
  const program = rule.kind === 'prefix' && rule.words.length === 1 ? rule.words[0] : undefined;
  if (program !== undefined && starters.has(program)) {
    return say('{rule} allows almost anything: {program} can start other programs or destroy data.', {
      rule: pattern,
      program,
    });
  }
  if (rule.kind === 'glob' && rule.pattern.startsWith('*'))
    return say('{rule} allows every program with such arguments.', { rule: pattern });
  return undefined;
}

const strength = { allow: 0, ask: 1, deny: 2 } as const;

/** Finds the rules that cover another one by what they say, so that thousands need no comparison of each with each. */
class ShadowIndex {
  readonly #rules: readonly WeighedRule[];
  readonly #weighed: readonly (Weighed | undefined)[];
  readonly #places = new Map<string, number[]>();

  constructor(rules: readonly WeighedRule[], weighed: readonly (Weighed | undefined)[], now: number) {
    this.#rules = rules;
    this.#weighed = weighed;
    for (const [place, own] of weighed.entries()) {
      const rule = rules[place];
      if (!own || !rule || isOver(rule, now)) continue;
      for (const key of own.ownKeys) append(this.#places, key, place);
    }
  }

  shadowOf(place: number): number | undefined {
    let first: number | undefined;
    for (const key of this.#weighed[place]?.coveringKeys ?? [])
      for (const other of this.#places.get(key) ?? [])
        if (other !== place && (first === undefined || other < first) && this.#isStronger(other, place)) first = other;
    return first;
  }

  /** Of two rules that say the same with the same effect, the first one counts. */
  #isStronger(other: number, place: number): boolean {
    const [one, two] = [this.#rules[other], this.#rules[place]];
    if (!one || !two || strength[one.action] < strength[two.action]) return false;
    if ((one.expires ?? Number.POSITIVE_INFINITY) < (two.expires ?? Number.POSITIVE_INFINITY)) return false;
    const isSame =
      one.action === two.action &&
      one.expires === two.expires &&
      this.#weighed[other]?.text === this.#weighed[place]?.text;
    return !isSame || other < place;
  }
}

function ownKeys(rule: Rule, root: string | undefined): readonly string[] {
  const same = sameKey(rule, root);
  if (rule.kind === 'tool') return [same, toolKey(rule.tool)];
  return rule.kind === 'prefix' ? [same, prefixKey(rule.words)] : [same];
}

/** The keys under which a rule would stand that covers this one. */
function coveringKeys(rule: Rule, root: string | undefined): readonly string[] {
  const same = sameKey(rule, root);
  if (rule.kind === 'prefix' || rule.kind === 'exact') {
    const prefixes = rule.words.map((_, at) => prefixKey(rule.words.slice(0, at + 1)));
    return [...new Set([same, toolKey('Bash'), ...prefixes])];
  }
  return 'tool' in rule ? [...new Set([same, toolKey(rule.tool)])] : [same];
}

function sameKey(rule: Rule, root: string | undefined): string {
  return rule.kind === 'path' ? `same ${printRule(rule)} ${root ?? ''}` : `same ${printRule(rule)}`;
}

const toolKey = (tool: string): string => `tool ${tool}`;
const prefixKey = (words: readonly string[]): string => `prefix ${JSON.stringify(words)}`;

function append(lists: Map<string, number[]>, key: string, place: number): void {
  const list = lists.get(key);
  if (list) list.push(place);
  else lists.set(key, [place]);
}
