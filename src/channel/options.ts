import type { Sentence } from '../core/texts/sentence';
import type { AgentAnswer } from '../core/call/answer';
import type { Call, WriteLeave } from '../core/call/call';
import type { Card } from '../core/card/card';
import type { GateMode, Mediation } from '../core/gate/state';
import type { Judge } from '../core/call/judgement';
import type { Journal, Sha256 } from '../core/journal/journal';
import type { Clock } from '../core/base/clock';

export interface ChannelOptions {
  readonly sessionId: string;
  readonly cwd: string;
  readonly gate: GateMode;
  readonly mediation: Mediation;
  /** How long a call, and how long a question or plan, waits for a person; 0 is for ever. */
  readonly timeLimit: (kind: Card['kind']) => number;
  readonly journal: Journal;
  readonly judge: Judge;
  /** For the record: the agent's run and its permission mode as they are now, and who the person is. */
  readonly context: () => { readonly run: string; readonly mode: string; readonly user?: string };
  readonly clock: Clock;
  readonly sha256: Sha256;
  /** Answers the agent; rejects when that did not arrive. */
  readonly answer: (answer: AgentAnswer) => Promise<void>;
  /**
   * Waits until a command may start under what the rules have come to, with what a person has opened with it; rejects
   * where it may not. Whether there is a sandbox for it.
   */
  readonly beforeCommand: (toolCallId: string, leaves: readonly WriteLeave[]) => Promise<boolean>;
  /** What is to be done on this machine before an allowed call runs; it never rejects, and does not take long. */
  readonly beforeRun?: (what: Call['what'], cwd: string) => Promise<void>;
  /** A command has come to its end, or nobody waits for it any more. */
  readonly afterCommand: (toolCallId: string) => void;
  /** What of a result the kernel has stopped. */
  readonly stoppedIn: (text: string) => Sentence | undefined;
  /** What is to be looked at after a call has run, before the agent goes on. */
  readonly beforeGoingOn?: () => Promise<void> | undefined;
  readonly onCard: (card: Card) => void;
  readonly onNotice: (level: 'info' | 'warning' | 'error', text: Sentence) => void;
}
