import type { Rule } from '../language/rule';
import type { Because, RuleSource } from '../language/verdict';
import type { Action, Scope } from '../../call/ruleRef';

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

export function becauseOf(rule: CompiledRule, command?: string, verdict = rule.action, note?: string): Because {
  const { file, shown = file, line } = rule.source;
  const place = shown === undefined ? '' : ` (${shown}${line === undefined ? '' : `:${line}`})`;
  const base = {
    verdict,
    rule: rule.text,
    source: rule.source,
    reason: note ?? effectOf(rule.action, rule.source.scope, `${rule.text}${place}`),
  };
  return command === undefined ? base : { command, ...base };
}

function effectOf(action: Action, scope: Scope, rule: string): string {
  switch (action) {
    case 'allow':
      return `The ${scope} rule ${rule} allows this.`;
    case 'ask':
      return `The ${scope} rule ${rule} asks about this.`;
    case 'deny':
      return `The ${scope} rule ${rule} denies this.`;
    default:
      return action satisfies never;
  }
}
