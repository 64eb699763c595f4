/** What a session uses, as its agent told it last. */
export interface Use {
  /** The model that answers: `claude-sonnet-5-5`. */
  readonly model?: string;
  /** Under which name a person chose it: `sonnet`. */
  readonly chosen?: string;
  readonly effort?: string;
  /** A person told it not to think. */
  readonly thinkingOff?: boolean;
  readonly context?: ContextUse;
  /** In US dollars, of the whole conversation. */
  readonly cost?: number;
  readonly limits?: PlanLimits;
  readonly unreached?: Unreached;
}

/** What kept the model from answering last: its server did not take the account, or was not there. */
export type Unreached = 'account' | 'network';

export interface ContextUse {
  readonly tokens: number;
  /** How many fit; absent until the agent has told. */
  readonly window?: number;
}

/** How much of a plan is used up; of an API key there is no such thing. */
export interface PlanLimits {
  readonly status: 'allowed' | 'warning' | 'rejected';
  /** Which of them this is about: `five_hour`. */
  readonly kind: string;
  /** When it begins anew, in milliseconds since 1970. */
  readonly resetsAt?: number;
  readonly windows: readonly LimitWindow[];
}

export interface LimitWindow {
  readonly kind: string;
  /** Of 1. */
  readonly used: number;
  readonly resetsAt?: number;
}

/** What a person chose of the model that is to answer. */
export interface AgentChoices {
  /** Of an agent that has modes of its own, as it calls it. */
  readonly mode?: string;
  readonly model?: string;
  readonly effort?: string;
  readonly thinkingOff?: boolean;
}
