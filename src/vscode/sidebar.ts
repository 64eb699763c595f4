import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Snapshot } from '../core/rpc';
import { webviewHtml } from '../core/webviewHtml';
import type { Hub } from './hub';

/** The Chat view in the sidebar. It holds nothing: the host has the truth, and the page draws it. */
export class Sidebar implements vscode.WebviewViewProvider {
  static readonly viewId = 'latch.chat';
  readonly #extensionUri: vscode.Uri;
  readonly #hub: Hub;
  readonly #snapshot: () => Snapshot;
  #view: vscode.WebviewView | undefined;

  constructor(extensionUri: vscode.Uri, hub: Hub, snapshot: () => Snapshot) {
    this.#extensionUri = extensionUri;
    this.#hub = hub;
    this.#snapshot = snapshot;
  }

  get visible(): boolean {
    return this.#view?.visible ?? false;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    const bundle = vscode.Uri.joinPath(this.#extensionUri, 'dist', 'webview');
    view.webview.options = { enableScripts: true, localResourceRoots: [bundle] };
    const connection = this.#hub.connect(view.webview);
    view.onDidDispose(() => {
      connection.dispose();
      if (this.#view === view) this.#view = undefined;
    });
    view.webview.html = webviewHtml({
      nonce: randomBytes(16).toString('base64url'),
      cspSource: view.webview.cspSource,
      scriptUri: view.webview.asWebviewUri(vscode.Uri.joinPath(bundle, 'main.js')).toString(),
      styleUri: view.webview.asWebviewUri(vscode.Uri.joinPath(bundle, 'main.css')).toString(),
      language: vscode.env.language,
      initial: this.#snapshot(),
    });
  }

  /** The number on the icon: how many calls wait for a person. */
  badge(waiting: number): void {
    if (!this.#view) return;
    this.#view.badge =
      waiting === 0 ? undefined : { value: waiting, tooltip: vscode.l10n.t('{0} waiting for your decision', waiting) };
  }
}
