import { describe, expect, test, vi } from 'vitest';
import type { SessionUpdate } from '../../../src/core/protocol/updates';
import type { Chat } from '../../../webview-ui/state/chat';
import { createChat } from '../../../webview-ui/state/chatStore';
import { composerDraft } from '../../../webview-ui/state/drafts';

const snapshot = (activeSessionId?: string): SessionUpdate => ({
  type: 'snapshot',
  snapshot: {
    sessions: [],
    ...(activeSessionId === undefined ? {} : { activeSessionId }),
    transcript: [],
    earlier: 0,
    cards: [],
    language: 'en',
    trusted: true,
  },
});

/** A page whose host says, and what it saved last. */
function page(initial: SessionUpdate, saved?: unknown): { chat: Chat; says: (update: SessionUpdate) => Promise<void> } {
  let hear: (message: unknown) => void = () => {};
  const listen = (listener: (message: unknown) => void): void => void (hear = listener);
  const chat = createChat({ post() {}, listen, load: () => saved, save() {} }, initial);
  return {
    chat,
    async says(update) {
      const { chat: before } = chat.store.getState();
      hear({ jsonrpc: '2.0', method: 'session/update', params: update });
      await vi.waitFor(() => expect(chat.store.getState().chat).not.toBe(before));
    },
  };
}

const written = ({ store }: Chat): object => Object.fromEntries(store.getState().drafts);
const files = ({ store }: Chat): object =>
  Object.fromEntries([...store.getState().attached].map(([key, all]) => [key, all.map(({ name }) => name)]));
const file = (name: string) => ({ kind: 'text', name, mediaType: 'text/plain', data: 'x' }) as const;

describe('what is written before there is a session', () => {
  const none = composerDraft(undefined);

  test('stays in sight when there is one', async () => {
    const { chat, says } = page(snapshot());
    chat.draft(none, 'Go on now');
    chat.attach(none, [file('a')]);
    await says(snapshot('s1'));
    expect([written(chat), files(chat)]).toEqual([{ 'composer:s1': 'Go on now' }, { 'composer:s1': ['a'] }]);
  });

  test('goes there too where it is typed while the page still shows what was before', async () => {
    const { chat, says } = page(snapshot());
    chat.draft(none, 'Go');
    await says(snapshot('s1'));
    chat.draft(none, 'Go on');
    chat.attach(none, [file('a')]);
    expect([written(chat), files(chat)]).toEqual([{ 'composer:s1': 'Go on' }, { 'composer:s1': ['a'] }]);
    chat.draft(none, '');
    expect(written(chat)).toEqual({});
  });

  test('comes behind what that one had', async () => {
    const saved = { drafts: [['composer:s1', 'Before']], attached: [['composer:s1', [file('a')]]] };
    const { chat, says } = page(snapshot(), saved);
    chat.draft(none, 'Go on');
    chat.attach(none, [file('b')]);
    await says(snapshot('s1'));
    expect([written(chat), files(chat)]).toEqual([{ 'composer:s1': 'Before\n\nGo on' }, { 'composer:s1': ['a', 'b'] }]);
  });

  test('is there again where the page was loaded anew in between', () => {
    const { chat } = page(snapshot('s1'), { drafts: [[none, 'Go on']] });
    expect(written(chat)).toEqual({ 'composer:s1': 'Go on' });
  });

  test('is of no other session to which a person goes', async () => {
    const { chat, says } = page(snapshot('s1'));
    chat.draft(composerDraft('s1'), 'For the first');
    await says(snapshot('s2'));
    chat.draft(composerDraft('s1'), 'For the first one');
    expect(written(chat)).toEqual({ 'composer:s1': 'For the first one' });
  });
});
