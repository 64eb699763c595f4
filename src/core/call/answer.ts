import type { Json } from '../base/json';
import type { Call, Decision } from './call';

/** What a hook of the agent is told of a call. */
export type HookAnswer =
  | { readonly kind: 'ask' }
  | { readonly kind: 'none' }
  | { readonly kind: 'deny'; readonly reason: string };

/** What an agent is answered, in our words. Only the adapter of its protocol knows how that is written. */
export type AgentAnswer =
  | { readonly type: 'decision'; readonly askId: string; readonly call: Call; readonly decision: Decision }
  | { readonly type: 'hook'; readonly hookId: Json; readonly answer: HookAnswer }
  | { readonly type: 'ran'; readonly hookId: string; readonly context: string | undefined; readonly failed: boolean }
  | { readonly type: 'error'; readonly requestId: Json; readonly error: string };
