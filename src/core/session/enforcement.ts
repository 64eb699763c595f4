import type { Sentence } from '../texts/sentence';

/** What is to hold the deny rules beside reading: the sandbox of the agent where there is one, always, or never. */
export const enforcements = ['auto', 'required', 'off'] as const;
export type Enforcement = (typeof enforcements)[number];

/** What commands of the shell ask about: everything that no rule allows, or what leaves the workspace in which the kernel keeps them. */
export const askings = ['everything', 'leaving'] as const;
export type Asking = (typeof askings)[number];

/** What the kernel keeps from the shell of an agent. Paths are absolute: a relative one is passed over without a word. */
export interface KernelLimits {
  readonly denyRead: readonly string[];
  readonly denyWrite: readonly string[];
  /** Beside the folder of the session and the temporary one, in which a command may write anyway. */
  readonly allowWrite: readonly string[];
  readonly deniedHosts: readonly string[];
  /** Commands that run outside; an agent keeps those that it was started with. */
  readonly excluded?: readonly string[];
}

/** Whether the kernel holds what the rules deny, as the header of the chat says it. */
export type Shield =
  /** No agent was started yet. */
  | { readonly state: 'untried' }
  | {
      readonly state: 'held';
      readonly counts: HeldCounts;
      readonly gaps: readonly Sentence[];
      /** Commands that it keeps in the workspace run without a question. */
      readonly calm?: boolean;
      /** Where a person lets commands write until the session ends. */
      readonly opened?: readonly string[];
      /** Commands that run outside of it. */
      readonly excluded?: readonly string[];
      /** What this version of the agent is known to let through. */
      readonly weaknesses?: readonly Sentence[];
    }
  /** Not held; with `required` no command of the shell is allowed then. */
  | {
      readonly state: 'open' | 'stopped';
      readonly why: Sentence;
      /** What a person can do about it. */
      readonly remedy?: Sentence;
    };

/** What the rules of a session come to. */
export interface SessionLimits {
  readonly kernel: KernelLimits;
  /** Why each path is kept, by the rule that wants it; a path of none is protected by Latch itself. */
  readonly reads: readonly KeptPath[];
  readonly writes: readonly KeptPath[];
  /** What could not be worked out: while there is any of it, commands that a rule allows ask. */
  readonly failures: readonly Sentence[];
}

/** A path that is kept from commands, and what for. */
export interface KeptPath {
  readonly path: string;
  /** The rule that wants it; absent for what Latch protects on its own. */
  readonly rule?: string;
}

interface HeldCounts {
  readonly reads: number;
  readonly writes: number;
  readonly hosts: number;
}
