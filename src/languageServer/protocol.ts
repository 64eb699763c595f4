import type { Action } from '../core/call/ruleRef';
import type { JsonObject } from '../core/base/json';

/** What a client may tell the server as it starts. Any client may leave all of it out. */
export interface ServerOptions {
  /** False: the folder is not trusted, and nothing is read but the text that is open. */
  readonly trusted?: boolean;
  /** The client is Latch: it answers `latch/history` and has its commands, and the editor formats JSON itself. */
  readonly isLatch?: boolean;
  /** Where Claude Code keeps its own files, where that is not known from the environment. */
  readonly claudeFolder?: string;
  /** The file with the rules for this folder that are the person's alone. */
  readonly ownFile?: string;
}

/** What the client tells when it has changed: whether the folder is trusted, or what is known of past calls. */
export const changed = 'latch/changed';
export const historyOf = 'latch/history';

/** What happened in this folder, as far as it helps to write rules. */
export interface History {
  /** Names of tools that an agent had here, those of MCP servers among them. */
  readonly tools: readonly string[];
  /** The last one first. */
  readonly calls: readonly HistoryCall[];
  readonly uses: readonly RuleUse[];
}

export interface HistoryCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly text: string;
  readonly cwd: string;
  /** A person was asked. */
  readonly asked: boolean;
}

/** How often a rule decided, and when last. */
export interface RuleUse {
  readonly file: string;
  readonly action: Action;
  readonly pattern: string;
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly last: number;
}

export const commands = { tryRule: 'latch.tryRule', callsOfRule: 'latch.callsOfRule' } as const;

/** Names a rule to these commands. */
export interface NamedRule {
  readonly file: string;
  readonly action: Action;
  readonly pattern: string;
}
