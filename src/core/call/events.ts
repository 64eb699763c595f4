import type { Sentence } from '../texts/sentence';
import type { ToldFacts } from './agentFacts';
import type { AskDetails, Subagent } from './call';
import type { Returned } from './returned';
import type { PlanLimits, Unreached } from './use';
import type { Json, JsonObject } from '../base/json';

/** What is new of a task. */
export interface TaskChange {
  readonly state?: 'running' | 'done' | 'failed' | 'stopped' | undefined;
  readonly background?: boolean;
  /** What it does now, in its own words. */
  readonly doing?: string;
  readonly tokens?: number;
  readonly calls?: number;
  readonly durationMs?: number;
  /** What came of it. */
  readonly summary?: string;
  /** The file with what it prints. */
  readonly output?: string;
  /** The model was told of its end. */
  readonly told?: true;
}

/** It comes in a list of what waits, which may have been made before some of it was withdrawn: it is no new question. */
export type Listed = true;

/** What an agent says, in our words. One agent's protocol is read into these and nothing else looks at its frames. */
export type AgentEvent =
  | {
      readonly type: 'turnStarted';
      readonly cliSessionId: string;
      readonly model: string;
      readonly mode: string;
      readonly version: string;
      readonly cwd: string;
    }
  | {
      readonly type: 'proposed';
      readonly toolCallId: string;
      readonly batchId: string;
      readonly single: boolean;
      readonly tool: string;
      readonly input: JsonObject;
      readonly subagent?: Subagent;
    }
  /** The agent has begun with this message of ours. */
  | { readonly type: 'begun'; readonly id: string }
  | { readonly type: 'batchComplete'; readonly batchId: string }
  | {
      readonly type: 'intercepted';
      readonly hookId: string;
      readonly toolCallId: string;
      readonly tool: string;
      readonly input: JsonObject;
      readonly subagent?: Subagent;
    }
  | {
      readonly type: 'ran';
      readonly hookId: string;
      readonly toolCallId: string;
      readonly failed: boolean;
      readonly text: string;
    }
  | {
      readonly type: 'asked';
      readonly askId: string;
      readonly toolCallId: string;
      readonly tool: string;
      readonly input: JsonObject;
      readonly details: AskDetails;
      /** The request as it came, with what we do not know too. */
      readonly request: JsonObject;
      readonly listed?: Listed;
      /** Why no rule may allow it. */
      readonly unsure?: Sentence;
      /** The call of which it is a part, in whose decision it is contained. */
      readonly partOf?: string;
      readonly subagent?: Subagent;
    }
  /** An agent that asks only for what it wants to ask has begun a call without. */
  | {
      readonly type: 'unasked';
      readonly toolCallId: string;
      readonly tool: string;
      readonly input: JsonObject;
      readonly problem: Sentence;
      readonly subagent?: Subagent;
    }
  | {
      readonly type: 'elicited';
      readonly askId: string;
      readonly server: string;
      readonly request: JsonObject;
      readonly listed?: Listed;
    }
  | { readonly type: 'cancelled'; readonly askId: string }
  | {
      readonly type: 'ended';
      readonly toolCallId: string;
      readonly ok: boolean;
      readonly text: string;
      readonly returned?: Returned;
    }
  | {
      readonly type: 'text';
      readonly id: string;
      readonly kind: 'text' | 'thinking';
      readonly text: string;
      /** The call whose subagent says it. */
      readonly parent?: string;
      /** How long the model thought. */
      readonly durationMs?: number;
    }
  | { readonly type: 'delta'; readonly id: string; readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly type: 'subagentStarted'; readonly subagent: Subagent }
  /** A subagent or a command in the background: what is new of it, and which call started it where that is told. */
  | { readonly type: 'task'; readonly taskId: string; readonly toolCallId?: string; readonly change: TaskChange }
  /** How far a call is that runs, as far as that is told: for how long it does, and the end of what it has printed. */
  | { readonly type: 'progress'; readonly toolCallId: string; readonly seconds?: number; readonly printed?: string }
  | {
      readonly type: 'retrying';
      readonly attempt: number;
      readonly most: number;
      readonly reason: string;
      readonly status?: number;
    }
  /** `inVain`: the agent would go on trying for minutes what cannot come out otherwise. */
  | { readonly type: 'unreached'; readonly why: Unreached; readonly inVain: boolean }
  | { readonly type: 'compacting' }
  | { readonly type: 'compacted'; readonly before: number; readonly after: number; readonly bySelf: boolean }
  | {
      readonly type: 'turnEnded';
      readonly ok: boolean;
      readonly interrupted: boolean;
      readonly errors: readonly string[];
    }
  /** What it has, as far as it says something new of it. */
  | { readonly type: 'told'; readonly told: ToldFacts }
  /** Which model answers from now on, and how hard it tries. */
  | { readonly type: 'answersWith'; readonly model?: string; readonly effort?: string }
  /** How much of the context the last message of the model has filled, and how much fits where that is told with it. */
  | { readonly type: 'used'; readonly tokens: number; readonly window?: number }
  /** What the conversation has cost so far, and how many tokens fit into each model. */
  | { readonly type: 'spent'; readonly cost?: number; readonly windows: Readonly<Record<string, number>> }
  | { readonly type: 'limited'; readonly limits: PlanLimits }
  | { readonly type: 'modeChanged'; readonly mode: string }
  | { readonly type: 'cleared' }
  | { readonly type: 'reply'; readonly requestId: string; readonly ok: true; readonly response: JsonObject }
  | { readonly type: 'reply'; readonly requestId: string; readonly ok: false; readonly error: Sentence }
  /** A hook that we cannot read. An error would let its call run, so it is denied. */
  | { readonly type: 'unreadableHook'; readonly hookId: Json; readonly what: string }
  /** A request of a kind we do not answer. It gets an error, never an acknowledgement that could mean yes. */
  | { readonly type: 'unsupported'; readonly requestId: Json; readonly subtype: string }
  | { readonly type: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly text: Sentence }
  /** A frame that says nothing we show; for the log. */
  | { readonly type: 'ignored'; readonly what: string }
  /** A frame that is not what its type says it is. */
  | { readonly type: 'malformed'; readonly what: string };
