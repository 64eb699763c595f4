import type { Sentence } from '../texts/sentence';
import type { AgentEvent } from '../call/events';
import type { TranscriptChange, TranscriptItem } from './items';

/** The conversation of one session, and every change of it told to one listener. */
export class TranscriptLog {
  readonly #onChange: (change: TranscriptChange) => void;
  #items: Map<string, TranscriptItem>;
  /** Names what has no name of its own. Never less than what is there, so that what came back is not replaced. */
  #count: number;

  /** Goes on below these items, before which there may be more that are not here. */
  constructor(
    onChange: (change: TranscriptChange) => void = () => {},
    items: readonly TranscriptItem[] = [],
    earlier = 0,
  ) {
    this.#onChange = onChange;
    this.#items = new Map(items.map(item => [item.id, item]));
    this.#count = earlier + items.length;
  }

  /** The items before these, which were not here yet. */
  prepend(items: readonly TranscriptItem[]): void {
    this.#items = new Map([...items.map(item => [item.id, item] as const), ...this.#items]);
  }

  get items(): readonly TranscriptItem[] {
    return [...this.#items.values()];
  }

  user(id: string, text: string): void {
    this.#put({ kind: 'user', id, text });
  }

  /** A text of the agent that is finished. */
  text(kind: 'text' | 'thinking', id: string, text: string): void {
    this.#put({ kind, id, text, settled: true });
  }

  notice(level: 'info' | 'warning' | 'error', text: Sentence): void {
    this.#count += 1;
    this.#put({ kind: 'notice', id: `notice:${this.#count}`, level, text });
  }

  divider(text: Sentence): void {
    this.#count += 1;
    this.#put({ kind: 'divider', id: `divider:${this.#count}`, text });
  }

  /** A call has its place where it was first seen. */
  call(toolCallId: string): void {
    const id = `call:${toolCallId}`;
    if (!this.#items.has(id)) this.#put({ kind: 'call', id, toolCallId });
  }

  /** A piece of a text that is still being written. */
  append({ id, kind, text }: AgentEvent & { type: 'delta' }): void {
    const item = this.#items.get(id);
    if (!item || item.kind !== kind) {
      this.#put({ kind, id, text, settled: false });
      return;
    }
    this.#items.set(id, { ...item, text: item.text + text });
    this.#onChange({ type: 'append', id, text });
  }

  /** A change of the same conversation, told by whoever has it. */
  apply(change: TranscriptChange): void {
    if (change.type === 'put') {
      this.#put(change.item);
      return;
    }
    const item = this.#items.get(change.id);
    if (item?.kind !== 'text' && item?.kind !== 'thinking') return;
    this.#items.set(item.id, { ...item, text: item.text + change.text });
    this.#onChange(change);
  }

  #put(item: TranscriptItem): void {
    this.#items.set(item.id, item);
    this.#onChange({ type: 'put', item });
  }
}
