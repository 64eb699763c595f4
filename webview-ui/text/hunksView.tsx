import type { Hunk } from '../../src/core/call/returned';
import type { DiffRow } from '../../src/core/change/lineDiff';
import { keyedPlaces } from '../base/keyed';
import { RowChunk } from './diffView';
import type { ReactNode } from 'react';

/** A change as the agent told it: its parts, with the numbers of their lines. */
export function HunksView({ hunks }: { readonly hunks: readonly Hunk[] }): ReactNode {
  return (
    <div className="diff" data-numbered={hunks.every(({ before, after }) => before + after > 0)}>
      {keyedPlaces(hunks).map(([key, hunk, place]) => (
        <div key={key} className={place === 0 ? '' : 'diff-part'}>
          <RowChunk rows={rowsOf(hunk)} />
        </div>
      ))}
    </div>
  );
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
