import * as vscode from 'vscode';
import type { WebviewPage } from './webviewPage';

/** The Chat view in the sidebar, and the same chat as an editor tab. */
export class Sidebar implements vscode.WebviewViewProvider {
  static readonly viewId = 'latch.chat';
  readonly #page: WebviewPage;
  readonly #icon: vscode.Uri;
  readonly #onShown: () => void;
  #view: vscode.WebviewView | undefined;
  #tab: vscode.WebviewPanel | undefined;
  #waiting = 0;

  constructor(page: WebviewPage, extensionUri: vscode.Uri, onShown: () => void) {
    this.#page = page;
    this.#onShown = onShown;
    this.#icon = vscode.Uri.joinPath(extensionUri, 'media', 'latch.svg');
  }

  get visible(): boolean {
    return (this.#view?.visible ?? false) || (this.#tab?.visible ?? false);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    const connection = this.#page.open(view.webview);
    view.onDidChangeVisibility(() => view.visible && this.#onShown());
    view.onDidDispose(() => {
      connection.dispose();
      if (this.#view === view) this.#view = undefined;
    });
    this.badge(this.#waiting);
    this.#onShown();
  }

  openTab(): void {
    if (this.#tab) {
      this.#tab.reveal();
      return;
    }
    const tab = vscode.window.createWebviewPanel('latch.chatTab', 'Latch', vscode.ViewColumn.Active);
    tab.iconPath = this.#icon;
    const connection = this.#page.open(tab.webview);
    tab.onDidDispose(() => {
      connection.dispose();
      this.#tab = undefined;
    });
    this.#tab = tab;
  }

  /** Brings the chat to where the person sees it. */
  async show(): Promise<void> {
    if (this.#tab) this.#tab.reveal();
    else await vscode.commands.executeCommand(`${Sidebar.viewId}.focus`);
  }

  /** The number on the icon: how many calls wait for a person. */
  badge(waiting: number): void {
    this.#waiting = waiting;
    if (!this.#view) return;
    this.#view.badge =
      waiting === 0 ? undefined : { value: waiting, tooltip: vscode.l10n.t('{0} waiting for your decision', waiting) };
  }
}
