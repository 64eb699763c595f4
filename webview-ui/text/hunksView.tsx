import type { Hunk } from '../../src/core/call/returned';
import type { DiffRow } from '../../src/core/change/lineDiff';
import { keyedPlaces } from '../base/keyed';
import { eagerRows, Rows } from './diffView';
import { type ReactNode, useMemo } from 'react';

/** A change as the agent told it: its parts, with the numbers of their lines. */
export function HunksView({ hunks }: { readonly hunks: readonly Hunk[] }): ReactNode {
  const near = useMemo(() => nearOf(hunks), [hunks]);
  return (
    <div className="diff" data-numbered={hunks.every(({ before, after }) => before + after > 0)}>
      {keyedPlaces(hunks).map(([key, hunk, place]) => (
        <div key={key} className={place === 0 ? '' : 'diff-part'}>
          <HunkRows hunk={hunk} eager={place < near} />
        </div>
      ))}
    </div>
  );
}

/** What nobody is near is not drawn yet, in whatever part it stands. */
function HunkRows({ hunk, eager }: { readonly hunk: Hunk; readonly eager: boolean }): ReactNode {
  const rows = useMemo(() => rowsOf(hunk), [hunk]);
  return <Rows rows={rows} eager={eager} />;
}

/** How many parts begin among the rows that are drawn at once. */
function nearOf(hunks: readonly Hunk[]): number {
  let rows = 0;
  const far = hunks.findIndex(({ lines }) => {
    const isFar = rows >= eagerRows;
    rows += lines.length;
    return isFar;
  });
  return far === -1 ? hunks.length : far;
}

function rowsOf({ before, after, lines }: Hunk): readonly DiffRow[] {
  let old = before;
  let now = after;
  return lines.map((line): DiffRow => {
    const text = line.slice(1);
    if (line.startsWith('-')) return { kind: 'removed', before: old++, text };
    if (line.startsWith('+')) return { kind: 'added', after: now++, text };
    return { kind: 'same', before: old++, after: now++, text };
  });
}
