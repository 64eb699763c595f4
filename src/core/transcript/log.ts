import type { AgentEvent } from '../call/events';
import type { TranscriptChange, TranscriptItem } from './items';

/** The conversation of one session, and every change of it told to one listener. */
export class TranscriptLog {
  readonly #onChange: (change: TranscriptChange) => void;
  readonly #items = new Map<string, TranscriptItem>();
  #count = 0;

  constructor(onChange: (change: TranscriptChange) => void) {
    this.#onChange = onChange;
  }

  get items(): readonly TranscriptItem[] {
    return [...this.#items.values()];
  }

  put(item: TranscriptItem): void {
    this.#items.set(item.id, item);
    this.#onChange({ type: 'put', item });
  }

  user(id: string, text: string): void {
    this.put({ kind: 'user', id, text });
  }

  notice(level: 'info' | 'warning' | 'error', text: string): void {
    this.#count += 1;
    this.put({ kind: 'notice', id: `notice:${this.#count}`, level, text });
  }

  divider(text: string): void {
    this.#count += 1;
    this.put({ kind: 'divider', id: `divider:${this.#count}`, text });
  }

  /** A call has its place where it was first seen. */
  call(toolCallId: string): void {
    const id = `call:${toolCallId}`;
    if (!this.#items.has(id)) this.put({ kind: 'call', id, toolCallId });
  }

  handle(event: AgentEvent): void {
    if (event.type === 'text') this.put({ kind: event.kind, id: event.id, text: event.text, settled: true });
    else if (event.type === 'delta') this.#append(event.id, event.kind, event.text);
    else if (event.type === 'notice') this.notice(event.level, event.text);
  }

  #append(id: string, kind: 'text' | 'thinking', text: string): void {
    const item = this.#items.get(id);
    if (!item || item.kind !== kind) {
      this.put({ kind, id, text, settled: false });
      return;
    }
    this.#items.set(id, { ...item, text: item.text + text });
    this.#onChange({ type: 'append', id, text });
  }
}
