import type { SessionListener } from './options';
import type { SessionsOptions } from './sessionsOptions';

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
