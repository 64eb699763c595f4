import { readDrafting, readPainted } from '../../core/protocol/readRequest';
import type { OpenViewsOptions } from '../webview/openViews';
import type { LatchWindow } from '../window/window';
import { handlersOf } from './handlers';

/** What this window does with what its pages ask and tell. */
export function answersOf(window: LatchWindow): Omit<OpenViewsOptions, 'snapshot'> {
  return {
    handlers: handlersOf(window),
    onNotification(method, params) {
      if (method === 'ui/drafting') {
        const read = readDrafting(params);
        if (read.ok) window.sessions.get(read.value.sessionId)?.drafting(read.value.toolCallId, read.value.active);
      } else {
        const read = readPainted(params);
        if (read.ok) window.chat.paint.painted(read.value.sessionId, read.value.toolCallId, read.value.revision);
      }
    },
  };
}
