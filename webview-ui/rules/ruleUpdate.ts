import type { RuleRef } from '../../src/core/call/ruleRef';
import type { UpdateRule } from '../../src/core/ruleAdmin/changes';
import { type LifeName, lives } from '../ruleParts/lives';
import type { RuleEditing } from './panelStore';

/** What a person changed of a rule, as the host is told of it. */
export function updateOf(
  rule: RuleRef,
  editing: RuleEditing,
  unchanged: RuleEditing,
  sessionId: string | undefined,
): UpdateRule {
  const { action, pattern, description, scope, life } = editing;
  const moves = scope !== unchanged.scope;
  return {
    ...rule,
    ...(scope === 'session' && sessionId !== undefined ? { sessionId } : {}),
    changes: {
      ...(action === unchanged.action ? {} : { action }),
      ...(pattern === unchanged.pattern ? {} : { pattern: pattern.trim() }),
      ...(description === unchanged.description ? {} : { description: description.trim() || null }),
      ...(life === 'keep' ? {} : { expires: endOf(life) }),
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
