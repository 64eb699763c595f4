import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { isChinese } from '../../core/texts/translate';
import { webviewHtml } from '../../core/protocol/webviewHtml';
import type { OpenViews, ViewConnection, ViewOptions } from './openViews';

interface WebviewPageOptions {
  readonly extensionUri: vscode.Uri;
  readonly views: OpenViews;
  readonly purpose: keyof typeof bundles;
}

/** The names of the script and the style sheet of a page. */
const bundles = { chat: 'main', rules: 'rules' } as const;

/** A page of ours, for any place that shows webviews. It holds nothing: the host has the truth. */
export class WebviewPage {
  readonly #options: WebviewPageOptions;

  constructor(options: WebviewPageOptions) {
    this.#options = options;
  }

  /** Puts the page into a webview, which may load nothing but our bundles, and connects it for as long as it lives. */
  open(webview: vscode.Webview, told: Pick<ViewOptions, 'onReady' | 'onEntered' | 'shows'> = {}): ViewConnection {
    const { extensionUri, views, purpose } = this.#options;
    const bundle = bundles[purpose];
    const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
    const uriOf = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    const connection = views.connect(webview, { purpose, ...told });
    webview.html = webviewHtml({
      nonce: randomBytes(16).toString('base64url'),
      cspSource: webview.cspSource,
      scriptUris: [...(isChinese(vscode.env.language) ? ['zhCn.js'] : []), `${bundle}.js`].map(uriOf),
      styleUri: uriOf(`${bundle}.css`),
      language: vscode.env.language,
      // The first paint needs no message.
      initial: views.snapshotFor({ purpose, ...told }),
    });
    return connection;
  }
}
