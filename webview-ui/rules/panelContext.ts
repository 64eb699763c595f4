import type { Panel, PanelState } from './panelStore';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';

export const PanelContext = createContext<Panel | undefined>(undefined);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (panel === undefined) throw new Error('No rules panel around this component.');
  return panel;
}

export function usePanelState<T>(select: (state: PanelState) => T): T {
  return useStore(usePanel().store, select);
}
