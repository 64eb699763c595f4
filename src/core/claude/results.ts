import { entryOf } from '../base/entryOf';
import { asString, isObject, type Json, type JsonObject } from '../base/json';
import {
  createdFile,
  type Hunk,
  longestReturned,
  printed,
  type Returned,
  type Todo,
  withinLines,
} from '../call/returned';

const mostEntries = 100;
const longestTodo = 2000;
/** In base64; a picture that is larger is opened from its file. */
const largestPicture = 400_000;

/** Reads `tool_use_result`, which has no name of its kind: its fields tell. What is not known is shown as its text. */
export function returnedOf(result: Json | undefined): Returned | undefined {
  if (!isObject(result)) return undefined;
  return (
    changeOf(result) ??
    fileOf(result) ??
    cellOf(result) ??
    outputOf(result) ??
    pageOf(result) ??
    foundOf(result) ??
    answersOf(result) ??
    reportOf(result) ??
    todosOf(result)
  );
}

function changeOf(result: JsonObject): Returned | undefined {
  const path = asString(result['filePath']);
  const patch = result['structuredPatch'];
  if (path === undefined || !Array.isArray(patch)) return undefined;
  const content = asString(result['content']);
  const created = result['type'] === 'create';
  if (created && content !== undefined) return createdFile(path, content);
  return { kind: 'change', path, created, hunks: withinLines(patch.flatMap(hunkOf)) };
}

function hunkOf(value: Json): readonly Hunk[] {
  if (!isObject(value) || !Array.isArray(value['lines'])) return [];
  const lines = value['lines'].filter(line => typeof line === 'string');
  return [{ before: numberIn(value['oldStart']), after: numberIn(value['newStart']), lines }];
}

function fileOf(result: JsonObject): Returned | undefined {
  const file = result['file'];
  if (!isObject(file)) return undefined;
  const base64 = asString(file['base64']);
  if (result['type'] === 'image' && base64 !== undefined) return pictureOf(base64, numberIn(file['originalSize']));
  const path = asString(file['filePath']);
  if (path === undefined) return undefined;
  const lines = numberIn(file['numLines']);
  return { kind: 'file', path, from: numberIn(file['startLine']) || 1, lines, total: numberIn(file['totalLines']) };
}

const pictures: readonly (readonly [RegExp, string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD[dl]h/, 'image/gif'],
  [/^UklGR.{6}XRUJQ/, 'image/webp'],
];

/** Its first bytes tell what it is, whatever it is called. */
function pictureOf(base64: string, bytes: number): Returned | undefined {
  const type = pictures.find(([begins]) => begins.test(base64))?.[1];
  if (type === undefined) return undefined;
  return { kind: 'picture', type, bytes, ...(base64.length <= largestPicture ? { base64 } : {}) };
}

function cellOf(result: JsonObject): Returned | undefined {
  const path = asString(result['notebook_path']);
  if (path === undefined) return undefined;
  const before = asString(result['old_source']) ?? '';
  const after = asString(result['new_source']) ?? '';
  const mode = asString(result['edit_mode']) ?? 'replace';
  return { kind: 'cell', path, mode, before: before.slice(0, longestReturned), after: after.slice(0, longestReturned) };
}

function outputOf(result: JsonObject): Returned | undefined {
  const out = asString(result['stdout']);
  if (out === undefined) return undefined;
  const errors = asString(result['stderr']) ?? '';
  const text = [out, errors].filter(part => part !== '').join('\n');
  return printed(text, numberIn(result['persistedOutputSize']), asString(result['backgroundTaskId']));
}

function pageOf(result: JsonObject): Returned | undefined {
  const url = asString(result['url']);
  if (url === undefined || typeof result['code'] !== 'number') return undefined;
  const status = `${result['code']} ${asString(result['codeText']) ?? ''}`.trim();
  const text = (asString(result['result']) ?? '').slice(0, longestReturned);
  return { kind: 'page', url, status, bytes: numberIn(result['bytes']), text };
}

function foundOf(result: JsonObject): Returned | undefined {
  const { query, results } = result;
  if (typeof query !== 'string' || !Array.isArray(results)) return undefined;
  const lists = results.flatMap(entry =>
    isObject(entry) && Array.isArray(entry['content']) ? entry['content'] : [entry],
  );
  const found = lists.flatMap(entry => {
    const url = isObject(entry) ? asString(entry['url']) : undefined;
    return isObject(entry) && url !== undefined ? [{ title: asString(entry['title']) ?? url, url }] : [];
  });
  return { kind: 'found', results: found.slice(0, mostEntries) };
}

function answersOf(result: JsonObject): Returned | undefined {
  const { questions, answers } = result;
  if (!Array.isArray(questions) || !isObject(answers)) return undefined;
  const given = Object.entries(answers).slice(0, mostEntries);
  return {
    kind: 'answers',
    answers: given.map(([question, answer]) => ({
      question,
      answer: typeof answer === 'string' ? answer : JSON.stringify(answer),
    })),
  };
}

function reportOf(result: JsonObject): Returned | undefined {
  const { content } = result;
  if (result['status'] !== 'completed' || !Array.isArray(content) || typeof result['agentId'] !== 'string')
    return undefined;
  const text = content.flatMap(block => (isObject(block) ? (asString(block['text']) ?? []) : [])).join('\n');
  return {
    kind: 'report',
    text: text.slice(0, longestReturned),
    tokens: numberIn(result['totalTokens']),
    calls: numberIn(result['totalToolUseCount']),
    durationMs: numberIn(result['totalDurationMs']),
  };
}

const states: Readonly<Record<string, Todo['state']>> = { pending: 'open', in_progress: 'going', completed: 'done' };

/** The lists of TodoWrite, and the single steps of TaskCreate, TaskUpdate and TaskList. */
function todosOf(result: JsonObject): Returned | undefined {
  const { newTodos, task, tasks, taskId } = result;
  if (Array.isArray(newTodos)) return allTodos(newTodos, 'content');
  if (Array.isArray(tasks)) return allTodos(tasks, 'subject');
  if (isObject(task) && typeof task['subject'] === 'string')
    return { kind: 'todos', changes: [{ type: 'put', todo: todoOf(task, 'subject', asString(task['id']) ?? '') }] };
  const change = result['statusChange'];
  const to = isObject(change) ? asString(change['to']) : undefined;
  if (typeof taskId !== 'string' || to === undefined) return undefined;
  const state = to === 'deleted' ? to : (entryOf(states, to) ?? 'open');
  return { kind: 'todos', changes: [{ type: 'state', id: taskId, state }] };
}

function allTodos(list: readonly Json[], field: string): Returned {
  const todos = list
    .slice(0, mostEntries)
    .flatMap((entry, place) => (isObject(entry) ? [todoOf(entry, field, asString(entry['id']) ?? String(place))] : []));
  return { kind: 'todos', changes: [{ type: 'all', todos }] };
}

function todoOf(entry: JsonObject, field: string, id: string): Todo {
  const state = entryOf(states, asString(entry['status']) ?? '') ?? 'open';
  return { id, text: (asString(entry[field]) ?? '').slice(0, longestTodo), state };
}

function numberIn(value: Json | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
