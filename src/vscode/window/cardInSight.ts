import type { CardAction } from '../../core/protocol/updates';
import type { Session } from '../../session/session';
import type { Places } from '../chat/places';

/** What of a session tells whether something waits in it. */
type WaitingSession = Pick<Session, 'id' | 'cards'>;

interface CardInSightParts {
  readonly places: Pick<Places, 'front' | 'turnTo'>;
  readonly sessions: {
    readonly all: readonly WaitingSession[];
    readonly active: WaitingSession | undefined;
    activate(sessionId: string): void;
  };
  /** Every page starts anew. */
  readonly refresh: () => void;
}

/** Acts on the card that the person sees, by a key or from a notification. */
export class CardInSight {
  readonly #parts: CardInSightParts;

  constructor(parts: CardInSightParts) {
    this.#parts = parts;
  }

  /** The page acts, where the card keeps its half second of grace. */
  async act(action: CardAction): Promise<void> {
    if (action === 'focusCard') this.#showWaiting();
    const page = await this.#parts.places.front();
    page?.send({ type: 'act', action });
  }

  /** The page leads to the line of a call, where it has one. */
  async reveal(toolCallId: string): Promise<void> {
    const page = await this.#parts.places.front();
    page?.send({ type: 'reveal', toolCallId });
  }

  /** To review what waits is to see it: a session in which nothing waits makes way for one in which something does. */
  #showWaiting(): void {
    const { sessions, places, refresh } = this.#parts;
    const waiting = sessions.all.find(waits);
    if (!waiting || (sessions.active && waits(sessions.active))) return;
    places.turnTo(waiting.id);
    sessions.activate(waiting.id);
    refresh();
  }
}

function waits({ cards }: WaitingSession): boolean {
  return cards.some(card => card.state === 'waiting');
}
