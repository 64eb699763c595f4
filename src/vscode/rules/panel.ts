import type { JsonObject } from '../../core/base/json';
import type { SessionUpdate } from '../../core/protocol/updates';
import type { RuleRef } from '../../core/call/ruleRef';
import * as vscode from 'vscode';
import { viewIds } from '../viewIds';
import type { ViewConnection } from '../webview/openViews';
import type { WebviewPage } from '../webview/page';

type Wanted = Extract<SessionUpdate, { readonly type: 'showRule' | 'tryCall' }>;

/** The rules of all scopes in an editor tab. There is one, and it is there again after the window was reloaded. */
export class RulesPanel implements vscode.WebviewPanelSerializer {
  readonly #page: WebviewPage;
  readonly #icon: vscode.Uri;
  #opened: { readonly panel: vscode.WebviewPanel; readonly connection: ViewConnection } | undefined;
  /** Where to go; kept until the page can be told. */
  #wanted: Wanted | undefined;

  constructor(page: WebviewPage, extensionUri: vscode.Uri) {
    this.#page = page;
    this.#icon = vscode.Uri.joinPath(extensionUri, 'media', 'latch.svg');
  }

  /** Opens the panel or brings it to the front, at a rule if one is named. */
  show(rule?: RuleRef): void {
    this.#go(rule && { type: 'showRule', rule });
  }

  /** Opens it with the test box, and a call in it. */
  tryCall(call: { readonly tool: string; readonly input: JsonObject }): void {
    this.#go({ type: 'tryCall', call });
  }

  #go(wanted: Wanted | undefined): void {
    this.#wanted = wanted;
    if (!this.#opened) {
      const title = vscode.l10n.t('Trust Rules');
      this.#adopt(vscode.window.createWebviewPanel(viewIds.rules, title, vscode.ViewColumn.Active));
      return;
    }
    this.#opened.panel.reveal();
    this.#goToWanted();
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    if (this.#opened) panel.dispose();
    else this.#adopt(panel);
  }

  #adopt(panel: vscode.WebviewPanel): void {
    panel.iconPath = this.#icon;
    // Once the page has drawn itself. `#wanted` stays, in case that it was hidden and is drawn anew by `reveal`.
    const connection = this.#page.open(panel.webview, { onReady: () => this.#goToWanted() });
    panel.onDidDispose(() => {
      connection.dispose();
      if (this.#opened?.panel === panel) this.#opened = undefined;
    });
    this.#opened = { panel, connection };
  }

  #goToWanted(): void {
    const wanted = this.#wanted;
    if (wanted === undefined || this.#opened?.panel.visible !== true) return;
    this.#opened.connection.send(wanted);
    // A page that was hidden is drawn anew by `reveal` and asks again; one that is asked twice goes there twice.
    setTimeout(() => {
      if (this.#wanted === wanted) this.#wanted = undefined;
    }, 2000);
  }
}
