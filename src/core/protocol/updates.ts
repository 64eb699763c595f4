import type { AgentFacts } from '../call/agentFacts';
import type { RuleRef } from '../call/ruleRef';
import type { Card } from '../card/card';
import type { Selection } from '../message/suggestion';
import type { StoreProblem } from '../ruleAdmin/storedRule';
import type { RepositoryReview } from '../session/repository';
import type { SessionStatus, SessionView } from '../session/view';
import type { TranscriptChange, TranscriptItem } from '../transcript/items';
import { attachment } from './attachment';
import {
  anyList,
  anyObject,
  basic,
  exactly,
  flag,
  list,
  object,
  oneOf,
  optional,
  type Reader,
  text,
  type TypeOf,
  union,
  whole,
} from './read';

/** By which key a message is sent. */
export type SendWith = 'enter' | 'ctrlEnter';

/** How the text of a chat looks, where a person has set it. */
export interface ChatFont {
  readonly size?: number;
  readonly family?: string;
}

/** Everything the webview needs to draw itself from nothing. Sent on every `ui/ready`. */
export interface Snapshot {
  readonly sessions: readonly SessionView[];
  readonly activeSessionId?: string;
  /** The end of the active session's conversation, and how many items lie before it. */
  readonly transcript: readonly TranscriptItem[];
  readonly earlier: number;
  readonly cards: readonly Card[];
  /** What the agent of the active session has; absent until it has told. */
  readonly facts?: AgentFacts;
  readonly language: string;
  readonly trusted: boolean;
  /** No folder is open, so that no agent can work. */
  readonly noFolder?: boolean;
  /** What the repository brings, when it brings anything. */
  readonly review?: RepositoryReview;
  /** How the rules stand; absent where the host has none. */
  readonly rules?: RulesState;
  /** What this host can do beyond the basics. Absent: none of it. */
  readonly capabilities?: Capabilities;
  /** What is selected in the editor. */
  readonly selection?: Selection;
  /** Absent: by Enter. */
  readonly sendWith?: SendWith;
  /** Absent: that of the editor. */
  readonly font?: ChatFont;
  /** Whether the editor's window has the focus; absent where the host does not know. */
  readonly windowFocused?: boolean;
  /** Sessions of this folder that run in other windows and are not shown here. */
  readonly elsewhere?: readonly SessionElsewhere[];
}

export interface SessionElsewhere {
  readonly sessionId: string;
  readonly title: string;
  readonly state: SessionStatus['state'];
}

/** A rule that is no longer in its file. */
interface GoneRule {
  readonly file: string;
  /** How a person calls the file. */
  readonly shown: string;
  readonly action: 'deny' | 'ask';
  readonly pattern: string;
}

/** What a chat or a panel shows of the rules beside their table. */
export interface RulesState {
  /** Another number: the rules have changed, and a table of them is to be asked for anew. */
  readonly revision: number;
  /** What is wrong with files of rules; each leads to its line. */
  readonly problems: readonly StoreProblem[];
  /** Sessions that trust everything, and until when in milliseconds since 1970; null is until their end. */
  /** Rules that forbid and are gone from their files: they count until a person lets them go. */
  readonly kept?: readonly GoneRule[];
  readonly trustAll: readonly { readonly sessionId: string; readonly until: number | null }[];
}

/** Parts of the interface that are drawn only where the host can do what they offer. */
export interface Capabilities {
  /** "Make a rule…": make a rule out of a card. */
  readonly rules: boolean;
  /** Show the change of a file in the editor's own diff view. */
  readonly openDiff: boolean;
}

const card = partOf<Card>()({
  sessionId: text,
  toolCallId: text,
  tool: text,
  revision: whole,
  input: anyObject,
  details: anyObject,
  because: anyList,
});
const session = partOf<SessionView>()({ sessionId: text, status: anyObject });
const snapshot = partOf<Snapshot>()({
  sessions: list(session),
  transcript: anyList,
  earlier: whole,
  cards: list(card),
});
const review = partOf<RepositoryReview>()({ findings: anyList, hash: text });
const rules = partOf<RulesState>()({ problems: anyList, trustAll: anyList });
const changes = list(partOf<TranscriptChange>()({ type: oneOf('put', 'append') }));
const cardAction = oneOf('focusCard', 'allowOnce', 'deny', 'next', 'previous');

export type CardAction = TypeOf<typeof cardAction>;

/** Parameters of `session/update`, by which the host tells its pages what is new. */
export type SessionUpdate = TypeOf<typeof sessionUpdate>;

export const sessionUpdate = union('type', {
  snapshot: { snapshot },
  /** A call that was not shown before. */
  confirmation_request: { sessionId: text, content: card },
  /** A card that changed. */
  card: { sessionId: text, content: card },
  session: { session },
  /** What the agent of a session has, when that is something else. */
  facts: { sessionId: text, facts: partOf<AgentFacts>()({ commands: anyList, models: anyList, account: anyObject }) },
  /** The repository changed, or a person decided what the agent may take from it. */
  review: { review: optional(review) },
  rules: { rules },
  /** The editor's window got or lost the focus: a click that only brings the window back must decide nothing. */
  window: { focused: flag },
  /** The view came back on screen with its page as it was: what it shows is new to the eye. */
  shown: {},
  /** Something else is selected in the editor, or nothing. */
  selection: { selection: optional(exactly<Selection>()(object({ mention: text, label: text }))) },
  /** Make a sound: something waits. */
  sound: {},
  /** A command of the editor (a chord that a person bound, "Review" of a notification) for the card in sight. */
  act: { action: cardAction },
  /** The conversation goes to the line of this call. */
  reveal: { toolCallId: text },
  /** Text for where the person writes, after what stands there, and files that go along; the cursor goes there too. */
  compose: { text, attachments: optional(list(attachment)) },
  /** The rules panel goes to this rule. */
  showRule: { rule: partOf<RuleRef>()({ scope: text, id: text }) },
  /** The rules panel tries the rules on this call. */
  tryCall: { call: object({ tool: text, input: anyObject }) },
  /** Gathered, in order; acknowledged with `ui/ack` so that a slow link does not pile up. */
  transcript: { sessionId: text, seq: whole, changes },
});

/**
 * A value of which only that is looked at without which a page would break. The host that sends it is built from the same
 * types, so the rest is left to the compiler.
 */
function partOf<T>(): <K extends keyof T & string>(needed: Readonly<Record<K, Reader<unknown>>>) => Reader<T> {
  return needed => {
    const part = object(needed);
    return basic((value): value is T => part(value).ok, 'is not whole');
  };
}
