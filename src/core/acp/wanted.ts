import { asString, type JsonObject } from '../base/json';
import { agentTool } from '../call/agentTool';
import { lineOf } from './shellLine';
import type { Reading } from './state';
import type { Diff, ToolCall } from './toolCall';

/** Who asks, and where it works. */
interface Asker {
  readonly agent: string;
  readonly cwd: string;
}

/**
 * A call of an agent in the language of our rules. It is one of ours only where every part of it says the same; a call
 * that can be read in two ways, or not at all, is a tool of its agent, about which no rule of ours is. No path is guessed.
 */
export function wantedIn(call: ToolCall, asker: Asker): Reading & { readonly isOurs: boolean } {
  const ours = reading(call, asker);
  if (ours) return { ...ours, isOurs: true };
  return { tool: agentTool(asker.agent, call.name ?? call.kind ?? 'other'), input: allOf(call), isOurs: false };
}

function allOf({ title, name, kind, rawInput, diffs, paths, text }: ToolCall): JsonObject {
  const told = { title, name, kind, text: text === '' ? undefined : text };
  return {
    ...Object.fromEntries(Object.entries(told).flatMap(([key, is]) => (is === undefined ? [] : [[key, is]]))),
    ...(rawInput ? { input: rawInput } : {}),
    ...(paths.length > 0 ? { paths } : {}),
    ...(diffs.length > 0 ? { changes: diffs.map(diff => ({ ...diff })) } : {}),
  };
}

function reading(call: ToolCall, { cwd }: Asker): Reading | undefined {
  const mcp = mcpTool(call);
  if (mcp) return mcp;
  switch (call.kind) {
    case 'execute':
      return command(call, cwd);
    case 'edit':
      return edit(call);
    case 'delete':
      return removal(call);
    case 'read':
      return read(call);
    case 'search':
      return search(call);
    case 'fetch':
      return web(call);
    case 'switch_mode':
      return plan(call);
    default:
      return named(call, ['Skill', 'Task', 'Agent', 'TodoWrite']);
  }
}

function mcpTool({ name, title, rawInput, kind }: ToolCall): Reading | undefined {
  const tool = name ?? title ?? '';
  const ours = /^mcp__[\w.-]+__[\w.-]+$/.test(tool) && (kind === undefined || kind === 'other');
  return ours ? { tool, input: rawInput ?? {} } : undefined;
}

/**
 * The rules read a line as bash does. Which shell an agent takes is not told, and the `sh` of Debian runs parts of what
 * bash only compares, counts or quotes: `[[ a || ./run ]]`, `((./run))`, `$'\\'; ./run; '`.
 */
const onlyBashReads = /\[\[|(?<!\$)\(\(|\$'/;

const folderKeys = ['cwd', 'workdir', 'directory', 'dir_path', 'working_directory'];

function command({ name, rawInput }: ToolCall, cwd: string): Reading | undefined {
  if (!rawInput || folderKeys.some(key => key in rawInput && !isHere(rawInput[key], cwd))) return undefined;
  const { command: given } = rawInput;
  const words = Array.isArray(given) && given.length > 0 && given.every(it => typeof it === 'string') ? given : [];
  const line = asString(given) ?? (words.length > 0 ? lineOf(words) : '');
  if (line.trim() === '') return undefined;
  if (name === 'Bash' && line === given) return { tool: 'Bash', input: rawInput };
  if (line === given && onlyBashReads.test(line)) return undefined;
  const description = asString(rawInput['description']);
  return { tool: 'Bash', input: { command: line, ...(description === undefined ? {} : { description }) } };
}

function isHere(folder: unknown, cwd: string): boolean {
  return folder === null || folder === '' || folder === '.' || folder === cwd;
}

const pathKeys = ['file_path', 'filePath', 'filepath', 'path', 'absolute_path', 'notebook_path'];

/** The one path that everything agrees on; undefined where there is none, or more than one. */
function thePath({ rawInput = {}, diffs, paths }: ToolCall): string | undefined {
  const inInput = pathKeys.flatMap(key => asString(rawInput[key]) ?? []);
  const all = new Set([...inInput, ...diffs.map(({ path }) => path), ...paths]);
  const [path] = all;
  return all.size === 1 && path !== undefined && isAbsolute(path) ? path : undefined;
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}

function edit(call: ToolCall): Reading | undefined {
  const path = thePath(call);
  const { name, rawInput, diffs } = call;
  if (path === undefined) return undefined;
  if (rawInput && claudeEdit(name, rawInput, diffs)) return { tool: name ?? 'Edit', input: rawInput };
  const [diff] = diffs;
  if (!diff || diffs.length > 1) return undefined;
  return diff.oldText === undefined
    ? { tool: 'Write', input: { file_path: path, content: diff.newText } }
    : { tool: 'Edit', input: { file_path: path, old_string: diff.oldText, new_string: diff.newText } };
}

/** The input of Claude's own tool, which the diff beside it does not contradict. */
function claudeEdit(name: string | undefined, input: JsonObject, diffs: readonly Diff[]): boolean {
  const [diff] = diffs;
  const { old_string: before, new_string: after, content } = input;
  if (name === 'Edit')
    return (
      typeof before === 'string' &&
      typeof after === 'string' &&
      (diff === undefined || (diffs.length === 1 && diff.oldText === before && diff.newText === after))
    );
  return name === 'Write' && typeof content === 'string' && (diff === undefined || diff.newText === content);
}

/** What more than reads has one of these, whatever it calls itself. */
const changing = ['command', 'cmd', 'script', 'content', 'new_string', 'newText', 'patch', 'diff'];

function onlyReads({ rawInput = {}, diffs }: ToolCall): boolean {
  return diffs.length === 0 && !changing.some(key => key in rawInput);
}

function removal(call: ToolCall): Reading | undefined {
  const path = thePath(call);
  return path !== undefined && call.diffs.length === 0 ? { tool: 'Delete', input: { file_path: path } } : undefined;
}

function read(call: ToolCall): Reading | undefined {
  const path = thePath(call);
  if (path === undefined || !onlyReads(call)) return undefined;
  const { offset, limit } = call.rawInput ?? {};
  const numbers = Object.entries({ offset, limit }).filter(([, is]) => typeof is === 'number');
  return { tool: 'Read', input: { file_path: path, ...Object.fromEntries(numbers) } };
}

function search(call: ToolCall): Reading | undefined {
  const pattern = asString(call.rawInput?.['pattern']);
  return pattern !== undefined && onlyReads(call) ? named(call, ['Grep', 'Glob']) : undefined;
}

function web(call: ToolCall): Reading | undefined {
  const { url, query, prompt } = call.rawInput ?? {};
  if (!onlyReads(call)) return undefined;
  if (typeof url === 'string')
    return { tool: 'WebFetch', input: { url, ...(typeof prompt === 'string' ? { prompt } : {}) } };
  return typeof query === 'string' ? { tool: 'WebSearch', input: { query } } : undefined;
}

function plan({ rawInput = {} }: ToolCall): Reading | undefined {
  return typeof rawInput['plan'] === 'string' ? { tool: 'ExitPlanMode', input: rawInput } : undefined;
}

function named({ name, rawInput }: ToolCall, tools: readonly string[]): Reading | undefined {
  return name !== undefined && rawInput && tools.includes(name) ? { tool: name, input: rawInput } : undefined;
}
