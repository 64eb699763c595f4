import type { Rule } from './rule';
import type { Action, Because, RuleSource } from './verdict';

/** A parsed rule that knows where it stands. */
export interface CompiledRule {
  /** As it was written. */
  readonly text: string;
  readonly action: Action;
  readonly rule: Rule;
  readonly source: RuleSource;
  readonly root: string;
  readonly expires: number;
}

export function isAlive(rule: CompiledRule, now: number): boolean {
  return now < rule.expires;
}

const verbs = { allow: 'allows', ask: 'asks about', deny: 'denies' } as const;

export function becauseOf(rule: CompiledRule, command?: string, verdict = rule.action, note?: string): Because {
  const place =
    rule.source.file === undefined
      ? ''
      : ` (${rule.source.file}${rule.source.line === undefined ? '' : `:${rule.source.line}`})`;
  const base = {
    verdict,
    rule: rule.text,
    source: rule.source,
    reason: note ?? `The ${rule.source.scope} rule ${rule.text}${place} ${verbs[rule.action]} this.`,
  };
  return command === undefined ? base : { command, ...base };
}
