import type { Sentence } from '../texts/sentence';
import type { AskDetails, CallKind, Subagent } from '../call/call';
import type { Interaction } from './interaction';
import type { JsonObject } from '../base/json';
import type { CallEffect, CardReason, Risk } from '../call/judgement';

export type CardState =
  | 'waiting'
  | 'decided'
  | 'running'
  | 'done'
  | 'failed'
  | 'denied'
  | 'expired'
  | 'cancelled'
  | 'lost';

export interface CardOutcome {
  readonly choice: 'allow' | 'deny';
  readonly by: 'person' | 'rule' | 'timeout' | 'stop' | 'failure';
  /** The rule. */
  readonly detail?: string;
  /** Of a failure. */
  readonly reason?: Sentence;
  /** Where the rule is written, as in a reason. */
  readonly where?: string;
  readonly edited: boolean;
  readonly note?: string;
  readonly stop: boolean;
}

/** The file that a call changes, as it is on disk now. */
export interface CardFile {
  /** Absolute. */
  readonly path: string;
  /** The whole text, or null for a file that does not exist yet. */
  readonly before: string | null;
  /** The file changed on disk since the card was first shown. */
  readonly stale: boolean;
  /** The text is too big to send; `before` is then empty and the change is shown from the input alone. */
  readonly tooLarge?: boolean;
  /** Some of its bytes are no text, and stand in `before` as replacement characters. */
  readonly notUtf8?: boolean;
}

/** What a person wrote in the editor's diff view in place of what was proposed. */
export interface CardEdit {
  /** What would run; absent where it is what was proposed. */
  readonly input?: JsonObject;
  /** Counts what was saved or taken back, so that the last word counts wherever it was written. */
  readonly number: number;
  /** There is more in the diff view that is not saved. */
  readonly unsaved: boolean;
}

/** How a call looks in the sidebar. The host makes it; the webview only draws it. */
export interface Card {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly batchId: string;
  readonly kind: CallKind;
  readonly state: CardState;
  /** Counts the inputs that were shown under this card. A decision names the one it was made for. */
  readonly revision: number;
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string;
  readonly subagent?: Subagent;
  readonly details: AskDetails;
  readonly risk: Risk;
  readonly riskSentence: Sentence;
  /** Why the rules ask, allow or deny; the deciding part first. */
  readonly because: readonly CardReason[];
  /** What it does, what needs a look first. */
  readonly effects?: readonly CallEffect[];
  /** What a question or a form wants to know. */
  readonly interaction?: Interaction;
  readonly mcpServer?: string;
  /** What the kernel will stop of this call, or has stopped. */
  readonly kernel?: Sentence;
  /** Of a line that would run outside of the sandbox: the command in it that a person has excluded. */
  readonly excluded?: string;
  /** The commands that run and may want what is asked here. */
  readonly wantedBy?: readonly string[];
  readonly file?: CardFile;
  readonly edit?: CardEdit;
  /** Time left when this was sent; counting starts on arrival. Absent when nothing will expire. */
  readonly remainingMs?: number;
  readonly paused: boolean;
  readonly outcome?: CardOutcome;
  /** Why the card came back or could not be finished, in a sentence. */
  readonly problem?: Sentence;
  readonly result?: { readonly ok: boolean; readonly text: string };
  /** Milliseconds from the answer to the result. */
  readonly durationMs?: number;
}
