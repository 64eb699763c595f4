// What a page gets for what it posts.
import { expect, test, vi } from 'vitest';
import type { Snapshot } from '../../src/core/protocol/updates';
import type { Listeners } from '../../src/core/protocol/notifications';
import type { Handlers } from '../../src/core/protocol/requests';
import { OpenViews, type ViewConnection } from '../../src/vscode/webview/openViews';
import { soon } from '../support/soon';

const nothing: Snapshot = { sessions: [], transcript: [], cards: [], language: 'en', trusted: true, earlier: 0 };

const confirm = { sessionId: 's', toolCallId: 't', confirmed: true, revision: 1 };

interface Page {
  readonly post: (message: object) => void;
  readonly got: readonly unknown[];
  readonly connection: ViewConnection;
}

/** A page that is connected to a hub with these handlers. */
function openPage(handlers: Partial<Handlers>, listeners: Partial<Listeners> = {}): Page {
  const hub = new OpenViews({
    handlers,
    snapshot: () => nothing,
    listeners: { 'ui/painted': () => {}, 'ui/drafting': () => {}, ...listeners },
  });
  const got: unknown[] = [];
  let post: (message: object) => void = () => {};
  const connection = hub.connect(
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
  return { post: message => post(message), got, connection };
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
  page.post({ jsonrpc: '2.0', id: 1, method: 'tool/confirm', params: confirm });
  await soon(() => expect(page.got).toMatchObject([{ jsonrpc: '2.0', id: 1, ...reply }]));
});

test.each([
  ['tool/confirm', { ...confirm, revision: '1' }, 'revision: must be a whole number.'],
  ['tool/confirm', undefined, 'The message must be an object.'],
  ['session/show', { sessionId: 's' }, 'Unhandled method session/show'],
  ['tool/allowEverything', {}, 'Unhandled method tool/allowEverything'],
  ['constructor', {}, 'Unhandled method constructor'],
])('a request %s with %j reaches no handler: %s', async (method, params, message) => {
  const handler = vi.fn(() => Promise.resolve({ accepted: true } as const));
  const page = openPage({ 'tool/confirm': handler });
  page.post({ jsonrpc: '2.0', id: 1, method, params });
  await soon(() => expect(page.got).toMatchObject([{ jsonrpc: '2.0', id: 1, error: { message } }]));
  expect(handler).not.toHaveBeenCalled();
});

test('a handler gets what was read, and nothing beside it', async () => {
  const handler = vi.fn(() => Promise.resolve({}));
  const page = openPage({ 'session/show': handler });
  page.post({ jsonrpc: '2.0', id: 1, method: 'session/show', params: { sessionId: 's', more: 1 } });
  await soon(() => expect(page.got).toHaveLength(1));
  expect(handler).toHaveBeenCalledExactlyOnceWith({ sessionId: 's' });
});

test('what a page tells goes to its listener where it is of its form, and nowhere else', async () => {
  const [painted, drafting] = [vi.fn(), vi.fn()];
  const page = openPage({}, { 'ui/painted': painted, 'ui/drafting': drafting });
  const drafts = { sessionId: 's', toolCallId: 't', active: true };
  page.post({ jsonrpc: '2.0', method: 'ui/drafting', params: { ...drafts, active: 1 } });
  page.post({ jsonrpc: '2.0', method: 'ui/drafting', params: { sessionId: 's', active: true } });
  page.post({ jsonrpc: '2.0', method: 'ui/drafting' });
  page.post({ jsonrpc: '2.0', method: 'ui/unheardOf', params: drafts });
  page.post({ jsonrpc: '2.0', method: 'ui/drafting', params: drafts });
  await soon(() => expect(drafting).toHaveBeenCalled());
  expect(drafting).toHaveBeenCalledExactlyOnceWith(drafts);
  expect(painted).not.toHaveBeenCalled();
});

test('a page that is ready gets a snapshot', async () => {
  const page = openPage({});
  page.post({ jsonrpc: '2.0', method: 'ui/ready', params: {} });
  const params = { type: 'snapshot', snapshot: nothing };
  await soon(() => expect(page.got).toEqual([{ jsonrpc: '2.0', method: 'session/update', params }]));
});

test('a text for the composer waits for the page, also for one that is made anew, and comes behind its snapshot', async () => {
  const page = openPage({});
  const types = (): readonly unknown[] => page.got.map(message => JSON.parse(JSON.stringify(message)).params.type);
  const ready = { jsonrpc: '2.0', method: 'ui/ready', params: {} };
  page.connection.send({ type: 'compose', text: '@one ' });
  // Whatever card there is by then is not the one that was meant.
  page.connection.send({ type: 'act', action: 'allowOnce' });
  expect(page.got).toEqual([]);
  page.post(ready);
  await soon(() => expect(types()).toEqual(['snapshot', 'compose']));
  page.connection.send({ type: 'compose', text: '@two ' });
  await soon(() => expect(types()).toEqual(['snapshot', 'compose', 'compose']));

  page.connection.left();
  page.connection.send({ type: 'compose', text: '@three ' });
  expect(types()).toEqual(['snapshot', 'compose', 'compose']);
  page.post(ready);
  await soon(() => expect(types()).toEqual(['snapshot', 'compose', 'compose', 'snapshot', 'compose']));
});
