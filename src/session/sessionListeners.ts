import type { SessionListener } from './options';
import type { OpenSession } from './openSession';
import type { SessionsListener, SessionsOptions } from './sessionsOptions';

/** Tells the window what happens in one of its sessions. */
export function listenerOf({ listener }: Pick<SessionsOptions, 'listener'>, sessionId: string): SessionListener {
  return {
    onCard: card => listener.onCard(sessionId, card),
    onTranscript: changes => listener.onTranscript(sessionId, changes),
    onView: view => listener.onView(view),
    onFacts: facts => listener.onFacts?.(sessionId, facts),
    onNewConversation: () => listener.onNewConversation?.(sessionId),
  };
}

/** The same for a session of its own: what it is doing is seen by other windows too. */
export function tellingOthers(
  options: Pick<SessionsOptions, 'listener' | 'journals'>,
  sessionId: string,
): SessionListener {
  const listener = listenerOf(options, sessionId);
  return {
    ...listener,
    onView(view) {
      if (view.status.state !== 'ended') options.journals.live.tell(sessionId, view.status.state);
      listener.onView(view);
    },
  };
}

/** What waits in one that is shown from elsewhere is told once more when that changes: as it is now, or lost. */
export function tellWaiting(listener: SessionsListener, before: OpenSession, now: OpenSession | undefined): void {
  for (const card of before.cards)
    if (card.state === 'waiting') listener.onCard(before.id, now?.card(card.toolCallId) ?? { ...card, state: 'lost' });
}
