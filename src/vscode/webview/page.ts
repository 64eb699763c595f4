import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Snapshot } from '../../core/protocol/updates';
import { isChinese } from '../../core/texts/translate';
import { webviewHtml } from '../../core/protocol/webviewHtml';
import type { OpenViews, ViewConnection, ViewOptions } from './openViews';

export interface WebviewPageOptions {
  readonly extensionUri: vscode.Uri;
  readonly hub: OpenViews;
  /** Names the script and the style sheet of the page. */
  readonly bundle: 'main' | 'rules';
  /** The first snapshot, so that the first paint needs no message. */
  readonly snapshot: () => Snapshot;
  readonly view: ViewOptions;
}

/** A page of ours, for any place that shows webviews. It holds nothing: the host has the truth. */
export class WebviewPage {
  readonly #options: WebviewPageOptions;

  constructor(options: WebviewPageOptions) {
    this.#options = options;
  }

  /** Puts the page into a webview, which may load nothing but our bundles, and connects it for as long as it lives. */
  open(webview: vscode.Webview): ViewConnection {
    const { extensionUri, hub, bundle, snapshot, view } = this.#options;
    const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
    const uriOf = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    const connection = hub.connect(webview, view);
    webview.html = webviewHtml({
      nonce: randomBytes(16).toString('base64url'),
      cspSource: webview.cspSource,
      scriptUris: [...(isChinese(vscode.env.language) ? ['zhCn.js'] : []), `${bundle}.js`].map(uriOf),
      styleUri: uriOf(`${bundle}.css`),
      language: vscode.env.language,
      initial: snapshot(),
    });
    return connection;
  }
}
