import { History } from '../../../src/core/journal/history';
import type { JournalLine, JournalRecord } from '../../../src/core/journal/journal';

/** These records as the lines of one journal; the first was written at `t0`. */
export function linesOf(...records: readonly JournalRecord[]): readonly JournalLine[] {
  return records.map((record, seq) => ({ v: 2, seq, at: `t${seq}`, prev: '', hash: `h${seq}`, record }));
}

export function historyOf(lines: readonly JournalLine[]): History {
  const history = new History();
  for (const line of lines) history.apply(line);
  return history;
}
