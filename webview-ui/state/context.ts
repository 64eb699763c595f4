import type { Chat, ViewState } from './chat';
import { type Translate, translator } from '../language/translate';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

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

export function useText(): Translate {
  return useContext(LanguageContext);
}
