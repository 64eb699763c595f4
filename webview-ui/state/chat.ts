import type { Sentence } from '../../src/core/texts/sentence';
import type { RuleRef } from '../../src/core/call/ruleRef';
import type { CardAction } from '../../src/core/protocol/updates';
import type { ConfirmRequestOptions, UiCommand } from '../../src/core/protocol/requests';
import type { Card } from '../../src/core/card/card';
import type { Attachment, Content } from '../../src/core/message/message';
import type { QueueChange } from '../../src/core/message/queue';
import type { JsonObject } from '../../src/core/base/json';
import type { Host } from '../link/host';
import type { AttachedFiles } from './attached';
import type { ChatState } from './chatState';
import type { Drafts } from './drafts';
import type { StoreApi } from 'zustand/vanilla';

/** What this page knows beyond what the host told it. */
export interface ViewState {
  readonly chat: ChatState;
  /** Cards whose decision is on its way to the host. */
  readonly sending: ReadonlySet<string>;
  /** Why the last decision of a card was not taken, by call key. */
  readonly refused: ReadonlyMap<string, Sentence>;
  /** Why the last message, restart or command failed. */
  readonly trouble: Sentence | undefined;
  readonly drafts: Drafts;
  readonly attached: AttachedFiles;
  /** Rules that were made together with the last decision; undefined when nobody needs to be told. */
  readonly madeRules:
    | { readonly rules: readonly RuleRef[]; readonly patterns: readonly string[]; readonly times: number }
    | undefined;
}

export interface Chat {
  readonly store: StoreApi<ViewState>;
  readonly host: Host;
  confirm(card: Card, confirmed: boolean, options?: ConfirmRequestOptions): Promise<void>;
  /** Runs a request whose failure is told above the composer. */
  attempt(work: () => Promise<unknown>): Promise<boolean>;
  send(content: Content): Promise<boolean>;
  /** Changes the messages that wait; what is taken out of them comes back. */
  changeQueue(sessionId: string, change: QueueChange): Promise<readonly Content[]>;
  /** `logIn`: by this way of the agent’s own. */
  restart(sessionId: string, logIn?: string): Promise<void>;
  interrupt(sessionId: string): Promise<void>;
  /** Commands may write no longer in this folder. Whether that was taken. */
  takeBack(sessionId: string, folder: string): Promise<boolean>;
  /** Goes on from before a message of the person, once they have confirmed it. */
  fork(sessionId: string, before: string): Promise<void>;
  /** Fetches the page of the conversation before what is shown. */
  showEarlier(): Promise<void>;
  command(command: UiCommand): Promise<void>;
  /** `input` is what the card shows where it is not what was proposed. */
  openDiff(card: Card, input?: JsonObject): Promise<void>;
  /** Takes back what was saved in the diff view. */
  discardEdit(card: Card): Promise<void>;
  /** The person was told of the rules that were made. */
  toldOfRules(): void;
  /** `keepEmpty`: an empty text is what the person wrote, and not the same as nothing. */
  draft(key: string, text: string, keepEmpty?: boolean): void;
  /** These files go along with what is written under this key. */
  attach(key: string, files: readonly Attachment[]): void;
  /** The person began or ended writing in this card. */
  drafting(call: Pick<Card, 'sessionId' | 'toolCallId'>, active: boolean): void;
  /** The card was really on screen. */
  painted(card: Card): void;
  /** Brings another session to the front. */
  showSession(sessionId: string): Promise<void>;
  /** Leads to the line of a call in the conversation. */
  reveal(toolCallId: string): void;
  /** Calls back with each call that is to be led to, until the returned function is called. */
  onReveal(listener: (toolCallId: string) => void): () => void;
  /** Calls back for each command of the editor, until the returned function is called. */
  onAct(listener: (action: CardAction) => void): () => void;
}
