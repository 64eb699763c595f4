// What a page gets for what it posts.
import { expect, test, vi } from 'vitest';
import type { Snapshot } from '../../src/core/protocol/messages';
import { type Handlers, OpenViews } from '../../src/vscode/webview/openViews';

const nothing: Snapshot = { sessions: [], transcript: [], cards: [], language: 'en', trusted: true, earlier: 0 };

interface Page {
  readonly post: (message: object) => void;
  readonly got: readonly unknown[];
}

/** A page that is connected to a hub with these handlers. */
function openPage(handlers: Partial<Handlers>): Page {
  const hub = new OpenViews({ handlers, snapshot: () => nothing, onNotification() {} });
  const got: unknown[] = [];
  let post: (message: object) => void = () => {};
  hub.connect(
    {
      onDidReceiveMessage(listener) {
        post = listener;
        return { dispose() {} };
      },
      postMessage(message) {
        got.push(message);
        return Promise.resolve(true);
      },
    },
    { purpose: 'chat' },
  );
  return { post: message => post(message), got };
}

test.each([
  ['its result', () => Promise.resolve({ accepted: true } as const), { result: { accepted: true } }],
  [
    'the reason of a refusal in the words of the host and no others',
    () => Promise.reject(new Error('This call is already decided.')),
    { error: { message: 'This call is already decided.' } },
  ],
])('a request gets %s', async (_, handler, reply) => {
  const page = openPage({ 'tool/confirm': handler });
  page.post({ jsonrpc: '2.0', id: 1, method: 'tool/confirm', params: {} });
  await vi.waitFor(() => expect(page.got).toMatchObject([{ jsonrpc: '2.0', id: 1, ...reply }]));
});
