import { type ChainEnd, chainStart, followed, readLine } from '../core/journal/chain';
import type { JournalLine } from '../core/journal/journal';
import { beginning, journalParts, type Place, readParts } from './journalParts';
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
  take: (line: JournalLine | undefined, text: string) => void,
): Promise<FollowedJournal> {
  const parts = await journalParts(path);
  let end = chainStart;
  const place = await readParts(parts, beginning, text => {
    const line = readLine(text);
    end = followed(end, text, line, sha256);
    take(line, text);
    return true;
  });
  return { parts, place, end };
}
