export type Action = 'allow' | 'ask' | 'deny';

export type Scope = 'session' | 'workspace' | 'project' | 'user' | 'team' | 'claude' | 'builtin' | 'mode';
