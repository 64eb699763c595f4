import type { StoredRule } from './storedRule';

/** What a change means for those who share the rules. */
type TeamEffect =
  /** It denies or asks about more, at once and for everybody. */
  | 'restricts'
  /** It allows more, to everybody who accepts it. */
  | 'allows'
  /** Something that held ends, at once and for everybody. */
  | 'ends';

export interface TeamChange {
  /** The rules that change, one a line, as they are and as they will be. */
  readonly before: string;
  readonly after: string;
  readonly effects: readonly TeamEffect[];
}

/** What others will notice of it when rules of a team become these. */
export function teamChange(before: readonly StoredRule[], after: readonly StoredRule[]): TeamChange {
  const [old, next] = [new Map(before.map(rule => [rule.id, rule])), new Map(after.map(rule => [rule.id, rule]))];
  const gone = before.filter(rule => !isSame(rule, next.get(rule.id)));
  const made = after.filter(rule => !isSame(rule, old.get(rule.id)));
  const effects: readonly (readonly [TeamEffect, boolean])[] = [
    ['restricts', made.some(({ action }) => action !== 'allow')],
    ['allows', made.some(({ action }) => action === 'allow')],
    ['ends', gone.some(rule => !saysAsMuch(next.get(rule.id), rule))],
  ];
  return {
    before: textOf(gone),
    after: textOf(made),
    effects: effects.flatMap(([effect, holds]) => (holds ? [effect] : [])),
  };
}

function isSame(one: StoredRule, other: StoredRule | undefined): boolean {
  return other !== undefined && lineOf(one) === lineOf(other);
}

/** Another description takes nothing away. */
function saysAsMuch(next: StoredRule | undefined, { action, pattern, expires }: StoredRule): boolean {
  return next?.action === action && next.pattern === pattern && next.expires === expires;
}

function textOf(rules: readonly StoredRule[]): string {
  return rules.map(rule => `${lineOf(rule)}\n`).join('');
}

function lineOf({ action, pattern, expires, description }: StoredRule): string {
  const end = expires === undefined ? '' : `, until ${new Date(expires).toISOString()}`;
  return `${action} ${pattern}${end}${description === undefined ? '' : ` (${description})`}`;
}
