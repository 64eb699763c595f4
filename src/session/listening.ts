import { messageOf } from '../core/base/messageOf';
import type { Log } from '../core/base/log';
import type { SessionOptions } from './options';

/**
 * Whoever only watches a session cannot harm it: what a listener or the log throws ends here. A card that could not be
 * handed on is told in the chat by the channel, so that one is let through.
 */
export function watched(options: SessionOptions): SessionOptions {
  const { listener, sessionId } = options;
  const log = logOf(options.log, sessionId);
  const told = (what: string, tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      log.error(`the ${what} could not be handed on: ${messageOf(error)}`);
    }
  };
  return {
    ...options,
    log,
    listener: {
      onCard: card => listener.onCard(card),
      onTranscript: changes => told('transcript', () => listener.onTranscript(changes)),
      onView: view => told('state', () => listener.onView(view)),
      onFacts: facts => told('facts', () => listener.onFacts?.(facts)),
      onNewConversation: () => told('conversation', () => listener.onNewConversation?.()),
    },
  };
}

function logOf(log: Log, sessionId: string): Log {
  const safely = (level: keyof Log) => (text: string) => {
    try {
      log[level](`session ${sessionId}: ${text}`);
    } catch {
      // There is nowhere left to say it.
    }
  };
  return { info: safely('info'), warn: safely('warn'), error: safely('error') };
}
