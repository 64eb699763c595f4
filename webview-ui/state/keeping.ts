import { type AttachedFiles, keptOf } from './attached';
import type { WebviewTransport } from '../link/transport';
import type { ViewState } from './chat';
import { type Drafts, ofCards } from './drafts';
import type { StoreApi } from 'zustand/vanilla';

/** Keeps for the next life of the page what is written, and for the host which session stood in this tab. */
export function keepingIn(
  transport: WebviewTransport,
  store: StoreApi<ViewState>,
): (what: { readonly drafts: Drafts } | { readonly attached: AttachedFiles }) => void {
  function keep(): void {
    const { chat, drafts, attached } = store.getState();
    // A card that is gone needs no text any more, and the saved state must not grow for ever.
    const waiting = [...chat.cards.values()].filter(it => it.card.state === 'waiting');
    const kept = ofCards(
      drafts,
      waiting.map(it => it.key),
    );
    transport.save({ drafts: [...kept], attached: keptOf(attached), sessionId: chat.activeSessionId });
  }
  if (store.getState().chat.activeSessionId !== undefined) keep();
  store.subscribe(({ chat }, { chat: before }) => {
    if (chat.activeSessionId !== before.activeSessionId) keep();
  });
  return what => {
    store.setState(what);
    keep();
  };
}
