import type { Card } from './core/card';
import type { GateMode, Mediation } from './core/gateState';
import type { Judge } from './core/judge';
import type { Journal, Sha256 } from './core/journal';
import type { JsonObject } from './core/json';

export interface Clock {
  /** Milliseconds that only ever go up, whatever the wall clock does. */
  now(): number;
  /** Runs `then` once after `ms`; the result cancels it. */
  after(ms: number, then: () => void): () => void;
}

export interface ChannelOptions {
  readonly sessionId: string;
  readonly cwd: string;
  readonly gate: GateMode;
  readonly mediation: Mediation;
  /** How long a call, and how long a question or plan, waits for a person; 0 is for ever. */
  readonly timeLimit: (kind: Card['kind']) => number;
  readonly journal: Journal;
  readonly judge: Judge;
  readonly clock: Clock;
  readonly sha256: Sha256;
  /** Writes one message to the agent's stdin; rejects when it did not arrive there. */
  readonly write: (message: JsonObject) => Promise<void>;
  readonly onCard: (card: Card) => void;
  readonly onNotice: (level: 'info' | 'warning' | 'error', text: string) => void;
}
