import type { OpenViewsOptions } from '../webview/openViews';
import type { LatchWindow } from '../window/window';
import { handlersOf } from './handlers';

/** What this window does with what its pages ask and tell. */
export function answersOf(window: LatchWindow): Omit<OpenViewsOptions, 'snapshot'> {
  return {
    handlers: handlersOf(window),
    listeners: {
      'ui/drafting': ({ sessionId, toolCallId, active }) =>
        window.sessions.get(sessionId)?.drafting(toolCallId, active),
      'ui/painted': ({ sessionId, toolCallId, revision }) => window.chat.paint.painted(sessionId, toolCallId, revision),
    },
  };
}
