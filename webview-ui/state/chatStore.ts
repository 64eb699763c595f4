import type { Attachment } from '../../src/core/message/message';
import type { CardAction, SessionUpdate } from '../../src/core/protocol/updates';
import { sentenceOf } from '../../src/core/texts/told';
import { playSound } from '../base/sound';
import { connect } from '../link/host';
import type { WebviewTransport } from '../link/transport';
import { createUpdateQueue, nextFrame, soon } from '../link/updateQueue';
import type { Chat, ViewState } from './chat';
import { readAttached } from './attached';
import { applyUpdate, emptyChat } from './chatState';
import { decisionsOf } from './decisions';
import { focusComposer } from './composer';
import { composerDraft, type Drafts, movedTo, placeNow, readDrafts } from './drafts';
import { keepingIn } from './keeping';
import { requestsOf } from './requests';
import { createStore, type StoreApi } from 'zustand/vanilla';

type Written = Pick<ViewState, 'chat' | 'drafts' | 'attached'>;

export function createChat(transport: WebviewTransport, initial: SessionUpdate | undefined): Chat {
  const store = createStore<ViewState>(() => ({
    sending: new Set(),
    refused: new Map(),
    trouble: undefined,
    madeRules: undefined,
    ...inSession({
      chat: initial === undefined ? emptyChat : applyUpdate(emptyChat, initial, performance.now()),
      drafts: readDrafts(transport.load()),
      attached: readAttached(transport.load()),
    }),
  }));
  const acts = listeners<CardAction>();
  const reveals = listeners<string>();
  const enqueue = createUpdateQueue({
    now: () => performance.now(),
    soon,
    nextFrame,
    apply(updates) {
      take(updates, store, { act: acts.tell, reveal: reveals.tell });
      for (const update of updates) if (update.type === 'compose') compose(update.text, update.attachments);
    },
    acknowledge: seq => host.notify('ui/ack', { seq }),
  });
  const host = connect(transport, enqueue);

  const keep = keepingIn(transport, store);
  const keepDrafts = (drafts: Drafts): void => keep({ drafts });
  const writing = writingIn(store, keep);

  function compose(text: string, files: readonly Attachment[] = []): void {
    const { chat, drafts, attached } = store.getState();
    const key = composerDraft(chat.activeSessionId);
    if (text !== '') keepDrafts(withText(drafts, key, text));
    if (files.length > 0) writing.attach(key, [...(attached.get(key) ?? []), ...files]);
    soon(focusComposer);
  }

  const attempt = attemptsIn(store);

  return {
    store,
    host,
    attempt,
    ...decisionsOf(store, host, keepDrafts),
    ...requestsOf(store, host, attempt),
    reveal: reveals.tell,
    onReveal: reveals.listen,
    onAct: acts.listen,
    ...writing,
  };
}

/** Writes down what a person writes, in its place. */
function writingIn(store: StoreApi<ViewState>, keep: ReturnType<typeof keepingIn>): Pick<Chat, 'attach' | 'draft'> {
  return {
    attach(key, files) {
      const state = store.getState();
      keep({ attached: new Map(state.attached).set(placeNow(key, state), files) });
    },
    draft(key, text, keepEmpty = false) {
      const state = store.getState();
      const place = placeNow(key, state);
      const drafts = new Map(state.drafts);
      drafts.delete(place);
      if (text !== '' || keepEmpty) drafts.set(place, text);
      keep({ drafts });
    },
  };
}

/** Runs a request whose failure is told above the composer. */
function attemptsIn(store: StoreApi<ViewState>): Chat['attempt'] {
  return async work => {
    store.setState({ trouble: undefined });
    try {
      await work();
      return true;
    } catch (error) {
      store.setState({ trouble: sentenceOf(error) });
      return false;
    }
  };
}

/** What is written before there is a session stays in sight when there is one. */
function inSession<T extends Written>(state: T): T {
  const { activeSessionId } = state.chat;
  if (activeSessionId === undefined) return state;
  return {
    ...state,
    drafts: movedTo(activeSessionId, state.drafts, (had, written) => `${had}\n\n${written}`),
    attached: movedTo(activeSessionId, state.attached, (had, written) => [...had, ...written]),
  };
}

/** A text of the editor comes after what is written. */
function withText(drafts: Drafts, key: string, text: string): Drafts {
  const before = drafts.get(key) ?? '';
  const space = before === '' || /\s$/.test(before) ? '' : ' ';
  return new Map(drafts).set(key, `${before}${space}${text}`);
}

/** Takes what the host told, and does what there is to do. */
function take(
  updates: readonly SessionUpdate[],
  store: StoreApi<ViewState>,
  told: { readonly act: (action: CardAction) => void; readonly reveal: (toolCallId: string) => void },
): void {
  const now = performance.now();
  const before = store.getState();
  const chat = updates.reduce((state, update) => applyUpdate(state, update, now), before.chat);
  store.setState(inSession({ ...before, chat }));
  const actions = updates.flatMap(update => (update.type === 'act' ? [update.action] : []));
  if (updates.some(update => update.type === 'sound')) void playSound();
  // The cards that came with them are drawn by then.
  if (actions.length > 0) soon(() => actions.forEach(told.act));
  for (const update of updates) if (update.type === 'reveal') soon(() => told.reveal(update.toolCallId));
}

interface Listeners<T> {
  readonly tell: (value: T) => void;
  /** Calls back until the returned function is called. */
  readonly listen: (listener: (value: T) => void) => () => void;
}

function listeners<T>(): Listeners<T> {
  const all = new Set<(value: T) => void>();
  return {
    tell: value => all.forEach(listener => listener(value)),
    listen(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
  };
}
