import type { Chat, ViewState } from './chat';
import { type Translate, translator } from '../language/translate';
import { createContext, useContext, useState } from 'react';
import { useStore } from 'zustand';
import { type Picked, pickerOf, type Shelf } from './picking';

export const ChatContext = createContext<Chat | undefined>(undefined);
export const LanguageContext = createContext<Translate>(translator('en'));

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (chat === undefined) throw new Error('No chat around this component.');
  return chat;
}

export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(useChat().store, select);
}

/**
 * What lies under these names: the same list as before for as long as each is the same. Whoever draws a part of a long
 * conversation asks this with every letter that comes, so it looks only where something is new.
 */
export function usePicked<T>(
  names: readonly (string | undefined)[],
  shelfOf: (state: ViewState) => Shelf<T>,
): Picked<T> {
  const [picker] = useState(() => pickerOf<T>());
  return useView(view => picker(names, shelfOf(view)));
}

export function useText(): Translate {
  return useContext(LanguageContext);
}
