import type { TaskChange } from '../call/events';
import type { Returned, Todo } from '../call/returned';
import type { Sentence } from '../texts/sentence';

/** What a subagent or a command in the background is doing, or did. */
export interface Task extends TaskChange {
  readonly taskId: string;
  readonly state: NonNullable<TaskChange['state']>;
}

/** A call has its place where it was first seen; what it does and gave back is told there. */
export interface CallItem {
  readonly kind: 'call';
  readonly id: string;
  readonly toolCallId: string;
  /** The call whose subagent makes it. */
  readonly parent?: string;
  readonly returned?: Returned;
  readonly task?: Task;
  /** For so long it has been running. */
  readonly seconds?: number;
  /** The end of what it has printed so far. */
  readonly printed?: string;
}

/** What the agent says or thinks. */
export interface TextItem {
  readonly kind: 'text' | 'thinking';
  readonly id: string;
  readonly text: string;
  readonly settled: boolean;
  /** The call whose subagent says it. */
  readonly parent?: string;
  /** How long the model thought. */
  readonly durationMs?: number;
}

/** One line of the conversation as the chat shows it. `id` never changes; a later item with the same id replaces it. */
export type TranscriptItem =
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly text: string;
      /** The names of the files that went along. */
      readonly attachments?: readonly string[];
    }
  | TextItem
  | CallItem
  | {
      readonly kind: 'notice';
      readonly id: string;
      readonly level: 'info' | 'warning' | 'error';
      readonly text: Sentence;
    }
  | { readonly kind: 'divider'; readonly id: string; readonly text: Sentence }
  /** What the agent has set itself to do; there is one list, and it stands in no line. */
  | { readonly kind: 'todos'; readonly id: 'todos'; readonly todos: readonly Todo[] };

/** What changed: a new or replaced item, or text at the end of one that is still streaming. */
export type TranscriptChange =
  | { readonly type: 'put'; readonly item: TranscriptItem }
  | { readonly type: 'append'; readonly id: string; readonly text: string };
