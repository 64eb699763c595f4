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

/** Rules that are dead, repeated by a wider one, or broader than they look, in the order of the list. */
export function weaknesses(rules: readonly WeighedRule[], now: number): readonly Weakness[] {
  const parsed = rules.map(rule => {
    const read = parseRule(rule.pattern, rule.action);
    return 'rule' in read ? read.rule : undefined;
  });
  const index = new ShadowIndex(rules, parsed, now);
  return rules.flatMap((rule, place): Weakness[] => {
    const read = parsed[place];
    if (!read) return [];
    const found: Weakness[] = [];
    if (isOver(rule, now)) found.push({ kind: 'expired', place });
    const reason = breadth(rule, read);
    if (reason !== undefined) found.push({ kind: 'broad', place, reason });
    const by = index.shadowOf(place);
    if (by !== undefined) found.push({ kind: 'shadowed', place, by });
    return found;
  });
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
  readonly #parsed: readonly (Rule | undefined)[];
  readonly #places = new Map<string, number[]>();

  constructor(rules: readonly WeighedRule[], parsed: readonly (Rule | undefined)[], now: number) {
    this.#rules = rules;
    this.#parsed = parsed;
    for (const [place, rule] of parsed.entries()) {
      const weighed = rules[place];
      if (!rule || !weighed || isOver(weighed, now)) continue;
      for (const key of ownKeys(rule, weighed.root)) append(this.#places, key, place);
    }
  }

  shadowOf(place: number): number | undefined {
    const rule = this.#parsed[place];
    const weighed = this.#rules[place];
    if (!rule || !weighed) return undefined;
    const found = coveringKeys(rule, weighed.root)
      .flatMap(key => this.#places.get(key) ?? [])
      .filter(other => other !== place && this.#isStronger(other, place));
    return found.length === 0 ? undefined : Math.min(...found);
  }

  /** Of two rules that say the same with the same effect, the first one counts. */
  #isStronger(other: number, place: number): boolean {
    const [one, two] = [this.#rules[other], this.#rules[place]];
    if (!one || !two || strength[one.action] < strength[two.action]) return false;
    if ((one.expires ?? Number.POSITIVE_INFINITY) < (two.expires ?? Number.POSITIVE_INFINITY)) return false;
    const isSame =
      one.action === two.action && one.expires === two.expires && this.#print(other) === this.#print(place);
    return !isSame || other < place;
  }

  #print(place: number): string {
    const rule = this.#parsed[place];
    return rule ? printRule(rule) : '';
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
