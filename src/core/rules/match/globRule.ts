import type { CompiledRule } from './compiled';
import { commandWildcard, type Wildcard } from './wildcard';

/** A rule with a `*` inside. Its pattern is taken apart when it is first needed: most of many rules never are. */
export class GlobRule {
  readonly rule: CompiledRule;
  readonly #pattern: string;
  #exactCase: Wildcard | undefined;
  #anyCase: Wildcard | undefined;

  constructor(rule: CompiledRule, pattern: string) {
    this.rule = rule;
    this.#pattern = pattern;
  }

  /** The texts between its stars. */
  get literals(): readonly string[] {
    return this.#pattern.split(/[*\s]+/).filter(text => text !== '');
  }

  wildcard(ignoreCase: boolean): Wildcard {
    if (ignoreCase) return (this.#anyCase ??= commandWildcard(this.#pattern.toLowerCase()));
    return (this.#exactCase ??= commandWildcard(this.#pattern));
  }
}
