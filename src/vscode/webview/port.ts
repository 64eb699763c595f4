import type * as vscode from 'vscode';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
} from 'vscode-jsonrpc/node';
import { isObject } from '../../core/base/json';

/** The part of a webview through which messages go. */
export type WebviewPort = Pick<vscode.Webview, 'onDidReceiveMessage' | 'postMessage'>;

/** JSON-RPC over the messages of a webview: the reading half. */
export class WebviewReader extends AbstractMessageReader {
  readonly #webview: WebviewPort;

  constructor(webview: WebviewPort) {
    super();
    this.#webview = webview;
  }

  listen(callback: DataCallback): Disposable {
    return this.#webview.onDidReceiveMessage((message: unknown) => {
      if (isMessage(message)) callback(message);
    });
  }
}

function isMessage(value: unknown): value is Message {
  return isObject(value) && value['jsonrpc'] === '2.0';
}

/** The writing half. Nothing waits for a post: awaiting each one costs a round trip a message (measured: 5 s for 2,000). */
export class WebviewWriter extends AbstractMessageWriter {
  readonly #webview: WebviewPort;

  constructor(webview: WebviewPort) {
    super();
    this.#webview = webview;
  }

  write(message: Message): Promise<void> {
    void this.#webview.postMessage(message);
    return Promise.resolve();
  }

  end(): void {}
}
