import type { ToolUse } from '../language/verdict';

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
