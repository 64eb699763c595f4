import { type Inline, parseInline } from './inline';

/**
 * A small Markdown: what models write, nothing that runs. There is no HTML in the result and no address that opens:
 * a link is its text with the address behind it.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  /** `info`: what stands behind the opening fence. */
  | { readonly kind: 'code'; readonly info: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly start: number; readonly items: readonly ListItem[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' };

export interface ListItem {
  /** Of a task list. */
  readonly done?: boolean;
  readonly blocks: readonly Block[];
}

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const bullet = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const tableRule = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const deepest = 6;

/**
 * Cuts a text where one block cannot reach over: at empty lines outside of code. A text that grows at its end keeps
 * all pieces but the last, so they need not be read or drawn again.
 */
export function splitSettled(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let open: string | undefined;
  for (const line of text.split('\n')) {
    if (open === undefined) open = fence.exec(line)?.[1];
    else if (closes(line, open)) open = undefined;
    const ends = open === undefined && line.trim() === '' && piece.length > 0 && !bullet.test(piece[0] ?? '');
    piece.push(line);
    if (!ends) continue;
    pieces.push(piece.join('\n'));
    piece = [];
  }
  if (piece.length > 0) pieces.push(piece.join('\n'));
  return pieces;
}

export function parseBlocks(text: string, depth = 0): readonly Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const read = readBlock(lines, at, depth);
    if (read.block !== undefined) blocks.push(read.block);
    at = read.next;
  }
  return blocks;
}

interface Read {
  readonly block: Block | undefined;
  readonly next: number;
}

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, next: at + 1 };
  const [, mark, info = ''] = fence.exec(line) ?? [];
  if (mark !== undefined) return readCode(lines, at, mark, info.trim());
  const title = heading.exec(line);
  if (title !== null) {
    const block: Block = { kind: 'heading', level: title[1]?.length ?? 1, parts: parseInline(title[2] ?? '') };
    return { block, next: at + 1 };
  }
  if (rule.test(line)) return { block: { kind: 'rule' }, next: at + 1 };
  if (depth < deepest && /^ {0,3}>/.test(line)) return readQuote(lines, at, depth);
  if (depth < deepest && bullet.test(line)) return readList(lines, at, depth);
  if (line.includes('|') && tableRule.test(lines[at + 1] ?? '')) return readTable(lines, at);
  return readParagraph(lines, at, depth);
}

function takeWhile(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let next = from;
  while (next < lines.length && belongs(lines[next] ?? '')) next++;
  return next;
}

function readCode(lines: readonly string[], at: number, mark: string, info: string): Read {
  const end = takeWhile(lines, at + 1, line => !closes(line, mark));
  return { block: { kind: 'code', info, text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

/** A fence with a text behind it ends nothing: that text would be seen nowhere. */
function closes(line: string, open: string): boolean {
  const [, mark = '', behind = ''] = fence.exec(line) ?? [];
  return mark.startsWith(open) && behind.trim() === '';
}

function readQuote(lines: readonly string[], at: number, depth: number): Read {
  const end = takeWhile(lines, at, line => /^ {0,3}>/.test(line));
  const inner = lines.slice(at, end).map(line => line.replace(/^ {0,3}> ?/, ''));
  return { block: { kind: 'quote', blocks: parseBlocks(inner.join('\n'), depth + 1) }, next: end };
}

function readTable(lines: readonly string[], at: number): Read {
  const end = takeWhile(lines, at + 2, line => line.includes('|'));
  const rows = [lines[at] ?? '', ...lines.slice(at + 2, end)].map(cellsOf);
  return { block: { kind: 'table', rows }, next: end };
}

function cellsOf(line: string): readonly (readonly Inline[])[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split('|').map(cell => parseInline(cell.trim()));
}

function readParagraph(lines: readonly string[], at: number, depth: number): Read {
  const end = takeWhile(lines, at + 1, line => {
    const begins = fence.test(line) || heading.test(line) || rule.test(line) || /^ {0,3}>/.test(line);
    return line.trim() !== '' && !begins && !(depth < deepest && bullet.test(line));
  });
  return { block: { kind: 'paragraph', parts: parseInline(lines.slice(at, end).join('\n')) }, next: end };
}

function readList(lines: readonly string[], at: number, depth: number): Read {
  const first = bullet.exec(lines[at] ?? '');
  const indent = first?.[1]?.length ?? 0;
  const ordered = /\d/.test(first?.[2] ?? '');
  const items: ListItem[] = [];
  let next = at;
  while (next < lines.length) {
    const item = bullet.exec(lines[next] ?? '');
    if (item === null || item[1]?.length !== indent || /\d/.test(item[2] ?? '') !== ordered) break;
    const end = takeWhile(lines, next + 1, line => line.trim() === '' || indentOf(line) > indent);
    const inner = [
      item[3] ?? '',
      ...lines.slice(next + 1, end).map(line => line.slice(Math.min(indent + 2, indentOf(line)))),
    ];
    items.push(itemOf(inner.join('\n'), depth));
    next = end;
  }
  return { block: { kind: 'list', ordered, start: Number.parseInt(first?.[2] ?? '1', 10) || 1, items }, next };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function itemOf(text: string, depth: number): ListItem {
  const task = /^\[([ xX])\]\s+/.exec(text);
  if (task === null) return { blocks: parseBlocks(text, depth + 1) };
  return { done: task[1] !== ' ', blocks: parseBlocks(text.slice(task[0].length), depth + 1) };
}
