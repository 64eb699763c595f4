import { pageSize } from '../../src/core/transcript/page';
import { type Block, blockSize, readerOfBlocks } from './blocks';
import { type ChatState, startOf } from '../state/chatState';
import { useChat, useView } from '../state/context';
import { useMemo, useState } from 'react';

/** How much of the conversation is not drawn: what is here and `hidden`, and what only the host has. */
export function useEarlier(order: readonly string[]) {
  const chat = useChat();
  const atHost = useView(view => view.chat.earlier);
  const [drawn, setDrawn] = useState(pageSize);
  const [busy, setBusy] = useState(false);
  const [reader] = useState(readerOfBlocks);
  const blocks = useMemo(() => reader(order), [reader, order]);
  // Whole blocks are left out, so that what is drawn does not shift with each line that comes.
  const hidden = Math.max(0, Math.floor((order.length - drawn) / blockSize));
  const shown: readonly Block[] = blocks.slice(hidden);

  function showEarlier(): void {
    setDrawn(drawn + pageSize);
    if (hidden * blockSize >= pageSize || atHost === 0) return;
    setBusy(true);
    void chat.showEarlier().finally(() => setBusy(false));
  }

  function now(): ChatState {
    return chat.store.getState().chat;
  }

  /** Draws this item, with a page around it, so that what arrives next does not push it out of what is drawn. */
  function show(id: string): void {
    const place = now().order.indexOf(id);
    if (place !== -1) setDrawn(Math.max(drawn, now().order.length - place + pageSize));
  }

  /** Draws the conversation from this call on, and says whether it has one. */
  async function showCall(toolCallId: string): Promise<boolean> {
    while (placeOf(now(), toolCallId) === undefined) {
      const start = startOf(now());
      await chat.showEarlier();
      if (startOf(now()) === start) return false;
    }
    show(placeOf(now(), toolCallId) ?? '');
    return true;
  }
  return { blocks: shown, earlier: hidden * blockSize + atHost, busy, showEarlier, show, showCall };
}

/** The item of the order in which a call stands: its own, or that of the call whose subagent made it. */
function placeOf({ order, items, nested }: ChatState, toolCallId: string): string | undefined {
  const isOf = (id: string): boolean => {
    const item = items.get(id);
    return item?.kind === 'call' && item.toolCallId === toolCallId;
  };
  const own = order.find(isOf);
  if (own !== undefined) return own;
  for (const [parent, ids] of nested) if (ids.some(isOf)) return `call:${parent}`;
  return undefined;
}
