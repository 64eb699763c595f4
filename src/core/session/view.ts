import type { Sentence } from '../texts/sentence';
import type { Use } from '../call/use';
import type { QueueView } from '../message/queue';
import type { Shield } from './enforcement';

/** Why a session has no agent, with what a person can do about it. */
export interface SessionProblem {
  readonly code:
    | 'cli-missing'
    | 'cli-not-executable'
    | 'cli-too-old'
    | 'cli-exited'
    | 'cli-unreadable'
    | 'agent-ended'
    | 'agent-login'
    | 'untrusted'
    | 'storage';
  readonly message: Sentence;
  /** The last lines the agent wrote to stderr, for the person who has to find out. */
  readonly stderr: readonly string[];
  /** Ways of its own by which a person can log in to the agent. */
  readonly logins?: readonly Login[];
}

export interface Login {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** It is a program that talks to the person: the agent's own, with this in addition. */
  readonly terminal?: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
}

export type SessionStatus =
  | { readonly state: 'new' }
  | { readonly state: 'starting' }
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'waiting_permission' }
  | { readonly state: 'ended' }
  | { readonly state: 'failed'; readonly problem: SessionProblem };

/** A session as the chat header shows it. */
export interface SessionView {
  readonly sessionId: string;
  readonly title: string;
  readonly status: SessionStatus;
  readonly cwd: string;
  /** The model, and whether it is the real one: "Claude", "Scripted model". */
  readonly model: Sentence;
  readonly mode: string;
  /** How an agent over ACP calls its mode; empty where it has none. */
  readonly modeName?: string;
  /** Whether the kernel holds what the rules deny. */
  readonly shield: Shield;
  /** What its agent uses; absent where nothing is known of that. */
  readonly use?: Use;
  readonly cliVersion?: string;
  /** The agent over ACP that it is with; without a name it is Claude Code. */
  readonly agent?: string;
  /** Messages that wait for their turn; absent where none does. */
  readonly queue?: QueueView;
  /** It runs in another window, and is shown here too. */
  readonly elsewhere?: boolean;
}
