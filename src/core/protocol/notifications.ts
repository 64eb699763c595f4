import { flag, name, object, type TypeOf, whole } from './read';
import { nothing } from './request';

/** What the page tells the host, without an answer. */
export const notifications = {
  'ui/ready': nothing,
  'ui/ack': object({ seq: whole }),
  /** The person came into this page: keys and commands that act on a card mean the one that is read here. */
  'ui/entered': nothing,
  /** The card was on screen: the moment the watchdog and the benches wait for. */
  'ui/painted': object({ sessionId: name, toolCallId: name, revision: whole }),
  /** The person types in or edits this card, so its time stands still. */
  'ui/drafting': object({ sessionId: name, toolCallId: name, active: flag }),
};

export type WebviewNotifications = {
  readonly [M in keyof typeof notifications]: TypeOf<(typeof notifications)[M]>;
};

export type Listeners = { readonly [M in keyof WebviewNotifications]: (params: WebviewNotifications[M]) => void };
