import type { ToolUse } from './verdict';

/** The first of these fields of an input that holds a text. */
export function field(input: unknown, ...names: readonly string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  for (const name of names) {
    const value: unknown = Object.getOwnPropertyDescriptor(input, name)?.value;
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** Tools that look through a folder: the working folder, where none is named. */
export const searchTools: ReadonlySet<string> = new Set(['Grep', 'Glob', 'LS']);

/** The path that a file tool is given, in the field that this tool reads. */
export function namedPath({ tool, input }: ToolUse): string | undefined {
  if (searchTools.has(tool)) return field(input, 'path');
  return tool.startsWith('Notebook')
    ? field(input, 'notebook_path', 'file_path', 'path')
    : field(input, 'file_path', 'notebook_path', 'path');
}

const mostTexts = 200;

/** Every text in an input, however deep; past a bound the input as one text. */
export function textsIn(input: unknown): readonly string[] {
  const texts: string[] = [];
  const open = [input];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (texts.length + open.length > mostTexts) return [JSON.stringify(input)];
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null) open.push(...Object.values(next), ...Object.keys(next));
  }
  return texts;
}
