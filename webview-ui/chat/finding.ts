import { callKey } from '../../src/core/call/call';
import type { ChatState } from '../state/chatState';
import { payloadOf } from './callWords';

/** The items of the order in which the words stand. */
export function itemsWith(chat: ChatState, words: string): readonly string[] {
  const wanted = words.toLowerCase();
  if (wanted === '') return [];
  const holds = (id: string): boolean => {
    const item = chat.items.get(id);
    switch (item?.kind) {
      case 'user':
        return [item.text, ...(item.attachments ?? [])].join('\n').toLowerCase().includes(wanted);
      case 'text':
      case 'thinking':
        return saysWords(item.text.toLowerCase(), wanted);
      case 'call': {
        const card = chat.cards.get(callKey(chat.activeSessionId ?? '', item.toolCallId))?.card;
        const inCall = card !== undefined && `${card.tool}\n${payloadOf(card)}`.toLowerCase().includes(wanted);
        return inCall || (chat.nested.get(item.toolCallId)?.some(holds) ?? false);
      }
      case 'notice':
      case 'divider':
        return item.text.text.toLowerCase().includes(wanted);
      case 'todos':
      case undefined:
        return false;
      default:
        return item satisfies never;
    }
  };
  return chat.order.filter(holds);
}

/** As it was written, and as it is read: of words that are set apart the marks around them are not seen. */
function saysWords(text: string, wanted: string): boolean {
  return text.includes(wanted) || text.replaceAll(/[*_`~]/g, '').includes(wanted);
}

/** Marks the words in the line that was found, without a change to what is drawn. */
export function mark(id: string, words: string): void {
  const line = document.querySelector(`[data-item="${CSS.escape(id)}"]`);
  if (line === null) return;
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const wanted = words.toLowerCase();
  for (let node = walker.nextNode(); node !== null && ranges.length < 100; node = walker.nextNode()) {
    const text = (node.textContent ?? '').toLowerCase();
    for (let from = text.indexOf(wanted); from !== -1; from = text.indexOf(wanted, from + wanted.length)) {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + wanted.length);
      ranges.push(range);
    }
  }
  CSS.highlights.set('found', new Highlight(...ranges));
}
