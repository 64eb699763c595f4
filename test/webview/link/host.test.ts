import { describe, expect, it } from 'vitest';
import type { SessionUpdate } from '../../../src/core/protocol/updates';
import { connect } from '../../../webview-ui/link/host';

/** A page and what it posts; `receive` is a message of the host. */
function open() {
  const posted: unknown[] = [];
  const updates: SessionUpdate[] = [];
  let receive: (message: unknown) => void = () => undefined;
  const host = connect(
    {
      post: message => posted.push(message),
      listen: listener => {
        receive = listener;
      },
      load: () => undefined,
      save: () => undefined,
    },
    update => updates.push(update),
  );
  return { host, posted, updates, receive: (message: unknown) => receive(message) };
}

const target = { sessionId: 's' };

describe('a page', () => {
  it('asks with an id of its own each time, and gets each answer once, in any order', async () => {
    const { host, posted, receive } = open();
    const first = host.request('session/restart', target);
    const second = host.request('session/restart', target);
    expect(posted).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'session/restart', params: target },
      { jsonrpc: '2.0', id: 2, method: 'session/restart', params: target },
    ]);
    receive({ jsonrpc: '2.0', id: 2, result: { sessionId: 'two' } });
    receive({ jsonrpc: '2.0', id: 2, result: { sessionId: 'again' } });
    receive({ jsonrpc: '2.0', id: 1, result: { sessionId: 'one' } });
    expect(await Promise.all([first, second])).toEqual([{ sessionId: 'one' }, { sessionId: 'two' }]);
  });

  it.each([
    [{ error: { code: -32000, message: 'already decided' } }, 'already decided'],
    [{ error: 'no' }, 'The host gave no reason.'],
    [{}, 'The host gave no reason.'],
  ])('is told why it is refused: %j', async (reply, reason) => {
    const { host, receive } = open();
    const answer = host.request('session/interrupt', target);
    receive({ jsonrpc: '2.0', id: 1, ...reply });
    await expect(answer).rejects.toThrow(reason);
  });

  it('tells without an id, and waits for nothing', () => {
    const { host, posted } = open();
    host.notify('ui/ready', {});
    expect(posted).toEqual([{ jsonrpc: '2.0', method: 'ui/ready', params: {} }]);
  });

  it('takes updates, and nothing that is not a message of the host', () => {
    const { updates, receive } = open();
    const update = { type: 'window', focused: true };
    for (const message of [
      undefined,
      'text',
      { method: 'session/update', params: update },
      { jsonrpc: '2.0', method: 'session/update', params: { type: 'window' } },
      { jsonrpc: '2.0', method: 'another', params: update },
      { jsonrpc: '2.0', id: 7, result: {} },
    ])
      receive(message);
    expect(updates).toEqual([]);
    receive({ jsonrpc: '2.0', method: 'session/update', params: update });
    expect(updates).toEqual([update]);
  });
});
