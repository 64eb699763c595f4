import type { SessionUpdate, WebviewNotifications, WebviewRequests } from '../src/core/rpc';
import { readUpdate } from './readUpdate';
import type { WebviewTransport } from './transport';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Disposable,
  type Message,
} from 'vscode-jsonrpc/browser';

/** The host, as the webview sees it: requests with a result or an error, notifications, and its updates. */
export interface Host {
  request<M extends keyof WebviewRequests>(
    method: M,
    params: WebviewRequests[M]['params'],
  ): Promise<WebviewRequests[M]['result']>;
  notify<M extends keyof WebviewNotifications>(method: M, params: WebviewNotifications[M]): void;
}

class PortReader extends AbstractMessageReader {
  private readonly transport: WebviewTransport;
  constructor(transport: WebviewTransport) {
    super();
    this.transport = transport;
  }
  listen(callback: DataCallback): Disposable {
    this.transport.listen(message => {
      if (isMessage(message)) callback(message);
    });
    return { dispose: () => undefined };
  }
}

class PortWriter extends AbstractMessageWriter {
  private readonly transport: WebviewTransport;
  constructor(transport: WebviewTransport) {
    super();
    this.transport = transport;
  }
  async write(message: Message): Promise<void> {
    this.transport.post(message);
  }
  end(): void {
    // A page has no end of its own to tell.
  }
}

/** Other scripts and extensions of the browser post into the page too. */
function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}

export function connect(transport: WebviewTransport, onUpdate: (update: SessionUpdate) => void): Host {
  const connection = createMessageConnection(new PortReader(transport), new PortWriter(transport));
  connection.onNotification('session/update', (params: unknown) => {
    const update = readUpdate(params);
    if (update !== undefined) onUpdate(update);
  });
  connection.listen();
  return {
    request: (method, params) => connection.sendRequest(method, params),
    notify: (method, params) => void connection.sendNotification(method, params),
  };
}
