import type { Scope } from '../call/ruleRef';

/** Scopes that a person can write to. The settings of Claude Code are read and obeyed, and never changed. */
export type WritableScope = 'session' | 'workspace' | 'project' | 'user';

export const writableScopes: readonly WritableScope[] = ['session', 'workspace', 'project', 'user'];

export function isWritable(scope: Scope): scope is WritableScope {
  return writableScopes.some(it => it === scope);
}
