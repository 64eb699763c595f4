import type { Scope } from '../call/ruleRef';

/** Scopes that a person can write to. The settings of Claude Code are read and obeyed, and never changed. */
export type WritableScope = 'session' | 'workspace' | 'project' | 'user' | 'team';

export const writableScopes: readonly WritableScope[] = ['session', 'workspace', 'project', 'user', 'team'];

/** Scopes whose rules others get too: what is written there is looked at first. */
export function isShared(scope: Scope): scope is 'project' | 'team' {
  return scope === 'project' || scope === 'team';
}

export function isWritable(scope: Scope): scope is WritableScope {
  return writableScopes.some(it => it === scope);
}
