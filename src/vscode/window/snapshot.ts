import type { Card } from '../../core/card/card';
import type { Snapshot } from '../../core/protocol/updates';
import { cardsFor, pageOf } from '../../core/transcript/page';
import type { Session } from '../../session/session';

/** What of a session a page shows. */
type ShownSession = Pick<Session, 'id' | 'view' | 'transcript' | 'unread' | 'cards'> & {
  readonly about: Pick<Session['about'], 'facts'>;
};

interface SnapshotOf
  extends Required<Pick<Snapshot, 'language' | 'trusted' | 'noFolder' | 'windowFocused' | 'rules' | 'elsewhere'>> {
  readonly sessions: readonly ShownSession[];
  readonly active: ShownSession | undefined;
  readonly selection?: NonNullable<Snapshot['selection']>;
  readonly sendWith?: NonNullable<Snapshot['sendWith']>;
  readonly font?: NonNullable<Snapshot['font']>;
  /** For another window, which keeps all of it: no page at a time. */
  readonly whole?: boolean;
  readonly review: Snapshot['review'] | undefined;
  /** A card with what belongs to it beside the call. */
  readonly decorated: (card: Card) => Card;
}

/** Everything that a page needs to draw itself from nothing. Of sessions behind it gets what waits, and no more. */
export function snapshotOf({ sessions, active, whole, review, decorated, ...window }: SnapshotOf): Snapshot {
  const items = active?.transcript ?? [];
  const page = whole ? { items, earlier: 0 } : pageOf(items);
  const cards = sessions.flatMap(session => cardsFor(session === active ? page.items : [], session.cards));
  return {
    sessions: sessions.map(session => session.view),
    ...(active ? { activeSessionId: active.id, facts: active.about.facts } : {}),
    transcript: page.items,
    earlier: page.earlier + (active?.unread ?? 0),
    cards: cards.map(decorated),
    capabilities: { rules: true, openDiff: true },
    ...window,
    ...(review ? { review } : {}),
  };
}
