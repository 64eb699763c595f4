import type { Todo } from '../../src/core/call/returned';
import type { TranscriptChange, TranscriptItem } from '../../src/core/transcript/items';

/** The items of a conversation, and where they stand. */
export interface Placed {
  /** Ids in order. */
  readonly order: readonly string[];
  /** A settled item keeps its identity for good. */
  readonly items: ReadonlyMap<string, TranscriptItem>;
  /** What subagents say and do, by the call that started them: these items stand under it and not in the order. */
  readonly nested: ReadonlyMap<string, readonly string[]>;
  /** What the agent has set itself to do. */
  readonly todos: readonly Todo[];
}

export const nothingPlaced: Placed = { order: [], items: new Map(), nested: new Map(), todos: [] };

/** Puts items where they belong: at the end, in the place of what they replace, or under the call that started them. */
export function placed(state: Placed, added: readonly TranscriptItem[]): Placed {
  const items = new Map(state.items);
  const order: string[] = [];
  let { nested, todos } = state;
  for (const item of added) {
    if (item.kind === 'todos') {
      todos = item.todos;
      continue;
    }
    const parent = parentOf(item);
    const known = items.has(item.id);
    items.set(item.id, item);
    if (known) continue;
    if (parent === undefined || !items.has(`call:${parent}`)) order.push(item.id);
    else nested = new Map(nested).set(parent, [...(nested.get(parent) ?? []), item.id]);
  }
  return { items, nested, todos, order: order.length === 0 ? state.order : [...state.order, ...order] };
}

function parentOf(item: TranscriptItem): string | undefined {
  return item.kind === 'text' || item.kind === 'thinking' || item.kind === 'call' ? item.parent : undefined;
}

/** What is told anew, or at the end of a text that streams. */
export function changed(state: Placed, changes: readonly TranscriptChange[]): Placed {
  const puts = changes.flatMap(change => (change.type === 'put' ? [change.item] : []));
  const now = puts.length === changes.length ? undefined : new Map(state.items);
  if (now === undefined) return placed(state, puts);
  const added: TranscriptItem[] = [];
  for (const change of changes) {
    if (change.type === 'put') {
      // What follows in the same batch is appended to it.
      if (now.has(change.item.id)) now.set(change.item.id, change.item);
      else added.push(change.item);
      continue;
    }
    const place = added.findIndex(item => item.id === change.id);
    const item = place === -1 ? now.get(change.id) : added[place];
    if (item?.kind !== 'text' && item?.kind !== 'thinking') continue;
    const longer = { ...item, text: item.text + change.text };
    if (place === -1) now.set(change.id, longer);
    else added[place] = longer;
  }
  return placed({ ...state, items: now }, added);
}
