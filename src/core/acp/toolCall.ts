import { asString, isObject, type JsonObject } from '../base/json';

/** A change of a file as an agent shows it. `oldText` is absent for a file that is not there yet. */
export interface Diff {
  readonly path: string;
  readonly oldText?: string;
  readonly newText: string;
}

/** What an agent has told of one of its tool calls so far. */
export interface ToolCall {
  readonly title?: string;
  readonly name?: string;
  readonly kind?: string;
  readonly status?: string;
  readonly rawInput?: JsonObject;
  readonly diffs: readonly Diff[];
  readonly paths: readonly string[];
  /** What it says of the call, or what came of it. */
  readonly text: string;
  /** What it has printed so far, where that is told piece by piece. */
  readonly printed?: string;
  /** The call inside which it was made. */
  readonly parent?: string;
}

const nothing: ToolCall = { diffs: [], paths: [], text: '' };

/** Each part that an update has takes the place of what was told before; the others stay. */
export function toldOf(update: JsonObject, before: ToolCall = nothing): ToolCall {
  const { rawInput, rawOutput, content, locations } = update;
  const name = asString(update['name']) ?? claudeName(update);
  const parent = claudeMeta(update, 'parentToolUseId');
  const texts = {
    title: asString(update['title']),
    kind: asString(update['kind']),
    status: asString(update['status']),
    name,
    parent,
  };
  const told = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  const parts = Array.isArray(content) ? content.filter(isObject) : undefined;
  const more = printedIn(update);
  const output = asString(rawOutput) ?? (parts ? textIn(parts) : undefined);
  return {
    ...before,
    ...told,
    ...(isObject(rawInput) && Object.keys(rawInput).length > 0 ? { rawInput } : {}),
    ...(parts ? { diffs: parts.flatMap(diffIn) } : {}),
    ...(Array.isArray(locations) ? { paths: locations.flatMap(pathIn) } : {}),
    ...(output === undefined ? {} : { text: output }),
    ...(more === '' ? {} : { printed: `${before.printed ?? ''}${more}`.slice(-mostPrinted) }),
  };
}

/** The end of a long output is what is kept. */
const mostPrinted = 1024 * 1024;

/** Codex and others print beside the protocol, in parts that add up. */
function printedIn({ _meta: meta }: JsonObject): string {
  if (!isObject(meta)) return '';
  const parts = ['terminal_output', 'terminal_output_delta', 'mcp_output_delta'].map(key => meta[key]);
  return parts.map(part => (isObject(part) ? (asString(part['data']) ?? '') : '')).join('');
}

/** What came of it, in its own words. Some put what a command printed into a fence. */
export function resultOf({ text, printed }: ToolCall): string {
  return printed ?? /^```\w*\n([^]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}

/** Adapters of Claude before 0.9 name its tool here and not in the call. */
function claudeName(update: JsonObject): string | undefined {
  return claudeMeta(update, 'toolName');
}

function claudeMeta({ _meta: meta }: JsonObject, name: string): string | undefined {
  const claude = isObject(meta) ? meta['claudeCode'] : undefined;
  return isObject(claude) ? asString(claude[name]) : undefined;
}

function diffIn({ type, path, oldText, newText }: JsonObject): readonly Diff[] {
  if (type !== 'diff' || typeof path !== 'string' || typeof newText !== 'string') return [];
  return [{ path, newText, ...(typeof oldText === 'string' ? { oldText } : {}) }];
}

function pathIn(location: unknown): readonly string[] {
  const path = isObject(location) ? asString(location['path']) : undefined;
  return path === undefined ? [] : [path];
}

function textIn(parts: readonly JsonObject[]): string {
  return parts.flatMap(({ type, content }) => (type === 'content' ? textOf(content) : [])).join('\n');
}

/** The text of a block of content; what is no text is named. */
export function textOf(content: unknown): readonly string[] {
  if (!isObject(content)) return [];
  const { type, text, uri, resource } = content;
  if (type === 'text') return typeof text === 'string' ? [text] : [];
  if (type === 'resource_link') return typeof uri === 'string' ? [uri] : [];
  const inside = isObject(resource) ? asString(resource['text']) : undefined;
  return [inside ?? `[${asString(type) ?? 'data'}]`];
}
