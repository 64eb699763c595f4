import type { Content, Message } from './message';

/** Where a message stands on its way to the agent. */
type Standing =
  /** Its turn has not come. */
  | 'waits'
  /** It mentions what a person is asked about first. */
  | 'asks'
  /** The agent has it, and has not begun with it. */
  | 'given';

interface Queued {
  readonly message: Message;
  readonly standing: Standing;
}

/** Why nothing of the queue goes out by itself. */
type Held = 'stopped' | 'failed' | 'restored' | 'limited';

/** Messages that no turn has begun with, in the order in which they go out. */
export interface Queue {
  readonly all: readonly Queued[];
  readonly held?: Held;
  /** When it goes out by itself after all, in milliseconds since 1970. */
  readonly until?: number;
}

/** What a person does with the queue. */
export type QueueChange =
  | { readonly type: 'take'; readonly id?: string }
  | { readonly type: 'move'; readonly id: string; readonly by: 1 | -1 }
  | { readonly type: 'now'; readonly id: string }
  | { readonly type: 'goOn' }
  /** Says this first, at that time, and then the rest. */
  | { readonly type: 'later'; readonly text: string; readonly at: number };

/** How the chat shows it. */
export interface QueueView {
  readonly rows: readonly QueueRow[];
  readonly held?: Held;
  readonly until?: number;
}

interface QueueRow {
  readonly id: string;
  /** The beginning of the text. */
  readonly text: string;
  readonly attachments: number;
  readonly standing: Standing;
}

const shownLength = 300;

export const emptyQueue: Queue = { all: [] };

export function viewOf({ all, held, until }: Queue): QueueView | undefined {
  if (all.length === 0) return undefined;
  const rows = all.map(({ message: { id, text, attachments = [] }, standing }) => ({
    id,
    text: text.slice(0, shownLength),
    attachments: attachments.length,
    standing,
  }));
  return { rows, ...(held ? { held } : {}), ...(until === undefined ? {} : { until }) };
}

export function added(queue: Queue, message: Message): Queue {
  return { ...queue, all: [...queue.all, { message, standing: 'waits' }] };
}

export function without(queue: Queue, ids: readonly string[]): Queue {
  return { ...queue, all: queue.all.filter(({ message }) => !ids.includes(message.id)) };
}

export function put(queue: Queue, id: string, as: Standing): Queue {
  return { ...queue, all: queue.all.map(it => (it.message.id === id ? { ...it, standing: as } : it)) };
}

export function holding({ all }: Queue, held: Held): Queue {
  return all.length === 0 ? emptyQueue : { all, held };
}

/** Nothing goes out before that time, and this message then goes first. */
export function heldUntil({ all }: Queue, message: Message, until: number): Queue {
  return { all: [{ message, standing: 'waits' }, ...all], held: 'limited', until };
}

export function goingOn({ all }: Queue): Queue {
  return { all };
}

/** Only among those that wait: what the agent has cannot be put after what it has not. */
export function moved(queue: Queue, id: string, by: 1 | -1): Queue {
  const from = queue.all.findIndex(({ message }) => message.id === id);
  const [one, other] = [queue.all[from], queue.all[from + by]];
  if (one?.standing !== 'waits' || other?.standing !== 'waits') return queue;
  const all = [...queue.all];
  [all[from], all[from + by]] = [other, one];
  return { ...queue, all };
}

export function messagesThat(queue: Queue, as: Standing): readonly Message[] {
  return queue.all.flatMap(it => (it.standing === as ? [it.message] : []));
}

/** What of the queue can be had back: one message, or all that wait. */
export function takeable(queue: Queue, id?: string): readonly Message[] {
  return messagesThat(queue, 'waits').filter(message => id === undefined || message.id === id);
}

export function contentOf({ text, attachments = [] }: Message): Content {
  return { text, ...(attachments.length > 0 ? { attachments } : {}) };
}
