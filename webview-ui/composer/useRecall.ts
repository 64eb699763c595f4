import type { Writing } from './useWriting';
import { useChat } from '../state/context';
import { useRef } from 'react';

/** Brings back what was sent before, in a box that is empty or shows what was brought back. True: there was something. */
export function useRecall(writing: Writing): (to: 'earlier' | 'later', box: HTMLTextAreaElement) => boolean {
  const chat = useChat();
  const recalled = useRef<string>(undefined);
  return (to, box) => {
    const isRecalled = recalled.current !== undefined && recalled.current === writing.text;
    if (writing.text !== '' && !isRecalled) return false;
    // Inside a text of several lines the arrows go through its lines first.
    const [before, after] = [box.value.slice(0, box.selectionStart), box.value.slice(box.selectionEnd)];
    if ((to === 'earlier' ? before : after).includes('\n')) return false;
    const { order, items } = chat.store.getState().chat;
    const said = order.flatMap(id => {
      const item = items.get(id);
      return item?.kind === 'user' ? [item.text] : [];
    });
    const distinct = said.filter((text, place) => text !== said[place + 1]);
    const at = isRecalled ? distinct.lastIndexOf(writing.text) : distinct.length;
    const next = to === 'earlier' ? distinct[at - 1] : at < 0 ? undefined : (distinct[at + 1] ?? '');
    if (next === undefined || (to === 'later' && !isRecalled)) return false;
    recalled.current = next;
    writing.write(next);
    return true;
  };
}
