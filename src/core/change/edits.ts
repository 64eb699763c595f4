import { asBoolean, asString, isObject, type JsonObject } from '../base/json';

/** One before and after that is worth comparing. */
interface Change {
  readonly before: string;
  readonly after: string;
}

/** What a writing tool would do to a file, as far as its input and the file tell. */
export interface FileChange {
  readonly changes: readonly Change[];
  /** Whether the one change is the whole file (or cell), so that its line numbers are those of the file. */
  readonly whole: boolean;
  readonly created: boolean;
  /** Why the input cannot be laid over the file; what it says of itself is shown instead. */
  readonly problem?: 'not-found' | 'ambiguous' | 'no-cell' | 'unreadable';
}

interface Replacement {
  readonly from: string;
  readonly to: string;
  readonly all: boolean;
}

/** `before`: the file's text, null where there is none yet, undefined where it is not known. */
export function fileChange(tool: string, input: JsonObject, before: string | null | undefined): FileChange | undefined {
  switch (tool) {
    case 'Write': {
      const content = asString(input.content);
      if (content === undefined) return undefined;
      return {
        changes: [{ before: before ?? '', after: content }],
        whole: before !== undefined,
        created: before === null,
      };
    }
    case 'Edit': {
      const one = replacementOf(input);
      return one === undefined ? undefined : replaced([one], before);
    }
    case 'MultiEdit': {
      const edits = Array.isArray(input.edits)
        ? input.edits.map(edit => (isObject(edit) ? replacementOf(edit) : undefined))
        : [];
      const known = edits.filter(edit => edit !== undefined);
      return known.length === 0 || known.length < edits.length ? undefined : replaced(known, before);
    }
    case 'NotebookEdit':
      return cellChange(input, before);
    default:
      return undefined;
  }
}

function replacementOf(input: JsonObject): Replacement | undefined {
  const from = asString(input.old_string);
  const to = asString(input.new_string);
  return from === undefined || to === undefined ? undefined : { from, to, all: asBoolean(input.replace_all) ?? false };
}

function fragments(edits: readonly Replacement[]): readonly Change[] {
  return edits.map(edit => ({ before: edit.from, after: edit.to }));
}

function replaced(edits: readonly Replacement[], before: string | null | undefined): FileChange {
  if (before === undefined) return { changes: fragments(edits), whole: false, created: false };
  // The agent edits with plain line ends and puts those of the file back afterwards.
  const windows = before?.includes('\r\n') ?? false;
  let text = windows ? (before ?? '').replaceAll('\r\n', '\n') : (before ?? '');
  for (const edit of edits) {
    const next = replaceIn(text, edit);
    if ('problem' in next) {
      return { changes: fragments(edits), whole: false, created: before === null, problem: next.problem };
    }
    text = next.text;
  }
  const after = windows ? text.replaceAll('\n', '\r\n') : text;
  return { changes: [{ before: before ?? '', after }], whole: true, created: before === null };
}

function replaceIn(
  text: string,
  edit: Replacement,
): { readonly text: string } | { readonly problem: 'not-found' | 'ambiguous' } {
  if (edit.from === '') return text === '' ? { text: edit.to } : { problem: 'not-found' };
  const first = text.indexOf(edit.from);
  if (first === -1) return { problem: 'not-found' };
  if (!edit.all && text.includes(edit.from, first + 1)) return { problem: 'ambiguous' };
  // Taking a line out takes its end with it, or an empty line would stay behind.
  const takesLine = edit.to === '' && !edit.from.endsWith('\n') && text.includes(`${edit.from}\n`);
  const from = takesLine ? `${edit.from}\n` : edit.from;
  return { text: edit.all ? text.replaceAll(from, () => edit.to) : text.replace(from, () => edit.to) };
}

function cellChange(input: JsonObject, before: string | null | undefined): FileChange | undefined {
  const source = asString(input.new_source);
  if (source === undefined) return undefined;
  const mode = asString(input.edit_mode) ?? 'replace';
  const after = mode === 'delete' ? '' : source;
  if (mode === 'insert') return { changes: [{ before: '', after }], whole: true, created: false };
  if (typeof before !== 'string') return { changes: [{ before: '', after }], whole: false, created: false };
  const cells = cellsOf(before);
  if (cells === undefined)
    return { changes: [{ before: '', after }], whole: false, created: false, problem: 'unreadable' };
  const cell = cellNamed(cells, asString(input.cell_id));
  if (cell === undefined) return { changes: [{ before: '', after }], whole: false, created: false, problem: 'no-cell' };
  return { changes: [{ before: cell, after }], whole: true, created: false };
}

/** The cells of a notebook, each with its id and its text. */
function cellsOf(
  notebook: string,
): readonly { readonly id: string | undefined; readonly source: string }[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(notebook);
  } catch {
    return undefined;
  }
  if (!isObject(parsed) || !Array.isArray(parsed.cells)) return undefined;
  return parsed.cells.map(cell => ({
    id: isObject(cell) ? asString(cell.id) : undefined,
    source: isObject(cell) ? sourceOf(cell) : '',
  }));
}

function sourceOf(cell: JsonObject): string {
  const { source } = cell;
  return Array.isArray(source) ? source.map(line => asString(line) ?? '').join('') : (asString(source) ?? '');
}

/** Older notebooks have no ids; the agent then counts: `cell-3`. */
function cellNamed(
  cells: readonly { readonly id: string | undefined; readonly source: string }[],
  id: string | undefined,
): string | undefined {
  const byId = cells.find(cell => cell.id !== undefined && cell.id === id);
  const place = /^cell-(\d+)$/.exec(id ?? '')?.[1];
  return (byId ?? (place === undefined ? undefined : cells[Number(place)]))?.source;
}
