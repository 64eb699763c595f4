import { asString, isObject, type JsonObject } from '../../src/core/base/json';
import type { WebviewNotifications } from '../../src/core/protocol/notifications';
import type { WebviewRequests } from '../../src/core/protocol/requests';
import { type SessionUpdate, sessionUpdate } from '../../src/core/protocol/updates';
import type { WebviewTransport } from './transport';

/** The host, as the webview sees it: requests with a result or an error, notifications, and its updates. */
export interface Host {
  request<M extends keyof WebviewRequests>(
    method: M,
    params: WebviewRequests[M]['params'],
  ): Promise<WebviewRequests[M]['result']>;
  notify<M extends keyof WebviewNotifications>(method: M, params: WebviewNotifications[M]): void;
}

/**
 * JSON-RPC as far as a page needs it: it asks and is never asked. The library that the host uses would be a seventh of
 * the whole page.
 */
export function connect(transport: WebviewTransport, onUpdate: (update: SessionUpdate) => void): Host {
  const waiting = new Map<number, (reply: JsonObject) => void>();
  let lastId = 0;

  transport.listen(message => {
    // Other scripts and extensions of the browser post into the page too.
    if (!isObject(message) || message.jsonrpc !== '2.0') return;
    const { id, method, params } = message;
    if (method === 'session/update') {
      // An update of a host that is newer, older or broken is left out rather than half drawn.
      const update = sessionUpdate(params);
      if (update.ok) onUpdate(update.value);
    } else if (method === undefined && typeof id === 'number') {
      waiting.get(id)?.(message);
      waiting.delete(id);
    }
  });

  return {
    request<M extends keyof WebviewRequests>(method: M, params: WebviewRequests[M]['params']) {
      lastId += 1;
      const id = lastId;
      return new Promise<WebviewRequests[M]['result']>((resolve, reject) => {
        waiting.set(id, reply => {
          if (isResult(method, reply)) resolve(reply.result);
          else reject(new Error(reasonIn(reply)));
        });
        transport.post({ jsonrpc: '2.0', id, method, params });
      });
    },
    notify: (method, params) => transport.post({ jsonrpc: '2.0', method, params }),
  };
}

/** Host and page are built from one list of messages: what comes back as a result is that of the method. */
function isResult<M extends keyof WebviewRequests>(
  _method: M,
  reply: object,
): reply is { readonly result: WebviewRequests[M]['result'] } {
  return 'result' in reply;
}

function reasonIn({ error }: JsonObject): string {
  return (isObject(error) ? asString(error.message) : undefined) ?? 'The host gave no reason.';
}
