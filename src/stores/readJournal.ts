import { type ChainEnd, chainStart, followed, readLine } from '../core/journal/chain';
import type { JournalLine } from '../core/journal/journal';
import { beginning, journalParts, type Place, readParts } from './journalParts';
import type { PlacedMark } from './journalSummary';
import { sha256 } from './sha256';

export interface FollowedJournal {
  readonly parts: readonly string[];
  readonly place: Place;
  readonly end: ChainEnd;
}

/**
 * Hands on every line of a journal, also behind a break, with what it says where it says anything; and tells how far each
 * follows the one before it.
 */
export async function followJournal(
  path: string,
  take: (line: JournalLine | undefined) => void,
  from?: PlacedMark,
  reached: (place: Place, bytes: number) => void = () => {},
): Promise<FollowedJournal> {
  const parts = await journalParts(path);
  let end: ChainEnd = from ? { seq: from.lines, prev: from.head } : chainStart;
  const place = await readParts(
    parts,
    from?.place ?? beginning,
    text => {
      const line = readLine(text);
      end = followed(end, text, line, sha256);
      take(line);
      return true;
    },
    (bytes, at) => reached(at, bytes),
  );
  return { parts, place, end };
}
