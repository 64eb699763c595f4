import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Snapshot } from '../core/rpc';
import { webviewHtml } from '../core/webviewHtml';
import type { Hub } from './hub';

/** The chat as a page, for the sidebar and for an editor tab. It holds nothing: the host has the truth. */
export class ChatPage {
  readonly #bundle: vscode.Uri;
  readonly #hub: Hub;
  readonly #snapshot: () => Snapshot;

  constructor(extensionUri: vscode.Uri, hub: Hub, snapshot: () => Snapshot) {
    this.#bundle = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
    this.#hub = hub;
    this.#snapshot = snapshot;
  }

  /** Puts the chat into a webview, which may load nothing but our bundle, and connects it for as long as it lives. */
  open(webview: vscode.Webview): vscode.Disposable {
    webview.options = { enableScripts: true, localResourceRoots: [this.#bundle] };
    const connection = this.#hub.connect(webview);
    webview.html = webviewHtml({
      nonce: randomBytes(16).toString('base64url'),
      cspSource: webview.cspSource,
      scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(this.#bundle, 'main.js')).toString(),
      styleUri: webview.asWebviewUri(vscode.Uri.joinPath(this.#bundle, 'main.css')).toString(),
      language: vscode.env.language,
      initial: this.#snapshot(),
    });
    return connection;
  }
}
