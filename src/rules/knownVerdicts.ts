import { isObject } from '../core/base/json';
import {
  type Context,
  evaluate,
  type Facts,
  type LinkAt,
  type RuleSet,
  type ToolUse,
  type Verdict,
} from '../core/rules';

/** Rules that count together, and the times at which some of them end. */
export interface TimedRules {
  readonly set: RuleSet;
  readonly ends: readonly number[];
}

interface Known {
  readonly rules: TimedRules;
  readonly facts: Facts;
  readonly at: number;
  readonly looks: readonly Look[];
  readonly verdict: Verdict;
}

/** A question to the machine, and what it answered. */
interface Look {
  readonly again: (facts: Facts, places: Map<string, LinkAt>) => unknown;
  readonly answer: string;
}

/** A large batch is proposed before the first of its calls is asked for. */
const mostKnown = 128;
/** Longer calls, and those that look at more, are so rare that they are judged each time. */
const longestKey = 8 * 1024;
const mostSeen = 8 * 1024;

/**
 * A call is judged when it is proposed, when a hook tells of it and when it is asked for. By the same rules and with the
 * same answers of the machine the verdict is the same, so of a call that was judged just before only the questions are
 * asked again: what ran in between may have changed the disk that they are about.
 */
export class KnownVerdicts {
  readonly #known = new Map<string, Known>();

  verdict(rules: TimedRules, { tool, input, cwd }: ToolUse, context: Context): Verdict {
    const { facts, now, ...values } = context;
    const call = { tool, input, cwd };
    const key = keyOf(call, values);
    if (key === undefined) return evaluate(rules.set, call, context);
    const known = this.#known.get(key);
    if (known?.facts === facts && isByTheSame(known, rules, now) && isStillSo(known.looks, facts)) return known.verdict;
    this.#known.delete(key);
    const watched = new Watched(facts);
    const verdict = evaluate(rules.set, call, { ...context, facts: watched });
    const { looks } = watched;
    if (looks) this.#keep(key, { rules, facts, at: now, looks, verdict });
    return verdict;
  }

  #keep(key: string, known: Known): void {
    this.#known.set(key, known);
    if (this.#known.size <= mostKnown) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}

/** None for what is too long, or too deep to be written as text. */
function keyOf(call: ToolUse, values: object): string | undefined {
  try {
    const isLong =
      isObject(call.input) && Object.values(call.input).some(it => typeof it === 'string' && it.length > longestKey);
    const key = isLong ? undefined : JSON.stringify([call, values]);
    return key !== undefined && key.length <= longestKey ? key : undefined;
  } catch {
    return undefined;
  }
}

function isByTheSame({ rules, at }: Known, { set, ends }: TimedRules, now: number): boolean {
  return rules.set === set && at <= now && !ends.some(end => at < end && end <= now);
}

function isStillSo(looks: readonly Look[], facts: Facts): boolean {
  const places = new Map<string, LinkAt>();
  return looks.every(({ again, answer }) => textOf(again(facts, places)) === answer);
}

/** Facts that keep what was asked of them. */
class Watched implements Facts {
  readonly #facts: Facts;
  #looks: Look[] | undefined = [];
  #seen = 0;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** None where too much was asked for. */
  get looks(): readonly Look[] | undefined {
    return this.#looks;
  }

  readonly realPath: Facts['realPath'] = (path, seen) =>
    this.#look(this.#facts.realPath(path, seen), (facts, places) => facts.realPath(path, places));
  readonly entries: Facts['entries'] = folder =>
    this.#look(this.#facts.entries(folder), facts => facts.entries(folder));
  readonly text: Facts['text'] = file => this.#look(this.#facts.text(file), facts => facts.text(file));
  readonly tracked: Facts['tracked'] = folder =>
    this.#look(this.#facts.tracked(folder), facts => facts.tracked(folder));
  readonly git: Facts['git'] = folder => this.#look(this.#facts.git(folder), facts => facts.git(folder));
  readonly gitAnswer: Facts['gitAnswer'] = (folder, args) =>
    this.#look(this.#facts.gitAnswer(folder, args), facts => facts.gitAnswer(folder, args));

  #look<Answer>(found: Answer, again: Look['again']): Answer {
    if (!this.#looks) return found;
    const answer = textOf(found);
    this.#seen += answer.length;
    if (this.#seen > mostSeen) this.#looks = undefined;
    else this.#looks.push({ again, answer });
    return found;
  }
}

function textOf(answer: unknown): string {
  return typeof answer === 'string' ? `=${answer}` : (JSON.stringify(answer) ?? '');
}
