import type { RuleRef } from '../../src/core/call/ruleRef';
import type { UiCommand } from '../../src/core/protocol/requests';
import type { CardAction, SessionUpdate } from '../../src/core/protocol/updates';
import type { ConfirmRequestOptions } from '../../src/core/protocol/requests';
import type { Card } from '../../src/core/card/card';
import type { JsonObject } from '../../src/core/base/json';
import { callKey } from '../../src/core/call/call';
import { type Drafts, ofCards, readDrafts, withoutCard } from './drafts';
import { connect, type Host } from '../link/host';
import { applyUpdate, type ChatState, emptyChat, withEarlier } from './chatState';
import { playSound } from '../sound';
import type { WebviewTransport } from '../link/transport';
import { createUpdateQueue, nextFrame, soon } from '../link/updateQueue';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { messageOf } from '../../src/core/base/messageOf';

/** What this page knows beyond what the host told it. */
export interface ViewState {
  readonly chat: ChatState;
  /** Cards whose decision is on its way to the host. */
  readonly sending: ReadonlySet<string>;
  /** Why the last decision of a card was not taken, by call key. */
  readonly refused: ReadonlyMap<string, string>;
  /** Why the last message, restart or command failed. */
  readonly trouble: string | undefined;
  readonly drafts: Drafts;
  /** Rules that were made together with the last decision; undefined when nobody needs to be told. */
  readonly madeRules: { readonly rules: readonly RuleRef[]; readonly times: number } | undefined;
}

export interface Chat {
  readonly store: StoreApi<ViewState>;
  readonly host: Host;
  confirm(card: Card, confirmed: boolean, options?: ConfirmRequestOptions): Promise<void>;
  /** Runs a request whose failure is told above the composer. */
  attempt(work: () => Promise<unknown>): Promise<boolean>;
  send(text: string): Promise<boolean>;
  restart(sessionId: string): Promise<void>;
  interrupt(sessionId: string): Promise<void>;
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

export function createChat(transport: WebviewTransport, initial: SessionUpdate | undefined): Chat {
  const store = createStore<ViewState>(() => ({
    chat: initial === undefined ? emptyChat : applyUpdate(emptyChat, initial, performance.now()),
    sending: new Set(),
    refused: new Map(),
    trouble: undefined,
    drafts: readDrafts(transport.load()),
    madeRules: undefined,
  }));
  const actListeners = new Set<(action: CardAction) => void>();
  const revealListeners = new Set<(toolCallId: string) => void>();
  const enqueue = createUpdateQueue({
    now: () => performance.now(),
    soon,
    nextFrame,
    apply: updates => {
      const now = performance.now();
      const chat = updates.reduce((state, update) => applyUpdate(state, update, now), store.getState().chat);
      store.setState({ chat });
      const actions = updates.flatMap(update => (update.type === 'act' ? [update.action] : []));
      if (updates.some(update => update.type === 'sound')) void playSound();
      // The cards that came with them are drawn by then.
      if (actions.length > 0) soon(() => actions.forEach(action => actListeners.forEach(listener => listener(action))));
    },
    acknowledge: seq => host.notify('ui/ack', { seq }),
  });
  const host = connect(transport, enqueue);

  function keepDrafts(drafts: Drafts): void {
    store.setState({ drafts });
    // A card that is gone needs no text any more, and the saved state must not grow for ever.
    const waiting = [...store.getState().chat.cards.values()].filter(it => it.card.state === 'waiting');
    transport.save({
      drafts: [
        ...ofCards(
          drafts,
          waiting.map(it => it.key),
        ),
      ],
    });
  }

  /** Runs a request whose failure is told above the composer. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    store.setState({ trouble: undefined });
    try {
      await work();
      return true;
    } catch (error) {
      store.setState({ trouble: messageOf(error) });
      return false;
    }
  }

  return {
    store,
    host,
    attempt,
    async confirm(card, confirmed, options) {
      const { sessionId, toolCallId, revision } = card;
      const key = callKey(sessionId, toolCallId);
      if (store.getState().sending.has(key)) return;
      const refused = new Map(store.getState().refused);
      refused.delete(key);
      store.setState({ sending: new Set([...store.getState().sending, key]), refused });
      try {
        const base = { sessionId, toolCallId, confirmed, revision };
        const { rules } = await host.request('tool/confirm', options === undefined ? base : { ...base, options });
        if (rules !== undefined) {
          const times = (store.getState().madeRules?.times ?? 0) + 1;
          store.setState({ madeRules: { rules, times } });
        }
        keepDrafts(withoutCard(store.getState().drafts, key));
      } catch (error) {
        store.setState({ refused: new Map(store.getState().refused).set(key, messageOf(error)) });
      } finally {
        const sending = new Set(store.getState().sending);
        sending.delete(key);
        store.setState({ sending });
      }
    },
    send(text) {
      const { activeSessionId } = store.getState().chat;
      const params = activeSessionId === undefined ? { text } : { sessionId: activeSessionId, text };
      return attempt(() => host.request('session/send', params));
    },
    restart: async sessionId => void (await attempt(() => host.request('session/restart', { sessionId }))),
    interrupt: async sessionId => void (await attempt(() => host.request('session/interrupt', { sessionId }))),
    async showEarlier() {
      const { activeSessionId: sessionId, order } = store.getState().chat;
      const [before] = order;
      if (sessionId === undefined || before === undefined || store.getState().chat.earlier === 0) return;
      await attempt(async () => {
        const page = await host.request('session/earlier', { sessionId, before });
        const { chat } = store.getState();
        store.setState({ chat: withEarlier(chat, { sessionId, before }, page, performance.now()) });
      });
    },
    command: async command => void (await attempt(() => host.request('ui/command', { command }))),
    openDiff: async ({ sessionId, toolCallId }, input) =>
      void (await attempt(() =>
        host.request('tool/openDiff', { sessionId, toolCallId, ...(input === undefined ? {} : { input }) }),
      )),
    discardEdit: async ({ sessionId, toolCallId }) =>
      void (await attempt(() => host.request('tool/discardEdit', { sessionId, toolCallId }))),
    toldOfRules: () => store.setState({ madeRules: undefined }),
    showSession: async sessionId => void (await attempt(() => host.request('session/show', { sessionId }))),
    reveal: toolCallId => revealListeners.forEach(listener => listener(toolCallId)),
    onReveal(listener) {
      revealListeners.add(listener);
      return () => revealListeners.delete(listener);
    },
    onAct(listener) {
      actListeners.add(listener);
      return () => actListeners.delete(listener);
    },
    drafting: ({ sessionId, toolCallId }, active) => host.notify('ui/drafting', { sessionId, toolCallId, active }),
    painted: ({ sessionId, toolCallId, revision, state }) => {
      if (state === 'waiting') host.notify('ui/painted', { sessionId, toolCallId, revision });
    },
    draft(key, text, keepEmpty = false) {
      const drafts = new Map(store.getState().drafts);
      if (text === '' && !keepEmpty) drafts.delete(key);
      else drafts.set(key, text);
      keepDrafts(drafts);
    },
  };
}
