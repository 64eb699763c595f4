import type { RuleRef } from '../call/ruleRef';
import type { Card } from '../card/card';
import type { JsonObject } from '../base/json';
import type { RepositoryChoice, RepositoryReview } from '../session/repository';
import type { ConfirmRule, RuleRequests } from './ruleMessages';
import type { SessionView } from '../session/view';
import type { StoreProblem } from '../ruleAdmin/storedRule';
import type { TranscriptChange, TranscriptItem } from '../transcript/items';
import type { TranscriptPage } from '../transcript/page';
import type { ConfirmOptions, ConfirmParams } from '../card/confirm';

/**
 * The one list of messages between host and webview. The host only notifies: a request to a hidden webview would wait
 * for ever (measured: no reply, no error, even after the view is shown again). The webview requests, and gets a result
 * or an error.
 */

/** Everything the webview needs to draw itself from nothing. Sent on every `ui/ready`. */
export interface Snapshot {
  readonly sessions: readonly SessionView[];
  readonly activeSessionId?: string;
  /** The end of the active session's conversation, and how many items lie before it. */
  readonly transcript: readonly TranscriptItem[];
  readonly earlier: number;
  readonly cards: readonly Card[];
  readonly language: string;
  readonly trusted: boolean;
  /** What the repository brings, when it brings anything. */
  readonly review?: RepositoryReview;
  /** How the rules stand; absent where the host has none. */
  readonly rules?: RulesState;
  /** What this host can do beyond the basics. Absent: none of it. */
  readonly capabilities?: Capabilities;
  /** Whether the editor's window has the focus; absent where the host does not know. */
  readonly windowFocused?: boolean;
}

/** What a chat or a panel shows of the rules beside their table. */
export interface RulesState {
  /** Another number: the rules have changed, and a table of them is to be asked for anew. */
  readonly revision: number;
  /** What is wrong with files of rules; each leads to its line. */
  readonly problems: readonly StoreProblem[];
  /** Sessions that trust everything, and until when in milliseconds since 1970; null is until their end. */
  readonly trustAll: readonly { readonly sessionId: string; readonly until: number | null }[];
}

/** Parts of the interface that are drawn only where the host can do what they offer. */
export interface Capabilities {
  /** "Allow…": make a rule out of a card. */
  readonly rules: boolean;
  /** Show the change of a file in the editor's own diff view. */
  readonly openDiff: boolean;
}

/** Parameters of `session/update`, host to webview. */
export type SessionUpdate =
  | { readonly type: 'snapshot'; readonly snapshot: Snapshot }
  /** A call that was not shown before. */
  | { readonly type: 'confirmation_request'; readonly sessionId: string; readonly content: Card }
  /** A card that changed. */
  | { readonly type: 'card'; readonly sessionId: string; readonly content: Card }
  | { readonly type: 'session'; readonly session: SessionView }
  /** The repository changed, or a person decided what the agent may take from it. */
  | { readonly type: 'review'; readonly review?: RepositoryReview }
  | { readonly type: 'rules'; readonly rules: RulesState }
  /** The editor's window got or lost the focus: a click that only brings the window back must decide nothing. */
  | { readonly type: 'window'; readonly focused: boolean }
  /** The view came back on screen with its page as it was: what it shows is new to the eye. */
  | { readonly type: 'shown' }
  /** Make a sound: something waits. */
  | { readonly type: 'sound' }
  /** A command of the editor (a chord that a person bound, "Review" of a notification) for the card in sight. */
  | { readonly type: 'act'; readonly action: CardAction }
  /** The rules panel goes to this rule. */
  | { readonly type: 'showRule'; readonly rule: RuleRef }
  /** Gathered, in order; acknowledged with `ui/ack` so that a slow link does not pile up. */
  | {
      readonly type: 'transcript';
      readonly sessionId: string;
      readonly seq: number;
      readonly changes: readonly TranscriptChange[];
    };

export type CardAction = 'focusCard' | 'allowOnce' | 'deny' | 'next' | 'previous';

export const cardActions: readonly CardAction[] = ['focusCard', 'allowOnce', 'deny', 'next', 'previous'];

/** A decision, and rules that are made together with it. If they cannot be written, the card goes on waiting. */
export interface ConfirmRequest extends ConfirmParams {
  readonly options?: ConfirmRequestOptions;
}

export interface ConfirmRequestOptions extends ConfirmOptions {
  readonly rule?: ConfirmRule;
}

/** Requests of the webview: method -> parameters and result. */
export interface WebviewRequests extends RuleRequests {
  'tool/confirm': {
    params: ConfirmRequest;
    /** With the rules that were made together with the decision. */
    result: { readonly accepted: true; readonly rules?: readonly RuleRef[] };
  };
  'session/send': {
    params: { readonly sessionId?: string; readonly text: string };
    result: { readonly sessionId: string };
  };
  'session/new': { params: Record<string, never>; result: { readonly sessionId: string } };
  /** Brings a session of this window to the front. */
  'session/show': { params: { readonly sessionId: string }; result: Record<string, never> };
  'session/restart': { params: { readonly sessionId: string }; result: { readonly sessionId: string } };
  'session/interrupt': { params: { readonly sessionId: string }; result: Record<string, never> };
  /** The page of the conversation that ends before this item, with the cards of its calls. */
  'session/earlier': {
    params: { readonly sessionId: string; readonly before: string };
    result: TranscriptPage & { readonly cards: readonly Card[] };
  };
  /** Shows the change that a card proposes in the editor's diff view, or what the person made of it. */
  'tool/openDiff': {
    params: { readonly sessionId: string; readonly toolCallId: string; readonly input?: JsonObject };
    result: Record<string, never>;
  };
  /** Opens the rule that decided a call: the `at`th of those behind it. */
  'tool/openRule': {
    params: { readonly sessionId: string; readonly toolCallId: string; readonly at: number };
    result: Record<string, never>;
  };
  /** Takes back what was saved in the diff view. */
  'tool/discardEdit': {
    params: { readonly sessionId: string; readonly toolCallId: string };
    result: Record<string, never>;
  };
  /** Decides what the agent may take from the repository, for exactly the content that was shown. */
  'repository/choose': {
    params: { readonly hash: string; readonly choice: RepositoryChoice };
    result: Record<string, never>;
  };
  /** Opens a file that the review names. */
  'repository/open': { params: { readonly file: string; readonly line?: number }; result: Record<string, never> };
  /** One of the few commands that a card or an empty state offers. */
  'ui/command': { params: { readonly command: UiCommand }; result: Record<string, never> };
}

export type UiCommand = (typeof uiCommands)[number];

/** Notifications of the webview. */
export interface WebviewNotifications {
  'ui/ready': Record<string, never>;
  'ui/ack': { readonly seq: number };
  /** The card was on screen: the moment the watchdog and the benches wait for. */
  'ui/painted': { readonly sessionId: string; readonly toolCallId: string; readonly revision: number };
  /** The person types in or edits this card, so its time stands still. */
  'ui/drafting': { readonly sessionId: string; readonly toolCallId: string; readonly active: boolean };
}

export const uiCommands = ['setClaudePath', 'showLog', 'manageTrust', 'chooseMode', 'endTrustAll'] as const;
