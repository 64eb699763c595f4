import { type CompiledRule, isAlive } from '../match/compiled';
import { append } from '../../base/append';
import { LiteralIndex } from '../match/literalIndex';
import type { Budget } from '../language/budget';
import { commandPattern, type CommandPattern, matchCommand, withoutGlobalOptions } from './pattern';
import { programName } from '../starts/program';
import { GlobRule } from '../match/globRule';
import { hole, wildcardMatches, wildcardMayMatch } from '../match/wildcard';
import { canonical, textWithHoles } from '../shell/word';
import { type ShellWord } from '../shell/syntax';

interface CommandHit {
  readonly rule: CompiledRule;
  /** False when a part of the command is not known, and it may or may not be what the rule names. */
  readonly sure: boolean;
}

interface WordRule {
  readonly rule: CompiledRule;
  readonly pattern: CommandPattern;
  /** Among all of them. */
  readonly place: number;
}

/** Up to here it is quicker to try them all. */
const fewRules = 4;
const none: readonly WordRule[] = [];
/** So much is compared in one step. */
const wordsPerStep = 16;
const globsPerStep = 10;
const charactersPerStep = 256;
/** A text with unknown parts is compared with each place of a pattern. */
const globLength = 8;

/** The deny or ask rules for commands. They match however the command is spelled, not only as the rule spells it. */
export class DeniedCommands {
  readonly #byProgram = new Map<string, WordRule[]>();
  readonly #bySubcommand = new Map<string, WordRule[]>();
  readonly #withoutSubcommand = new Map<string, WordRule[]>();
  /** Of every program: those that go on after a subcommand, by it, and those that are looked for by no subcommand. */
  readonly #ofAnyProgram = new Map<string, WordRule[]>();
  readonly #ofAnyCommand: WordRule[] = [];
  readonly #globs = new LiteralIndex<GlobRule>();
  readonly #words: WordRule[] = [];

  add(rule: CompiledRule): void {
    const parsed = rule.rule;
    if (parsed.kind === 'glob') {
      this.#globs.add(parsed.pattern, new GlobRule(rule, parsed.pattern));
      return;
    }
    if (parsed.kind !== 'prefix' && parsed.kind !== 'exact') return;
    const pattern = commandPattern(parsed.words, parsed.kind === 'exact');
    const entry: WordRule = { rule, pattern, place: this.#words.length };
    const program = pattern.program.toLowerCase();
    this.#words.push(entry);
    append(this.#byProgram, program, entry);
    const [subcommand] = pattern.operands;
    if (subcommand === undefined || pattern.exact) this.#ofAnyCommand.push(entry);
    else append(this.#ofAnyProgram, subcommand.toLowerCase(), entry);
    if (subcommand === undefined) append(this.#withoutSubcommand, program, entry);
    else append(this.#bySubcommand, `${program}\0${subcommand.toLowerCase()}`, entry);
  }

  get isEmpty(): boolean {
    return this.#words.length === 0 && this.#globs.isEmpty;
  }

  find(words: readonly ShellWord[], ignoreCase: boolean, now: number, budget: Budget): CommandHit | undefined {
    if (this.isEmpty) return undefined;
    let maybe: CommandHit | undefined;
    for (const { rule, pattern } of this.#candidates(words)) {
      budget.spend(words.length / wordsPerStep);
      if (!isAlive(rule, now)) continue;
      const match = matchCommand(pattern, words, ignoreCase);
      if (match === 'yes') return { rule, sure: true };
      if (match === 'maybe') maybe ??= { rule, sure: false };
    }
    return this.#findGlob(words, ignoreCase, now, budget) ?? maybe;
  }

  /** Rules whose program name stands as a word in a text that is not shell. */
  findMention(text: string, now: number): CompiledRule | undefined {
    for (const word of new Set(text.toLowerCase().match(/[\w./-]+/g))) {
      const entry = (this.#byProgram.get(word) ?? this.#byProgram.get(programName(word)))?.find(one =>
        isAlive(one.rule, now),
      );
      if (entry) return entry.rule;
    }
    return this.#globs.all.find(glob => isAlive(glob.rule, now))?.rule;
  }

  /** Rules of which every word stands in a text, as a word of its own. */
  findWords(text: string, now: number): CompiledRule | undefined {
    const words = new Set(
      text
        .toLowerCase()
        .match(/[\w./-]+/g)
        ?.flatMap(word => [word, programName(word)]),
    );
    const entry = inPlace([...words].flatMap(word => this.#byProgram.get(word) ?? none)).find(
      ({ rule, pattern }) => isAlive(rule, now) && pattern.operands.every(word => words.has(word.toLowerCase())),
    );
    if (entry) return entry.rule;
    return this.#globs.all.find(({ rule, literals }) => isAlive(rule, now) && literals.every(it => text.includes(it)))
      ?.rule;
  }

  any(now: number): CompiledRule | undefined {
    return (
      this.#words.find(entry => isAlive(entry.rule, now))?.rule ??
      this.#globs.all.find(glob => isAlive(glob.rule, now))?.rule
    );
  }

  #candidates(words: readonly ShellWord[]): readonly WordRule[] {
    const first = words[0];
    if (first?.value === undefined) return this.#underAnyName(words.slice(1));
    const full = first.value.toLowerCase();
    const bare = programName(full);
    const dynamic = words.some(word => word.value === undefined);
    if (bare === full) return this.#underName(full, words, dynamic);
    return [...this.#underName(full, words, dynamic), ...this.#underName(bare, words, dynamic)];
  }

  /** Whatever the program is: its first operands are known, so a rule for others does not meet it. */
  #underAnyName(rest: readonly ShellWord[]): readonly WordRule[] {
    const found = [this.#ofAnyCommand];
    for (const { value } of rest) {
      if (value === undefined) return this.#words;
      found.push(this.#ofAnyProgram.get(value.toLowerCase()) ?? []);
    }
    return inPlace(found.flat());
  }

  #underName(name: string, words: readonly ShellWord[], dynamic: boolean): readonly WordRule[] {
    const all = this.#byProgram.get(name);
    if (all === undefined || dynamic || all.length <= fewRules) return all ?? none;
    const found: WordRule[] = [];
    const any = this.#withoutSubcommand.get(name);
    if (any) found.push(...any);
    for (let at = 1; at < words.length; at++) {
      const own = this.#bySubcommand.get(`${name}\0${words[at]?.value?.toLowerCase()}`);
      if (own) found.push(...own);
    }
    return found;
  }

  #findGlob(words: readonly ShellWord[], ignoreCase: boolean, now: number, budget: Budget): CommandHit | undefined {
    if (this.#globs.isEmpty) return undefined;
    const dynamic = words.some(word => word.value === undefined);
    for (const text of spellings(words)) {
      const compared = ignoreCase ? text.toLowerCase() : text;
      for (const glob of dynamic ? this.#globs.all : this.#globs.candidates(text)) {
        budget.spend((dynamic ? globLength : 1) * (1 / globsPerStep + text.length / charactersPerStep));
        if (!isAlive(glob.rule, now)) continue;
        const wildcard = glob.wildcard(ignoreCase);
        if (wildcardMatches(wildcard, compared) && !dynamic) return { rule: glob.rule, sure: true };
        if (dynamic && wildcardMayMatch(wildcard, compared)) return { rule: glob.rule, sure: false };
      }
    }
    return undefined;
  }
}

/** Each once, in the order in which they were added. */
function inPlace(rules: readonly WordRule[]): readonly WordRule[] {
  return [...new Set(rules)].toSorted((one, other) => one.place - other.place);
}

/** The texts under which a command may be known: as written, by its bare name, without options before the subcommand. */
function spellings(words: readonly ShellWord[]): readonly string[] {
  const values = words.map(word => (word.value === undefined ? textWithHoles(word, hole) : word.value));
  const program = programName(values[0] ?? '');
  const bare = program === values[0] ? values : [program, ...values.slice(1)];
  const short = withoutGlobalOptions(bare);
  const lists = [values];
  if (bare !== values) lists.push(bare);
  if (short.length !== bare.length) lists.push([...short]);
  return lists.map(list => list.map(canonical).join(' '));
}
