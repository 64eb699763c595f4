import type { Sentence } from '../texts/sentence';
import type { AskDetails, CallKind, DecidedBy, Subagent } from '../call/call';
import type { InteractionResponse } from '../card/interaction';
import type { Returned } from '../call/returned';
import type { CardReason, Risk } from '../call/judgement';
import { isObject, type Json, type JsonObject } from '../base/json';
import { maskedBeginning, maskRest, maskValue } from '../masking/masking';

/**
 * The journal is what happened, one JSON object a line, each with the hash of the line before it. It is append-only and
 * never an authority: nothing is allowed because a journal says so.
 */
export type JournalRecord =
  | {
      readonly type: 'session_started';
      readonly sessionId: string;
      readonly cliSessionId: string;
      readonly cwd: string;
      readonly title: string;
      /** Which of the agents over ACP it is with; without a name it is Claude Code. */
      readonly agent?: string;
      /** It was branched off another one, from which its agent goes on. */
      readonly fork?: { readonly at?: string };
    }
  | {
      readonly type: 'agent_started';
      readonly path: string;
      readonly model: string;
      /** Names this run of the agent. Since version 2. */
      readonly run?: string;
      /** By which it can be found and ended when this process was killed. Since version 2, and not in its first journals. */
      readonly process?: AgentProcess;
    }
  /** What is known of a call whose agent was lost while it ran. */
  | { readonly type: 'traced'; readonly toolCallId: string; readonly reason: Sentence }
  /** The agent named its own session, which changes with every cleared conversation. */
  | { readonly type: 'agent_session'; readonly cliSessionId: string; readonly version: string }
  | { readonly type: 'renamed'; readonly title: string }
  | { readonly type: 'divider'; readonly text: Sentence }
  | {
      readonly type: 'user_message';
      readonly id: string;
      readonly text: string;
      /** The names of the files that went along. */
      readonly attachments?: readonly string[];
    }
  | {
      readonly type: 'agent_message';
      readonly id: string;
      readonly kind: 'text' | 'thinking';
      readonly text: string;
      /** The call whose subagent says it. */
      readonly parent?: string;
      readonly durationMs?: number;
    }
  /** What a call gave back, as the chat shows it; pictures are not kept. */
  | { readonly type: 'returned'; readonly toolCallId: string; readonly returned: Returned }
  | {
      readonly type: 'proposed';
      readonly toolCallId: string;
      readonly batchId: string;
      readonly tool: string;
      readonly kind: CallKind;
      readonly input: Payload;
      /** As the rules saw it when it was first seen; the first journals do not say. */
      readonly risk?: Risk;
      /** Why they saw it so. Since version 2. */
      readonly riskSentence?: Sentence;
      readonly because?: readonly CardReason[];
      /** The agent only keeps its own books with it, so it is neither shown nor asked. Since version 2. */
      readonly passes?: boolean;
      readonly subagent?: Subagent;
    }
  /** The agent asked, and waits for us. */
  | {
      readonly type: 'interaction_request';
      readonly toolCallId: string;
      readonly askId: string;
      /** All that was asked, as it came: also what this version does not know. */
      readonly request: Payload;
      /** What of it a card shows. Since version 2. */
      readonly details?: ShownDetails;
      /** The run of the agent that waits. Since version 2. */
      readonly run?: string;
      /** How long it waits for a person at most, from the time of this line on. Since version 2. */
      readonly limitMs?: number;
    }
  | { readonly type: 'execution_suspended'; readonly toolCallId: string; readonly askId: string }
  /** A decision, on disk before it is sent. */
  | {
      readonly type: 'interaction_response';
      readonly toolCallId: string;
      readonly number: number;
      readonly choice: 'allow' | 'deny';
      readonly by: DecidedBy;
      readonly stop?: boolean;
      readonly message?: string;
      /** What the person wrote to it. Since version 2. */
      readonly note?: string;
      readonly edited?: boolean;
      readonly updatedInput?: Payload;
      /** Rules and modes of the agent that a person took with the allow. */
      readonly permissions?: readonly JsonObject[];
      /** Milliseconds from the card to the decision. */
      readonly waitedMs?: number;
      /** The permission mode of the agent at that moment. Since version 2. */
      readonly mode?: string;
      /** Who answered, as the system calls them. Since version 2. */
      readonly user?: string;
      /** What was chosen and written, field by field, as the agent is not told: several choices reach it as one text. Since version 2. */
      readonly response?: InteractionResponse;
    }
  | {
      readonly type: 'execution_resumed';
      readonly toolCallId: string;
      readonly askId: string;
      /** Of a command: whether the kernel held it. */
      readonly held?: boolean;
    }
  | { readonly type: 'not_delivered'; readonly toolCallId: string; readonly askId: string; readonly reason: Sentence }
  | { readonly type: 'withdrawn'; readonly toolCallId: string; readonly reason: Sentence; readonly elsewhere: boolean }
  | {
      readonly type: 'ran_unasked';
      readonly toolCallId: string;
      /** In a sentence, as the card says it. Since version 2. */
      readonly problem?: Sentence;
    }
  | {
      readonly type: 'result';
      readonly toolCallId: string;
      readonly ok: boolean;
      readonly text: string;
      readonly durationMs?: number;
    }
  | { readonly type: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly text: Sentence }
  | { readonly type: 'turn_ended'; readonly ok: boolean }
  /** Made of the lines before it, with a key that is kept elsewhere. Since version 2. */
  | { readonly type: 'tagged'; readonly tag: string }
  | { readonly type: 'agent_lost'; readonly reason: Sentence };

/** A process among all of its machine, and the mark that it and whatever it starts carry in their environment. */
export interface AgentProcess {
  readonly pid: number;
  readonly began: string;
  readonly host: string;
  readonly boot: string;
  readonly namespace: string;
  readonly mark: string;
}

/** What an agent adds to a question, without the offers that go with the moment. */
export type ShownDetails = Omit<AskDetails, 'suggestions'>;

/** An input as the journal keeps it: secrets masked, long texts cut, and the hash of the whole so that it can be proven. */
interface Payload {
  readonly value: Json;
  readonly sha256: string;
  readonly cut?: boolean;
}

/** What this version writes. Lines of every version up to it are read, also beside one another in one chain. */
const version = 2;

/** A line of a newer version is in its place, but what it says may be something that this one does not know. */
export function isNewer({ v }: Pick<JournalLine, 'v'>): boolean {
  return v > version;
}

export interface JournalLine {
  readonly v: number;
  readonly seq: number;
  readonly at: string;
  readonly prev: string;
  readonly hash: string;
  readonly record: JournalRecord;
}

export type Sha256 = (text: string) => string;

/** The `prev` of the first line. */
export const noHash = '';

const longestText = 64 * 1024;

export function payload(input: JsonObject, sha256: Sha256): Payload {
  const [value, cut] = cutTexts(input);
  return { value: maskValue(value), sha256: sha256(JSON.stringify(input)), ...(cut ? { cut } : {}) };
}

/** Long texts are masked here already: what is cut first may leave a part of a secret that nothing knows any more. */
function cutTexts(value: Json): [Json, boolean] {
  if (typeof value === 'string') {
    if (value.length <= longestText) return [value, false];
    return [maskedBeginning(value, longestText), true];
  }
  if (Array.isArray(value)) {
    const items = value.map(cutTexts);
    return [items.map(([item]) => item), items.some(([, cut]) => cut)];
  }
  if (!isObject(value)) return [value, false];
  const entries = Object.entries(value).map(([key, item]) => [key, cutTexts(item)] as const);
  return [Object.fromEntries(entries.map(([key, [item]]) => [key, item])), entries.some(([, [, cut]]) => cut)];
}

/** What calls, asks and runs are called in a record: to look for secrets in these costs most of all, since they look like some. */
const names = new Set(['type', 'toolCallId', 'askId', 'batchId', 'sessionId', 'cliSessionId', 'run']);
const aName = /^[\w:.-]{1,100}$/;

function isName(key: string, text: string): boolean {
  return names.has(key) && aName.test(text);
}

/** A line of text ready to be written, and the hash that the next line has to name. */
export function encodeLine(
  record: JournalRecord,
  seq: number,
  at: string,
  prev: string,
  sha256: Sha256,
): { readonly text: string; readonly hash: string; readonly v: number } {
  // Not only inputs: what a command printed and what a person wrote can hold secrets too.
  const body = JSON.stringify({ v: version, seq, at, prev, record: maskRest(record, isName) });
  const hash = sha256(body);
  return { text: `${body.slice(0, -1)},"hash":"${hash}"}\n`, hash, v: version };
}

/** What a channel needs of a journal. */
export interface Journal {
  readonly path: string;
  /** Resolves when the records are on the disk, and rejects when they are not. */
  append(records: readonly JournalRecord[]): Promise<void>;
  /** Written soon, and with the next append at the latest; nobody waits for these. Returns the hash of its line. */
  note(record: JournalRecord): string;
  close(): Promise<void>;
}
