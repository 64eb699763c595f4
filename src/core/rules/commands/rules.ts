import { type CompiledRule, isAlive } from '../match/compiled';
import { append } from '../../base/append';
import { LiteralIndex } from '../match/literalIndex';
import { GlobRule } from '../match/globRule';
import { wildcardMatches } from '../match/wildcard';
import { canonical } from '../shell/word';
import { type ShellWord } from '../shell/syntax';

/** The allow rules for commands, found by hashing the words a command begins with. */
export class AllowedCommands {
  readonly #prefixes = new Map<string, CompiledRule[]>();
  readonly #exact = new Map<string, CompiledRule[]>();
  readonly #globs = new LiteralIndex<GlobRule>();
  #longestPrefix = 0;

  add(rule: CompiledRule): void {
    const parsed = rule.rule;
    if (parsed.kind === 'prefix') {
      this.#longestPrefix = Math.max(this.#longestPrefix, parsed.words.length);
      append(this.#prefixes, parsed.words.join('\0'), rule);
    } else if (parsed.kind === 'exact') append(this.#exact, parsed.words.join('\0'), rule);
    else if (parsed.kind === 'glob') {
      this.#globs.add(parsed.pattern, new GlobRule(rule, parsed.pattern));
    }
  }

  /** A rule that names exactly these words. */
  exactRule(words: readonly ShellWord[], now: number): CompiledRule | undefined {
    if (this.#exact.size === 0) return undefined;
    const values = staticValues(words);
    return values && this.#exact.get(values.join('\0'))?.find(rule => isAlive(rule, now));
  }

  /** A rule whose fixed words are the first words, spelled out; what follows is free. */
  wideRule(words: readonly ShellWord[], now: number): CompiledRule | undefined {
    return this.#prefixRule(words, now) ?? this.#globRule(words, now);
  }

  /** The words that the narrowest rule for such a command spells out. */
  narrowestWords(words: readonly ShellWord[], now: number): readonly string[] {
    let narrowest: readonly string[] = [];
    let key = '';
    for (const [at, word] of words.slice(0, this.#longestPrefix).entries()) {
      if (word.value === undefined) break;
      key = at === 0 ? word.value : `${key}\0${word.value}`;
      if (this.#prefixes.get(key)?.some(rule => isAlive(rule, now)) === true) narrowest = key.split('\0');
    }
    const glob = this.#globRule(words, now)?.rule;
    const fixed =
      glob?.kind === 'glob'
        ? glob.pattern
            .replace(/\S*\*.*$/s, '')
            .trim()
            .split(/\s+/)
        : [];
    return fixed.length > narrowest.length ? fixed : narrowest;
  }

  #prefixRule(words: readonly ShellWord[], now: number): CompiledRule | undefined {
    let key = '';
    for (let length = 1; length <= this.#longestPrefix && length <= words.length; length++) {
      const value = words[length - 1]?.value;
      if (value === undefined) return undefined;
      key = length === 1 ? value : `${key}\0${value}`;
      const found = this.#prefixes.get(key)?.find(rule => isAlive(rule, now));
      if (found) return found;
    }
    return undefined;
  }

  #globRule(words: readonly ShellWord[], now: number): CompiledRule | undefined {
    if (this.#globs.isEmpty) return undefined;
    const values = staticValues(words);
    if (!values) return undefined;
    const text = values.map(canonical).join(' ');
    return this.#globs
      .candidates(text)
      .find(glob => isAlive(glob.rule, now) && wildcardMatches(glob.wildcard(false), text))?.rule;
  }
}

function staticValues(words: readonly ShellWord[]): readonly string[] | undefined {
  const values: string[] = [];
  for (const word of words) {
    if (word.value === undefined) return undefined;
    values.push(word.value);
  }
  return values;
}
