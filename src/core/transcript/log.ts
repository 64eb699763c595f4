import type { Sentence } from '../texts/sentence';
import type { AgentEvent } from '../call/events';
import { type Returned, type Todo, todosAfter } from '../call/returned';
import type { CallItem, Task, TranscriptChange, TranscriptItem } from './items';

/** The conversation of one session, and every change of it told to one listener. */
export class TranscriptLog {
  readonly #onChange: (change: TranscriptChange) => void;
  #items: Map<string, TranscriptItem>;
  /** Names what has no name of its own. Never less than what is there, so that what came back is not replaced. */
  #count: number;
  #todos: readonly Todo[] | undefined;
  /** Which call started a task. */
  readonly #tasks = new Map<string, string>();

  /** Goes on below these items, before which there may be more that are not here. */
  constructor(
    onChange: (change: TranscriptChange) => void = () => {},
    items: readonly TranscriptItem[] = [],
    earlier = 0,
  ) {
    this.#onChange = onChange;
    this.#items = new Map();
    for (const item of items) this.#keep(item);
    this.#count = earlier + items.length;
  }

  /** The items before these, which were not here yet. */
  prepend(items: readonly TranscriptItem[]): void {
    const before = items.filter(item => item.kind !== 'todos');
    this.#items = new Map([...before.map(item => [item.id, item] as const), ...this.#items]);
  }

  /** The list of what is to be done comes last, however long ago it changed. */
  get items(): readonly TranscriptItem[] {
    const todos = this.#todos ? ([{ kind: 'todos', id: 'todos', todos: this.#todos }] as const) : [];
    return [...this.#items.values(), ...todos];
  }

  user(id: string, text: string): void {
    this.#put({ kind: 'user', id, text });
  }

  /** A text of the agent that is finished. */
  text({ kind, id, text, parent, durationMs }: Omit<AgentEvent & { type: 'text' }, 'type'>): void {
    this.#put({
      kind,
      id,
      text,
      settled: true,
      ...(parent === undefined ? {} : { parent }),
      ...(durationMs === undefined ? {} : { durationMs }),
    });
  }

  /** One that is named replaces the last of that name. */
  notice(level: 'info' | 'warning' | 'error', text: Sentence, name?: string): void {
    if (name === undefined) this.#count += 1;
    this.#put({ kind: 'notice', id: `notice:${name ?? this.#count}`, level, text });
  }

  divider(text: Sentence): void {
    this.#count += 1;
    this.#put({ kind: 'divider', id: `divider:${this.#count}`, text });
  }

  /** A call has its place where it was first seen. */
  call(toolCallId: string, parent?: string): void {
    const id = `call:${toolCallId}`;
    if (!this.#items.has(id)) this.#put({ kind: 'call', id, toolCallId, ...(parent === undefined ? {} : { parent }) });
  }

  /** What a call gave back, where more of it is known than its text. */
  returned(toolCallId: string, returned: Returned): void {
    if (returned.kind === 'todos')
      this.#put({ kind: 'todos', id: 'todos', todos: todosAfter(this.#todos ?? [], returned.changes) });
    else this.#change(toolCallId, item => ({ ...item, returned }));
  }

  /** For how long a call has been running. */
  progress(toolCallId: string, seconds: number): void {
    this.#change(toolCallId, item => ({ ...item, seconds }));
  }

  /** Tells what is new of a task, and what is known of it now. */
  task({ taskId, toolCallId, change }: Omit<AgentEvent & { type: 'task' }, 'type'>): Task | undefined {
    if (toolCallId !== undefined) this.#tasks.set(taskId, toolCallId);
    const started = this.#tasks.get(taskId);
    if (started === undefined) return undefined;
    const known = this.#items.get(`call:${started}`);
    if (known?.kind !== 'call') return undefined;
    const { state = known.task?.state ?? 'running', ...rest } = change;
    const task: Task = { ...known.task, ...rest, state, taskId };
    this.#put({ ...known, task });
    return task;
  }

  taskOf(taskId: string): Task | undefined {
    const item = this.#items.get(`call:${this.#tasks.get(taskId) ?? ''}`);
    return item?.kind === 'call' ? item.task : undefined;
  }

  #change(toolCallId: string, change: (item: CallItem) => CallItem): void {
    const item = this.#items.get(`call:${toolCallId}`);
    if (item?.kind === 'call') this.#put(change(item));
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
    this.#keep(item);
    this.#onChange({ type: 'put', item });
  }

  #keep(item: TranscriptItem): void {
    if (item.kind === 'todos') this.#todos = item.todos;
    else this.#items.set(item.id, item);
  }
}
