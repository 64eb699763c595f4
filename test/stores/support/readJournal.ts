// A journal that is read whole, as only a test can afford it.
import type { JournalLine } from '../../../src/core/journal/journal';
import type { Sentence } from '../../../src/core/texts/sentence';
import { followJournal } from '../../../src/stores/readJournal';

export async function readJournal(
  path: string,
): Promise<{ readonly lines: readonly JournalLine[]; readonly broken?: Sentence }> {
  const lines: JournalLine[] = [];
  const { end } = await followJournal(path, line => line && lines.push(line));
  return { lines, ...(end.broken === undefined ? {} : { broken: end.broken }) };
}
