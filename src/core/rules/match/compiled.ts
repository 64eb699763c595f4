import type { Rule } from '../language/rule';
import type { Because, RuleSource } from '../language/verdict';
import type { Action, Scope } from '../../call/ruleRef';
import { say, type Sentence } from '../../texts/sentence';

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

export function becauseOf(rule: CompiledRule, command?: string, verdict = rule.action, note?: Sentence): Because {
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

function effectOf(action: Action, scope: Scope, rule: string): Sentence {
  switch (action) {
    case 'allow':
      return say('The {scope} rule {rule} allows this.', { scope: say(scope), rule });
    case 'ask':
      return say('The {scope} rule {rule} asks about this.', { scope: say(scope), rule });
    case 'deny':
      return say('The {scope} rule {rule} denies this.', { scope: say(scope), rule });
    default:
      return action satisfies never;
  }
}
