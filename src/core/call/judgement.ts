import type { Sentence } from '../texts/sentence';
import type { RuleRef } from './ruleRef';
import type { JsonObject } from '../base/json';
import type { DecidedBy } from './call';

/** What the rules make of one call: the verdict for the gate, and what the card says about it. */
export interface Judgement {
  readonly verdict: GateVerdict;
  readonly risk: Risk;
  readonly riskSentence: Sentence;
  readonly because: readonly CardReason[];
  /** What the call does, what needs a look first; absent where nobody has judged it. */
  readonly effects?: readonly CallEffect[];
  /** Where a command would write and the kernel would stop it, with the folder that can be opened for it. */
  readonly outside?: readonly { readonly path: string; readonly folder?: string }[];
  /** Of a command line that may run outside of the sandbox: what it names that a person has excluded from that. */
  readonly excluded?: string;
}

export interface JudgedCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string;
  /** The permission mode of the agent, as it calls it. */
  readonly mode?: string;
  /** The session that the call belongs to: some rules are those of one session only. */
  readonly sessionId?: string;
  /** The kernel holds commands at this moment. */
  readonly held?: boolean;
  /** The commands that a person lets out of what holds them. */
  readonly excluded?: readonly string[];
  /** No way is known in which a command of this agent gets out of what holds it. */
  readonly tight?: boolean;
  /** The agent takes what a repository brings, also from the folders in which it opens a file. */
  readonly takes?: boolean;
  /** Where commands may write at this moment beside the folder of the session. */
  readonly writable?: readonly string[];
  /** What is to be said of every command of the shell at this moment, whatever the rules allow. */
  readonly shell?: ShellStop;
}

/** Why no command of the shell runs by a rule, or none runs at all. */
export interface ShellStop {
  readonly decision: 'ask' | 'deny';
  readonly reason: Sentence;
}

export type Judge = (call: JudgedCall) => Judgement;

export type Risk = 'low' | 'medium' | 'high' | 'critical';

/**
 * How closely a person has to look. Ordinary work has none; amber is what leaves the workspace or cannot be undone, red
 * what destroys or gives a secret away.
 */
export type Alarm = 'none' | 'amber' | 'red';

/** One thing that a call does, as a person reads it. */
export interface CallEffect {
  readonly says: Sentence;
  readonly alarm: Alarm;
  /** The command that does it, as it was written. */
  readonly part?: string;
}

/** One part of the reason for a verdict: which piece of the call, which rule, and why in a sentence. */
export interface CardReason {
  readonly command?: string;
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly rule?: string;
  /** The rule itself, so that it can be shown where rules are managed. */
  readonly ref?: RuleRef;
  /** Where the rule is written, for a person: "project .latch/rules.json:7". */
  readonly where?: string;
  readonly reason: Sentence;
  /** Of a deny rule that a command met: who keeps it, the kernel or our reading of the command. */
  readonly held?: Sentence;
}

/** What the rules say of a call, as far as the gate needs to know it. */
export type GateVerdict =
  | { readonly decision: 'allow'; readonly by: DecidedBy; readonly readOnly: boolean }
  | { readonly decision: 'ask'; readonly readOnly: boolean; readonly always: boolean }
  | { readonly decision: 'deny'; readonly by: DecidedBy; readonly message: string; readonly readOnly: boolean }
  /** A tool that only keeps the agent's own books. It is journaled, and neither asked nor held. */
  | { readonly decision: 'pass' };
