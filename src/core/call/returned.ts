/** What a call returned, by its kind, as far as it is shown: texts are cut, and a picture is one by its first bytes. */
export type Returned =
  | { readonly kind: 'change'; readonly path: string; readonly created: boolean; readonly hunks: readonly Hunk[] }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly from: number;
      readonly lines: number;
      readonly total: number;
    }
  | {
      readonly kind: 'output';
      readonly text: string;
      /** All of it, in bytes, where the agent kept most of it elsewhere. */
      readonly bytes?: number;
      /** It goes on in the background. */
      readonly taskId?: string;
    }
  | {
      readonly kind: 'picture';
      readonly type: string;
      readonly bytes: number;
      /** Absent where it is too large to be kept. */
      readonly base64?: string;
    }
  | {
      readonly kind: 'cell';
      readonly path: string;
      readonly mode: string;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: 'page';
      readonly url: string;
      readonly status: string;
      readonly bytes: number;
      readonly text: string;
    }
  | { readonly kind: 'found'; readonly results: readonly { readonly title: string; readonly url: string }[] }
  | { readonly kind: 'answers'; readonly answers: readonly { readonly question: string; readonly answer: string }[] }
  | {
      readonly kind: 'report';
      readonly text: string;
      readonly tokens: number;
      readonly calls: number;
      readonly durationMs: number;
    }
  | { readonly kind: 'todos'; readonly changes: readonly TodoChange[] };

/** What is longer is cut at its end: the agent, and mostly a file, have the rest. */
export const longestReturned = 24_000;

/** What a command printed. `bytes`: all of it, where the agent says that it kept most of it elsewhere. */
export function printed(text: string, bytes = 0, taskId?: string): Returned {
  return {
    kind: 'output',
    text: text.slice(0, longestReturned),
    ...(bytes > 0 || text.length > longestReturned ? { bytes: Math.max(bytes, text.length) } : {}),
    ...(taskId === undefined ? {} : { taskId }),
  };
}

const mostLines = 800;
const longestLine = 2000;

/** No more than can be read. */
export function withinLines(hunks: readonly Hunk[]): readonly Hunk[] {
  let left = mostLines;
  return hunks.flatMap(hunk => {
    const lines = hunk.lines.slice(0, left).map(line => line.slice(0, longestLine));
    left -= lines.length;
    return lines.length === 0 ? [] : [{ ...hunk, lines }];
  });
}

export function createdFile(path: string, content: string): Returned {
  const lines = content.replace(/\n$/, '').split('\n', mostLines);
  const hunk = { before: 0, after: 1, lines: lines.map(line => `+${line}`) };
  return { kind: 'change', path, created: true, hunks: withinLines([hunk]) };
}

/** A part of a file that changed, with the lines around it; each begins with its sign. Where its lines stand may be unknown: both are 0. */
export interface Hunk {
  readonly before: number;
  readonly after: number;
  readonly lines: readonly string[];
}

export interface Todo {
  readonly id: string;
  readonly text: string;
  readonly state: 'open' | 'going' | 'done';
}

/** A new one, another state of a known one, or all of them. */
type TodoChange =
  | { readonly type: 'put'; readonly todo: Todo }
  | { readonly type: 'state'; readonly id: string; readonly state: Todo['state'] | 'deleted' }
  | { readonly type: 'all'; readonly todos: readonly Todo[] };

/** How many lines a change adds and takes away. */
export function sizeOf(hunks: readonly Hunk[]): { readonly added: number; readonly removed: number } {
  const lines = hunks.flatMap(hunk => hunk.lines);
  return {
    added: lines.filter(line => line.startsWith('+')).length,
    removed: lines.filter(line => line.startsWith('-')).length,
  };
}

export function todosAfter(todos: readonly Todo[], changes: readonly TodoChange[]): readonly Todo[] {
  return changes.reduce(todosAfterOne, todos);
}

function todosAfterOne(todos: readonly Todo[], change: TodoChange): readonly Todo[] {
  switch (change.type) {
    case 'all':
      return change.todos;
    case 'put': {
      const known = todos.some(({ id }) => id === change.todo.id);
      return known ? todos.map(todo => (todo.id === change.todo.id ? change.todo : todo)) : [...todos, change.todo];
    }
    case 'state': {
      const { id, state } = change;
      if (state === 'deleted') return todos.filter(todo => todo.id !== id);
      return todos.map(todo => (todo.id === id ? { ...todo, state } : todo));
    }
    default:
      return change satisfies never;
  }
}
