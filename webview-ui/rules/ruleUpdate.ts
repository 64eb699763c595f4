import type { RuleRow } from '../../src/core/ruleAdmin/row';
import type { UpdateRule } from '../../src/core/ruleAdmin/changes';
import { type LifeName, lives } from '../ruleParts/lives';
import { nameOf, type RuleEditing } from './panelStore';

/** What a person changed of a rule, as the host is told of it. */
export function updateOf(
  row: RuleRow,
  editing: RuleEditing,
  unchanged: RuleEditing,
  sessionId: string | undefined,
): UpdateRule {
  const { action, pattern, description, scope, life } = editing;
  const moves = scope !== unchanged.scope;
  return {
    ...nameOf(row),
    ...(scope === 'session' && sessionId !== undefined ? { sessionId } : {}),
    changes: {
      ...(action === unchanged.action ? {} : { action }),
      ...(pattern === unchanged.pattern ? {} : { pattern: pattern.trim() }),
      ...(description === unchanged.description ? {} : { description: description.trim() || null }),
      ...(life === 'keep' ? {} : { expiresAt: endOf(life) }),
    },
    ...(moves ? { moveTo: scope } : {}),
  };
}

function isLife(life: string): life is LifeName {
  return Object.hasOwn(lives, life);
}

function endOf(life: string): number | null {
  const found = isLife(life) ? lives[life] : undefined;
  return found?.kind === 'minutes' ? Date.now() + found.minutes * 60_000 : null;
}
