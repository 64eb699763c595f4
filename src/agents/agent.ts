import type { AgentAnswer } from '../core/call/answer';
import type { AgentEvent } from '../core/call/events';
import type { Message } from '../core/message/message';
import type { JsonObject } from '../core/base/json';

export type Reply = AgentEvent & { readonly type: 'reply' };

/** One process of an agent, as a session knows it: whatever it is, and however it is spoken to. */
export interface Agent {
  /** Rejects when it did not get ready. */
  readonly ready: Promise<void>;
  readonly isReady: boolean;
  readonly pid: number | undefined;
  /** Rejects when the message did not arrive. */
  say(message: Message): Promise<void>;
  /** Rejects when the answer did not arrive. */
  answer(answer: AgentAnswer): Promise<void>;
  /** Asks it to do something. What it cannot do is a reply that says so. */
  request(request: JsonObject, withinMs?: number): Promise<Reply>;
  /** From here on its exit is what was wanted, not a failure. */
  expectEnd(): void;
  stop(): Promise<void>;
}
