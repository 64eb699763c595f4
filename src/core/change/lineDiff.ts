import { difference } from './diff';

/** One row of a diff as it is read from top to bottom. Line numbers count from 1. */
export type DiffRow =
  | { readonly kind: 'same'; readonly text: string; readonly before: number; readonly after: number }
  | { readonly kind: 'removed'; readonly text: string; readonly before: number }
  | { readonly kind: 'added'; readonly text: string; readonly after: number };

/** A stretch of rows that is worth reading, or one that is the same on both sides and far from any change. */
interface DiffSection {
  readonly kind: 'change' | 'unchanged';
  /** The place of its first row. */
  readonly at: number;
  readonly rows: readonly DiffRow[];
}

const contextLines = 3;
/** Folding fewer lines than this hides more than it saves. */
const fewestFolded = 4;

/** The lines of a text; an end of line at the end does not begin another line. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** What becomes of the end of line at the end of a file that is there before and after; no row shows it. */
export function lastLineEnd(before: string, after: string): 'added' | 'removed' | undefined {
  if (before === '' || after === '' || before.endsWith('\n') === after.endsWith('\n')) return undefined;
  return after.endsWith('\n') ? 'added' : 'removed';
}

type LineEnds = 'LF' | 'CRLF' | 'mixed';

/** How the lines of a text end; undefined where it has no end of line. */
function lineEndsOf(text: string): LineEnds | undefined {
  const all = text.match(/\r?\n/g) ?? [];
  const windows = all.filter(end => end === '\r\n').length;
  if (all.length === 0) return undefined;
  return windows === 0 ? 'LF' : windows === all.length ? 'CRLF' : 'mixed';
}

/** How the lines end before and after, where all of them end in one way then and did not before: no row shows it. */
export function changedLineEnds(
  before: string,
  after: string,
): { readonly from: LineEnds; readonly to: Exclude<LineEnds, 'mixed'> } | undefined {
  const [from, to] = [lineEndsOf(before), lineEndsOf(after)];
  if (from === undefined || to === undefined || to === 'mixed' || from === to) return undefined;
  return { from, to };
}

/** Line by line; of ends of line that all become others nothing, since each line would be another one then. */
export function diffRows(before: string, after: string): readonly DiffRow[] {
  const plain = changedLineEnds(before, after) !== undefined;
  const [left = [], right = []] = [before, after].map(text => linesOf(plain ? text.replaceAll('\r\n', '\n') : text));
  const { removed, added } = difference(left, right);
  const rows: DiffRow[] = [];
  let x = 0;
  let y = 0;
  while (x < left.length || y < right.length) {
    if (removed[x] === true) {
      rows.push({ kind: 'removed', text: left[x] ?? '', before: ++x });
    } else if (added[y] === true) {
      rows.push({ kind: 'added', text: right[y] ?? '', after: ++y });
    } else {
      rows.push({ kind: 'same', text: left[x] ?? '', before: ++x, after: ++y });
    }
  }
  return rows;
}

/** Cuts the rows where a stretch without changes is long enough to be folded away. */
export function diffSections(rows: readonly DiffRow[]): readonly DiffSection[] {
  const near = nearChange(rows);
  const sections: DiffSection[] = [];
  let from = 0;
  for (let place = 1; place <= rows.length; place++) {
    if (place < rows.length && near[place] === near[from]) continue;
    sections.push({
      kind: near[from] === true || place - from < fewestFolded ? 'change' : 'unchanged',
      at: from,
      rows: rows.slice(from, place),
    });
    from = place;
  }
  return sections;
}

function nearChange(rows: readonly DiffRow[]): readonly boolean[] {
  const near = Array.from<boolean>({ length: rows.length }).fill(false);
  let sinceChange = contextLines + 1;
  const step = (place: number): void => {
    sinceChange = rows[place]?.kind === 'same' ? sinceChange + 1 : 0;
    if (sinceChange <= contextLines) near[place] = true;
  };
  for (let place = 0; place < rows.length; place++) step(place);
  sinceChange = contextLines + 1;
  for (let place = rows.length - 1; place >= 0; place--) step(place);
  return near;
}

interface DiffCount {
  readonly added: number;
  readonly removed: number;
}

export function countChanges(rows: readonly DiffRow[]): DiffCount {
  let added = 0;
  let removed = 0;
  for (const { kind } of rows) {
    if (kind === 'added') added++;
    if (kind === 'removed') removed++;
  }
  return { added, removed };
}

/** A piece of a line, and whether it is what changed in it. */
export interface WordPart {
  readonly text: string;
  readonly changed: boolean;
}

/** Longer lines are data rather than something a person reads word by word. */
const maxWordDiffLength = 2000;
/** With less than this share in common, word marks are noise. */
const minCommonShare = 0.35;

/** What changed inside a line, or nothing where the two lines have too little in common to say. */
export function wordDiff(
  before: string,
  after: string,
): { readonly before: readonly WordPart[]; readonly after: readonly WordPart[] } | undefined {
  if (before.length > maxWordDiffLength || after.length > maxWordDiffLength) return undefined;
  const left = before.match(/\w+|\s+|[^\w\s]/gu) ?? [];
  const right = after.match(/\w+|\s+|[^\w\s]/gu) ?? [];
  const { removed, added } = difference(left, right);
  const common = left.filter((word, place) => removed[place] !== true && word.trim() !== '').join('').length;
  const longer = Math.max(before.replaceAll(/\s/g, '').length, after.replaceAll(/\s/g, '').length);
  if (longer === 0 || common / longer < minCommonShare) return undefined;
  return { before: joinParts(left, removed), after: joinParts(right, added) };
}

function joinParts(words: readonly string[], changed: readonly boolean[]): readonly WordPart[] {
  const parts: { text: string; changed: boolean }[] = [];
  words.forEach((word, place) => {
    const last = parts.at(-1);
    const isChanged = changed[place] === true;
    if (last !== undefined && last.changed === isChanged) last.text += word;
    else parts.push({ text: word, changed: isChanged });
  });
  return parts;
}
