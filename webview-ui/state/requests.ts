import type { Content } from '../../src/core/message/message';
import type { Host } from '../link/host';
import type { Chat, ViewState } from './chat';
import { startOf, withEarlier } from './chatState';
import type { StoreApi } from 'zustand/vanilla';

type Requests = Pick<
  Chat,
  | 'send'
  | 'changeQueue'
  | 'restart'
  | 'interrupt'
  | 'takeBack'
  | 'fork'
  | 'showEarlier'
  | 'command'
  | 'openDiff'
  | 'discardEdit'
  | 'showSession'
  | 'drafting'
  | 'painted'
>;

/** What a person asks of the host beside their decisions; what fails is told above the composer. */
export function requestsOf(store: StoreApi<ViewState>, host: Host, attempt: Chat['attempt']): Requests {
  return {
    send(content) {
      const { activeSessionId } = store.getState().chat;
      const params = activeSessionId === undefined ? content : { sessionId: activeSessionId, ...content };
      return attempt(() => host.request('session/send', params));
    },
    async changeQueue(sessionId, change) {
      let taken: readonly Content[] = [];
      await attempt(async () => {
        ({ taken } = await host.request('session/queue', { sessionId, change }));
      });
      return taken;
    },
    restart: async (sessionId, logIn) =>
      void (await attempt(() =>
        host.request('session/restart', { sessionId, ...(logIn === undefined ? {} : { logIn }) }),
      )),
    interrupt: async sessionId => void (await attempt(() => host.request('session/interrupt', { sessionId }))),
    takeBack: (sessionId, folder) => attempt(() => host.request('agent/takeBack', { sessionId, folder })),
    fork: async (sessionId, before) => void (await attempt(() => host.request('session/fork', { sessionId, before }))),
    async showEarlier() {
      const { activeSessionId: sessionId } = store.getState().chat;
      const before = startOf(store.getState().chat);
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
    showSession: async sessionId => void (await attempt(() => host.request('session/show', { sessionId }))),
    drafting: ({ sessionId, toolCallId }, active) => host.notify('ui/drafting', { sessionId, toolCallId, active }),
    painted: ({ sessionId, toolCallId, revision, state }) => {
      if (state === 'waiting') host.notify('ui/painted', { sessionId, toolCallId, revision });
    },
  };
}
