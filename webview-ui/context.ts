import type { Latch, ViewState } from './store';
import { type Translate, translator } from './l10n';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

export const LatchContext = createContext<Latch | undefined>(undefined);
export const LanguageContext = createContext<Translate>(translator('en'));

export function useLatch(): Latch {
  const latch = useContext(LatchContext);
  if (latch === undefined) throw new Error('No Latch around this component.');
  return latch;
}

export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(useLatch().store, select);
}

export function useText(): Translate {
  return useContext(LanguageContext);
}
