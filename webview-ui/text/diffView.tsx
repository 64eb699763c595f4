import {
  changedLineEnds,
  countChanges,
  type DiffRow,
  diffRows,
  diffSections,
  lastLineEnd,
  wordDiff,
  type WordPart,
} from '../../src/core/change/lineDiff';
import { useText } from '../state/context';
import { keyed } from '../base/keyed';
import { Lazy } from './lazy';
import { Plain } from './plain';
import { memo, type ReactNode, useMemo, useState } from 'react';

/** So much is laid out at once: rows, or letters where they are long. */
const rowsPerChunk = 80;
const lettersPerChunk = 8000;
export const eagerRows = 240;

/** Characters in a line of a narrow view; only for guessing heights. */
const guessedColumns = 40;

interface DiffProps {
  readonly before: string;
  readonly after: string;
  /** Whether the line numbers are those of the file. */
  readonly numbered: boolean;
}

/** A change, line by line: all of it, with what is the same folded but at hand. */
export const DiffView = memo(function DiffView({ before, after, numbered }: DiffProps): ReactNode {
  const text = useText();
  const sections = useMemo(() => diffSections(diffRows(before, after)), [before, after]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const ends = useMemo(() => changedLineEnds(before, after), [before, after]);
  // The end of a fragment says nothing of the end of its file.
  const end = numbered ? lastLineEnd(before, after) : undefined;
  const notes = [
    ...(ends === undefined ? [] : [text(ends.from === 'mixed' ? 'diff.ends.one' : 'diff.ends', ends.to, ends.from)]),
    ...(end === undefined ? [] : [text(`diff.end.${end}`)]),
  ];
  const unchanged = sections.every(section => section.kind === 'unchanged');
  const said = unchanged && notes.length === 0 ? [text('diff.none')] : notes;
  const note = said.map(line => (
    <p key={line} className="quiet">
      {line}
    </p>
  ));
  if (unchanged) return note;
  return (
    <>
      <div className="diff" data-numbered={numbered}>
        {sections.map(section => {
          const first = section.at;
          if (section.kind === 'unchanged' && !open.has(first)) {
            return (
              <button
                key={first}
                type="button"
                className="diff-fold"
                onClick={() => setOpen(new Set([...open, first]))}
              >
                {text('diff.unchanged', section.rows.length)}
              </button>
            );
          }
          return <Rows key={first} rows={section.rows} eager={first < eagerRows} />;
        })}
      </div>
      {note}
    </>
  );
});

/** Rows that stand one below the other; those that nobody is near are not drawn yet. */
export function Rows({ rows, eager }: { readonly rows: readonly DiffRow[]; readonly eager: boolean }): ReactNode {
  const chunks = useMemo(() => rowChunksOf(rows), [rows]);
  return chunks.map(({ at, rows: near, letters }, place) => (
    <Lazy
      key={at}
      eager={eager && place < eagerRows / rowsPerChunk}
      lines={Math.max(near.length, Math.ceil(letters / guessedColumns))}
    >
      <RowChunk rows={near} />
    </Lazy>
  ));
}

interface RowsNear {
  readonly at: number;
  readonly rows: DiffRow[];
  letters: number;
}

function rowChunksOf(rows: readonly DiffRow[]): readonly RowsNear[] {
  const chunks: RowsNear[] = [];
  rows.forEach((row, at) => {
    const last = chunks.at(-1);
    const fits = last !== undefined && last.letters + row.text.length <= lettersPerChunk;
    if (fits && last.rows.length < rowsPerChunk) {
      last.rows.push(row);
      last.letters += row.text.length;
    } else chunks.push({ at, rows: [row], letters: row.text.length });
  });
  return chunks;
}

const signs = { same: ' ', removed: '−', added: '+' } as const;

/** Rows as they are, with the words that changed. */
const RowChunk = memo(function RowChunk({ rows }: { readonly rows: readonly DiffRow[] }): ReactNode {
  const words = useMemo(() => wordsOf(rows), [rows]);
  return rows.map(row => (
    <div key={rowKey(row)} className="diff-row" data-kind={row.kind}>
      <span className="diff-number">{row.kind === 'removed' ? row.before : row.after}</span>
      <span className="diff-sign">{signs[row.kind]}</span>
      <span className="diff-text">
        <LineText row={row} parts={words.get(row)} />
      </span>
    </div>
  ));
});

function rowKey(row: DiffRow): string {
  return row.kind === 'removed' ? `b${row.before}` : `a${row.after}`;
}

/** The end of line of Windows belongs to the line but is not worth a mark on each. */
function LineText({
  row,
  parts,
}: {
  readonly row: DiffRow;
  readonly parts: readonly WordPart[] | undefined;
}): ReactNode {
  if (parts === undefined) return <Plain text={row.text.replace(/\r$/, '')} />;
  return keyed(parts, part => part.text).map(([key, part]) => {
    const plain = <Plain key={key} text={part.text.replace(/\r$/, '')} />;
    return part.changed ? <mark key={key}>{plain}</mark> : plain;
  });
}

/** Pairs each removed line with the added line in the same place, where as many were added as removed. */
function wordsOf(rows: readonly DiffRow[]): ReadonlyMap<DiffRow, readonly WordPart[]> {
  const words = new Map<DiffRow, readonly WordPart[]>();
  let place = 0;
  while (place < rows.length) {
    const removed = runFrom(rows, place, 'removed');
    const added = runFrom(rows, place + removed.length, 'added');
    if (removed.length > 0 && removed.length === added.length) {
      removed.forEach((row, index) => {
        const partner = added[index];
        const parts = partner === undefined ? undefined : wordDiff(row.text, partner.text);
        if (partner === undefined || parts === undefined) return;
        words.set(row, parts.before);
        words.set(partner, parts.after);
      });
    }
    place += Math.max(1, removed.length + added.length);
  }
  return words;
}

function runFrom(rows: readonly DiffRow[], from: number, kind: DiffRow['kind']): readonly DiffRow[] {
  let end = from;
  while (rows[end]?.kind === kind) end++;
  return rows.slice(from, end);
}

/** `+3 −1` of one or more changes. */
export function DiffCount({ changes }: { readonly changes: readonly { before: string; after: string }[] }): ReactNode {
  const counts = useMemo(() => {
    const each = changes.map(change => countChanges(diffRows(change.before, change.after)));
    return {
      added: each.reduce((sum, count) => sum + count.added, 0),
      removed: each.reduce((sum, count) => sum + count.removed, 0),
    };
  }, [changes]);
  return (
    <span className="diff-count">
      <span data-kind="added">+{counts.added}</span> <span data-kind="removed">−{counts.removed}</span>
    </span>
  );
}
