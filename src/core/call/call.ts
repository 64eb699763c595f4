import type { Sentence } from '../texts/sentence';
import type { JsonObject } from '../base/json';

/** What a call does, as far as the card that shows it is concerned. */
export type CallKind =
  | 'bash'
  | 'file_write'
  | 'file_delete'
  | 'mcp'
  | 'plan'
  | 'question'
  | 'elicitation'
  | 'web'
  | 'skill'
  | 'other';

/** The agent inside the agent that proposed a call; absent for the main conversation. */
export interface Subagent {
  readonly id: string;
  readonly type?: string;
  readonly task?: string;
  /** The call that started it. */
  readonly parentToolCallId?: string;
}

/**
 * What an agent wants with a call: to use a tool, or to have a form of an MCP server filled in. The kind alone says which,
 * so that no tool can become a form by its name.
 */
export type Wanted =
  | { readonly kind: 'tool'; readonly tool: string; readonly input: JsonObject }
  | { readonly kind: 'elicitation'; readonly server: string; readonly input: JsonObject };

/** One call. `(sessionId, toolCallId)` names it everywhere: on screen, on disk and on the wire. */
export interface Call {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly batchId: string;
  readonly what: Wanted;
  readonly subagent?: Subagent;
  /** A message of the person mentions it, and the agent would read it unasked: the answer goes to the message. */
  readonly from?: 'message';
}

/** What the agent added when it asked. Every part is optional on the wire, and none of it decides anything. */
export interface AskDetails {
  readonly title?: string;
  readonly description?: string;
  readonly reason?: string;
  readonly reasonType?: string;
  readonly blockedPath?: string;
  readonly mcpServer?: string;
  /** Rules and mode changes that the agent would take with an allow. Sent back only where a person ticked the row. */
  readonly suggestions: readonly JsonObject[];
  /** The answers that an agent takes which names them itself. It takes no edited input and no words with a deny. */
  readonly offered?: Offered;
}

/** Answers in an agent's own words, by what they mean. */
export interface Offered {
  readonly agent: string;
  /** How it calls the answer that allows this once; without one it can only be denied. */
  readonly allow?: string;
  readonly deny?: string;
  /** Those that allow more than this once. */
  readonly lasting: readonly { readonly id: string; readonly name: string }[];
}

/** Who or what made a decision. */
export type DecidedBy =
  | { readonly kind: 'person' }
  | {
      readonly kind: 'rule';
      readonly rule: string;
      readonly reason: Sentence;
      readonly where?: string;
      /** For the record: the `refKey` of the rule. */
      readonly ruleId?: string;
    }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'failure'; readonly reason: Sentence };

/** A folder outside of that of the session that a person opens: for one command, or for all until the session ends. */
export interface WriteLeave {
  readonly folder: string;
  readonly lasts: 'call' | 'session';
}

export interface Allow {
  readonly choice: 'allow';
  readonly by: DecidedBy;
  /** The input to run when it is not the one that was proposed. */
  readonly updatedInput?: JsonObject;
  /** Whether a person changed what will run, as opposed to answering a question inside the input. */
  readonly edited?: boolean;
  readonly updatedPermissions?: readonly JsonObject[];
  /** Where commands may write beside the folder of the session. */
  readonly leaves?: readonly WriteLeave[];
  /** An answer of the agent that holds for longer, which a person chose. */
  readonly option?: string;
}

export interface Deny {
  readonly choice: 'deny';
  readonly by: DecidedBy;
  /** What the model is told. */
  readonly message: string;
  /** Ends the turn as well; the agent then tells the model its own text instead of ours. */
  readonly stop: boolean;
}

export type Decision = Allow | Deny;

/** The key of a call among all sessions. */
export function callKey(sessionId: string, toolCallId: string): string {
  return `${sessionId}:${toolCallId}`;
}

const kindOfTool: Readonly<Record<string, CallKind>> = {
  Bash: 'bash',
  BashOutput: 'bash',
  KillBash: 'bash',
  KillShell: 'bash',
  Edit: 'file_write',
  MultiEdit: 'file_write',
  Write: 'file_write',
  NotebookEdit: 'file_write',
  Delete: 'file_delete',
  DeleteFile: 'file_delete',
  WebFetch: 'web',
  WebSearch: 'web',
  SandboxNetworkAccess: 'web',
  Skill: 'skill',
  SlashCommand: 'skill',
  AskUserQuestion: 'question',
  ExitPlanMode: 'plan',
};

/** By which the CLI asks for a command that wants to reach a host. */
export const networkTool = 'SandboxNetworkAccess';

/** What happens with the answer and has no result of its own: a form, and the way to a host. */
export function endsWithAnswer(what: Wanted): boolean {
  return what.kind === 'elicitation' || what.tool === networkTool;
}

/** The word for what is called, on screen and on disk. A form has no name of its own. */
export function nameOf(what: Wanted): string {
  return what.kind === 'tool' ? what.tool : what.kind;
}

export function callKindOf(what: Wanted): CallKind {
  return what.kind === 'tool' ? kindOf(what.tool) : what.kind;
}

/** A tool of an MCP server is one whatever its name says it does: `mcp__fs__write_file` is not a file edit of ours. */
export function kindOf(tool: string): CallKind {
  if (tool.startsWith('mcp__')) return 'mcp';
  return Object.hasOwn(kindOfTool, tool) ? (kindOfTool[tool] ?? 'other') : 'other';
}
