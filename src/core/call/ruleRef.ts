export type Action = 'allow' | 'ask' | 'deny';

export type Scope = 'session' | 'workspace' | 'project' | 'user' | 'team' | 'claude' | 'builtin' | 'mode';

/** Names a rule among those of all scopes, for as long as it lives. `sessionId` belongs to the scope `session`. */
export interface RuleRef {
  readonly scope: Scope;
  readonly id: string;
  readonly sessionId?: string;
}

/** Stands for the rule where only a text can, such as the key of a map. It is never read back. */
export function refKey({ scope, id }: RuleRef): string {
  return `${scope}:${id}`;
}
