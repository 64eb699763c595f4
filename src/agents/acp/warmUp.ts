import { createMessageConnection } from 'vscode-jsonrpc/node';
import { practice } from '../../core/acp/practice';
import { initialAcp } from '../../core/acp/state';
import type { JsonObject } from '../../core/base/json';
import type { AgentEvent } from '../../core/call/events';
import { Asks } from './asks';
import { Book } from './book';
import { Updates } from './updates';
import { LinesIn, LinesOut } from './wire';

let isWarm = false;

/**
 * A call that no agent made is read, and its ask answered, while one starts: what the first real one needs is loaded and
 * compiled by then. Nothing of it is shown, written or sent. It resolves with the answer.
 */
export async function warmUp(cwd: string): Promise<JsonObject | undefined> {
  if (isWarm) return undefined;
  isWarm = true;
  const input = new LinesIn();
  const quiet = { info() {}, warn() {}, error() {} };
  const clock = { now: () => 0, after: () => () => {} };
  return new Promise(resolve => {
    const connection = createMessageConnection(
      input,
      new LinesOut(async reply => {
        connection.dispose();
        resolve(reply);
      }),
    );
    const onEvent = (event: AgentEvent): void => {
      if (event.type !== 'asked') return;
      asks.answer({ askId: event.askId, decision: { choice: 'allow', by: { kind: 'person' } } });
    };
    const book = new Book(initialAcp('practice', cwd, ''), { clock, log: quiet, onEvent });
    const asks = new Asks({
      book,
      clock,
      newId: () => 'practice',
      log: quiet,
      onEvent,
      session: () => practice.sessionId,
    });
    const updates = new Updates({ book, log: quiet });
    updates.opened(practice.sessionId);
    connection.onNotification('session/update', (params: unknown) => updates.take(params));
    connection.onRequest('session/request_permission', (params: unknown, token) => asks.take(params, token));
    connection.listen();
    for (const it of practice.messages) input.take(it);
  });
}
