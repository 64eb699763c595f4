import type { RuleLife } from '../../src/core/ruleAdmin/changes';
import type { WritableScope } from '../../src/core/ruleAdmin/storedRule';
import type { Translate } from '../language/translate';

/** How long a new rule lives, as a person chooses it. */
export const lives = {
  always: undefined,
  turn: { kind: 'turn' },
  halfHour: { kind: 'minutes', minutes: 30 },
  day: { kind: 'minutes', minutes: 8 * 60 },
  week: { kind: 'minutes', minutes: 7 * 24 * 60 },
} as const satisfies Readonly<Record<string, RuleLife | undefined>>;

export type LifeName = keyof typeof lives;

/** Only a rule of a session can end with its turn. */
export function livesOf(scope: WritableScope): readonly LifeName[] {
  return scope === 'session' ? ['always', 'turn', 'halfHour'] : ['always', 'halfHour', 'day', 'week'];
}

export function lifeText(life: LifeName, scope: WritableScope, text: Translate): string {
  return life === 'always' && scope === 'session' ? text('life.session') : text(`life.${life}`);
}
