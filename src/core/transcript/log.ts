import type { Sentence } from '../texts/sentence';
import type { AgentEvent } from '../call/events';
import { type Returned, type Todo, todosAfter } from '../call/returned';
import type { CallItem, Task, TextItem, TranscriptChange, TranscriptItem } from './items';

/** The conversation of one session, and every change of it told to one listener. */
export class TranscriptLog {
  readonly #onChange: (change: TranscriptChange) => void;
  #items: Map<string, TranscriptItem>;
  /** Calls that were forgotten, and to which something may still happen. Nobody sees them here. */
  readonly #aside = new Map<string, CallItem>();
  #todos: readonly Todo[] | undefined;
  /** Which call started a task. */
  readonly #tasks = new Map<string, string>();

  /** Goes on below these items, before which there may be more that are not here. */
  constructor(onChange: (change: TranscriptChange) => void = () => {}, items: readonly TranscriptItem[] = []) {
    this.#onChange = onChange;
    this.#items = new Map();
    for (const item of items) this.#keep(item);
  }

  /** The items before these, which were not here yet. */
  prepend(items: readonly TranscriptItem[]): void {
    const before = items.filter(item => item.kind !== 'todos').map(item => this.#aside.get(item.id) ?? item);
    for (const { id } of before) this.#aside.delete(id);
    this.#items = new Map([...before.map(item => [item.id, item] as const), ...this.#items]);
  }

  /** Forgets everything up to this item but these calls, and what is still under way in the background. */
  forget(last: string, open: ReadonlySet<string>): void {
    for (const item of [...this.#aside.values(), ...this.#upTo(last)]) {
      this.#items.delete(item.id);
      this.#aside.delete(item.id);
      if (item.kind !== 'call') continue;
      if (open.has(item.toolCallId) || isUnderWay(item.task)) this.#aside.set(item.id, item);
      else if (item.task) this.#tasks.delete(item.task.taskId);
    }
  }

  /** Whether this call is here, be it aside. */
  holds(toolCallId: string): boolean {
    return this.#find(`call:${toolCallId}`) !== undefined;
  }

  #upTo(last: string): readonly TranscriptItem[] {
    const items = [...this.#items.values()];
    return items.slice(0, items.findIndex(({ id }) => id === last) + 1);
  }

  /** How many items there are behind this one. */
  behind(item: string): number {
    return this.#items.size - this.#upTo(item).length;
  }

  /** The last item, once all that is here was said to its end. */
  get settledEnd(): string | undefined {
    return this.unsettled.length > 0 ? undefined : [...this.#items.keys()].at(-1);
  }

  /** The texts that are still being written. */
  get unsettled(): readonly TextItem[] {
    return [...this.#items.values()].flatMap(item =>
      (item.kind === 'text' || item.kind === 'thinking') && !item.settled ? [item] : [],
    );
  }

  /** The list of what is to be done comes last, however long ago it changed. */
  get items(): readonly TranscriptItem[] {
    const todos = this.#todos ? ([{ kind: 'todos', id: 'todos', todos: this.#todos }] as const) : [];
    return [...this.#items.values(), ...todos];
  }

  user(id: string, text: string, attachments?: readonly string[]): void {
    this.#put({ kind: 'user', id, text, ...(attachments ? { attachments } : {}) });
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

  /** Replaces the last of its name. */
  notice(name: string, level: 'info' | 'warning' | 'error', text: Sentence): void {
    this.#put({ kind: 'notice', id: `notice:${name}`, level, text });
  }

  divider(name: string, text: Sentence): void {
    this.#put({ kind: 'divider', id: `divider:${name}`, text });
  }

  /** A call has its place where it was first seen. */
  call(toolCallId: string, parent?: string): void {
    const id = `call:${toolCallId}`;
    if (!this.#find(id)) this.#put({ kind: 'call', id, toolCallId, ...(parent === undefined ? {} : { parent }) });
  }

  /** What a call gave back, where more of it is known than its text. */
  returned(toolCallId: string, returned: Returned): void {
    if (returned.kind === 'todos')
      this.#put({ kind: 'todos', id: 'todos', todos: todosAfter(this.#todos ?? [], returned.changes) });
    else this.#change(toolCallId, item => ({ ...item, returned }));
  }

  /** How far a call is that runs. */
  progress(toolCallId: string, far: Pick<CallItem, 'seconds' | 'printed'>): void {
    this.#change(toolCallId, item => ({ ...item, ...far }));
  }

  /** It has ended: what it printed meanwhile is in what it gave back. */
  ended(toolCallId: string): void {
    const item = this.#find(`call:${toolCallId}`);
    if (item?.printed === undefined) return;
    const { printed: _, ...rest } = item;
    this.#put(rest);
  }

  /** Tells what is new of a task, and what is known of it now. */
  task({ taskId, toolCallId, change }: Omit<AgentEvent & { type: 'task' }, 'type'>): Task | undefined {
    if (toolCallId !== undefined) this.#tasks.set(taskId, toolCallId);
    const started = this.#tasks.get(taskId);
    if (started === undefined) return undefined;
    const known = this.#find(`call:${started}`);
    if (!known) return undefined;
    const { state = known.task?.state ?? 'running', ...rest } = change;
    const task: Task = { ...known.task, ...rest, state, taskId };
    this.#put({ ...known, task });
    return task;
  }

  taskOf(taskId: string): Task | undefined {
    return this.#find(`call:${this.#tasks.get(taskId) ?? ''}`)?.task;
  }

  #change(toolCallId: string, change: (item: CallItem) => CallItem): void {
    const item = this.#find(`call:${toolCallId}`);
    if (item) this.#put(change(item));
  }

  #find(id: string): CallItem | undefined {
    const item = this.#items.get(id) ?? this.#aside.get(id);
    return item?.kind === 'call' ? item : undefined;
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
    else if (item.kind === 'call' && this.#aside.has(item.id)) this.#aside.set(item.id, item);
    else this.#items.set(item.id, item);
  }
}

/** What goes on in the background is not over before the model was told of its end. */
function isUnderWay(task: Task | undefined): boolean {
  return task !== undefined && (task.state === 'running' || (task.background === true && task.told !== true));
}
