import { callKey } from '../../src/core/call/call';
import { sentenceOf } from '../../src/core/texts/told';
import type { Host } from '../link/host';
import type { Chat, ViewState } from './chat';
import { type Drafts, withoutCard } from './drafts';
import type { StoreApi } from 'zustand/vanilla';

/** Sends what a person decided, once at a time for each card, and keeps what became of it. */
export function decisionsOf(
  store: StoreApi<ViewState>,
  host: Host,
  keepDrafts: (drafts: Drafts) => void,
): Pick<Chat, 'confirm' | 'toldOfRules'> {
  return {
    async confirm({ sessionId, toolCallId, revision }, confirmed, options) {
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
          store.setState({ madeRules: { rules, patterns: options?.rule?.patterns ?? [], times } });
        }
        keepDrafts(withoutCard(store.getState().drafts, key));
      } catch (error) {
        store.setState({ refused: new Map(store.getState().refused).set(key, sentenceOf(error)) });
      } finally {
        const sending = new Set(store.getState().sending);
        sending.delete(key);
        store.setState({ sending });
      }
    },
    toldOfRules: () => store.setState({ madeRules: undefined }),
  };
}
