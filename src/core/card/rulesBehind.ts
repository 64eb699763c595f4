import type { RuleRef } from '../call/ruleRef';
import type { Card } from './card';

/** A rule that decided a call, with what leads to it. */
export interface RuleBehind {
  readonly rule: string;
  readonly where?: string;
  readonly ref?: RuleRef;
}

/** The rules that decided a call, each once; none when a person did, or nothing that somebody wrote. */
export function rulesBehind({ outcome, because }: Pick<Card, 'outcome' | 'because'>): readonly RuleBehind[] {
  if (outcome?.by !== 'rule') return [];
  const { detail, where, choice } = outcome;
  const found = new Map<string, RuleBehind>();
  for (const { verdict, rule, where: place, ref } of because) {
    if (verdict !== choice || rule === undefined) continue;
    const behind = {
      rule,
      ...(place === undefined ? {} : { where: place }),
      ...(ref === undefined ? {} : { ref }),
    };
    found.set(`${rule}\n${place ?? ''}`, behind);
  }
  // Of a call of an earlier window only what the journal says is known.
  if (found.size === 0 && detail !== undefined && where !== undefined) found.set('', { rule: detail, where });
  return [...found.values()];
}
