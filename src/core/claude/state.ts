import type { AgentEvent } from '../call/events';
import type { Subagent } from '../call/call';

/** What has to be remembered between two lines to read the second one. */
export interface ClaudeState {
  readonly messageId?: string;
  readonly blockIndex: number;
  /** The last error that came as a message of its own. */
  readonly errorSaid?: string;
  /** Subagents by id, as their tasks announce themselves. */
  readonly subagents: ReadonlyMap<string, Subagent>;
  /** Which call started which subagent. */
  readonly byParent: ReadonlyMap<string, Subagent>;
}

export const initialClaude: ClaudeState = { blockIndex: 0, subagents: new Map(), byParent: new Map() };

export type Decoded = readonly [ClaudeState, readonly AgentEvent[]];
