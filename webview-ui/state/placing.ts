import type { Todo } from '../../src/core/call/returned';
import type { TranscriptChange, TranscriptItem } from '../../src/core/transcript/items';
import { Layered } from './layered';

/** The items of a conversation, and where they stand. */
export interface Placed {
  /** Ids in order. */
  readonly order: readonly string[];
  /** A settled item keeps its identity for good. */
  readonly items: Layered<TranscriptItem>;
  /** What subagents say and do, by the call that started them: these items stand under it and not in the order. */
  readonly nested: ReadonlyMap<string, readonly string[]>;
  /** What the agent has set itself to do. */
  readonly todos: readonly Todo[];
}

export const nothingPlaced: Placed = { order: [], items: new Layered(), nested: new Map(), todos: [] };

/** Puts items where they belong: at the end, in the place of what they replace, or under the call that started them. */
export function placed(state: Placed, added: readonly TranscriptItem[]): Placed {
  const put = new Map<string, TranscriptItem>();
  const isThere = (id: string): boolean => put.has(id) || state.items.has(id);
  const order: string[] = [];
  let { nested, todos } = state;
  for (const item of added) {
    if (item.kind === 'todos') {
      todos = item.todos;
      continue;
    }
    const parent = parentOf(item);
    const known = isThere(item.id);
    put.set(item.id, item);
    if (known) continue;
    if (parent === undefined || !isThere(`call:${parent}`)) order.push(item.id);
    else nested = new Map(nested).set(parent, [...(nested.get(parent) ?? []), item.id]);
  }
  const items = state.items.with(put);
  return { items, nested, todos, order: order.length === 0 ? state.order : [...state.order, ...order] };
}

function parentOf(item: TranscriptItem): string | undefined {
  return item.kind === 'text' || item.kind === 'thinking' || item.kind === 'call' ? item.parent : undefined;
}

/** What is told anew, or at the end of a text that streams. What follows in the same batch is appended to it. */
export function changed(state: Placed, changes: readonly TranscriptChange[]): Placed {
  const now: TranscriptItem[] = [];
  const places = new Map<string, number>();
  const put = (item: TranscriptItem): void => {
    const place = item.kind === 'todos' ? undefined : places.get(item.id);
    if (place !== undefined) now[place] = item;
    else places.set(item.id, now.push(item) - 1);
  };
  for (const change of changes) {
    if (change.type === 'put') {
      put(change.item);
      continue;
    }
    const place = places.get(change.id);
    const item = place === undefined ? state.items.get(change.id) : now[place];
    if (item?.kind === 'text' || item?.kind === 'thinking') put({ ...item, text: item.text + change.text });
  }
  return placed(state, now);
}
