import type { Card } from '../../core/card/card';
import type { Snapshot } from '../../core/protocol/updates';
import { cardsFor, pageOf } from '../../core/transcript/page';
import type { Session } from '../../session/session';

/** What of a session a page shows. */
type ShownSession = Pick<Session, 'id' | 'view' | 'transcript' | 'cards'>;

interface SnapshotOf extends Required<Pick<Snapshot, 'language' | 'trusted' | 'windowFocused' | 'rules'>> {
  readonly sessions: readonly ShownSession[];
  readonly active: ShownSession | undefined;
  readonly review: Snapshot['review'] | undefined;
  /** A card with what belongs to it beside the call. */
  readonly decorated: (card: Card) => Card;
}

/** Everything that a page needs to draw itself from nothing. Of sessions behind it gets what waits, and no more. */
export function snapshotOf({ sessions, active, review, decorated, ...window }: SnapshotOf): Snapshot {
  const page = pageOf(active?.transcript ?? []);
  const cards = sessions.flatMap(session => cardsFor(session === active ? page.items : [], session.cards));
  return {
    sessions: sessions.map(session => session.view),
    ...(active ? { activeSessionId: active.id } : {}),
    transcript: page.items,
    earlier: page.earlier,
    cards: cards.map(decorated),
    capabilities: { rules: true, openDiff: true },
    ...window,
    ...(review ? { review } : {}),
  };
}
