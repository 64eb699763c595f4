import type { JournalEntry } from '../stores/journalIndex';
import type { Left } from '../stores/leftOpen';

/** A session that ended longer ago than this is history, and not where the person left off. */
const recentMs = 12 * 3600_000;

/**
 * The sessions with which a window begins, the one in front first: those that were open in the folder, and where that is not
 * known, the one that was used last. They are listed last used first.
 */
export function comingBack(
  kept: readonly Pick<JournalEntry, 'sessionId' | 'changedAt'>[],
  { front, open }: Left,
  now: number,
): readonly string[] {
  const recent = kept.filter(({ changedAt }) => now - changedAt <= recentMs).map(({ sessionId }) => sessionId);
  const first = recent.find(id => id === front) ?? recent[0];
  return first === undefined ? [] : [first, ...open.filter(id => id !== first && recent.includes(id))];
}

/** Sessions in the order in which a window had them; those that it did not have come last. */
export function asBefore<S extends { readonly id: string }>(sessions: readonly S[], { open }: Left): readonly S[] {
  const place = ({ id }: S): number => (open.includes(id) ? open.indexOf(id) : open.length);
  return sessions.toSorted((one, other) => place(one) - place(other));
}

export function titleIn(kept: readonly Pick<JournalEntry, 'sessionId' | 'title'>[], id: string): string {
  return kept.find(({ sessionId }) => sessionId === id)?.title ?? '';
}
