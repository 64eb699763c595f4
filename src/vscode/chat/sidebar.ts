import * as vscode from 'vscode';
import * as config from '../config';
import type { ViewConnection } from '../webview/openViews';
import type { WebviewPage } from '../webview/page';

/** A place of the chat, and the way to its page. */
interface Opened<Place> {
  readonly place: Place;
  readonly connection: ViewConnection;
}

/** The Chat view in the sidebar, and the same chat as an editor tab. */
export class Sidebar implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer, vscode.Disposable {
  static readonly viewId = 'latch.chat';
  static readonly tabType = 'latch.chatTab';
  readonly #page: WebviewPage;
  readonly #icon: vscode.Uri;
  /** Whether the page of the hidden view goes on running, which costs memory, and which a sound needs. */
  readonly keepsHidden = config.sound() !== 'never';
  readonly #shown = new vscode.EventEmitter<void>();
  /** A page with the chat came on screen. */
  readonly onShown = this.#shown.event;
  #view: Opened<vscode.WebviewView> | undefined;
  #tab: Opened<vscode.WebviewPanel> | undefined;
  /** Into which of the two the person came last. */
  #entered: 'view' | 'tab' = 'view';
  #waiting = 0;

  constructor(page: WebviewPage, extensionUri: vscode.Uri) {
    this.#page = page;
    this.#icon = vscode.Uri.joinPath(extensionUri, 'media', 'latch.svg');
  }

  get visible(): boolean {
    return (this.#view?.place.visible ?? false) || (this.#tab?.place.visible ?? false);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const connection = this.#page.open(view.webview, { onEntered: () => (this.#entered = 'view') });
    const opened = { place: view, connection };
    this.#view = opened;
    view.onDidChangeVisibility(() => {
      if (!view.visible) return;
      connection.send({ type: 'shown' });
      this.#shown.fire();
    });
    view.onDidDispose(() => {
      connection.dispose();
      if (this.#view === opened) this.#view = undefined;
    });
    this.badge(this.#waiting);
    this.#shown.fire();
  }

  openTab(): void {
    if (this.#tab) {
      this.#tab.place.reveal();
      return;
    }
    this.#showIn(vscode.window.createWebviewPanel(Sidebar.tabType, 'Latch', vscode.ViewColumn.Active));
  }

  /** After a restart the editor restores the tab as an empty one, to be filled again. */
  deserializeWebviewPanel(tab: vscode.WebviewPanel): Promise<void> {
    this.#showIn(tab);
    return Promise.resolve();
  }

  #showIn(tab: vscode.WebviewPanel): void {
    tab.iconPath = this.#icon;
    const connection = this.#page.open(tab.webview, { onEntered: () => (this.#entered = 'tab') });
    tab.onDidDispose(() => {
      connection.dispose();
      if (this.#tab === opened) this.#tab = undefined;
    });
    const opened = { place: tab, connection };
    this.#tab = opened;
  }

  /** Brings the chat to where the person sees it. The page there answers, and no other: each may show another card. */
  async front(): Promise<ViewConnection | undefined> {
    const tab = this.#answersInTab ? this.#tab : undefined;
    if (tab) tab.place.reveal();
    else await vscode.commands.executeCommand(`${Sidebar.viewId}.focus`);
    return (tab ?? this.#view)?.connection;
  }

  /** The page that the person came into last, while it is on screen; else the one that is; the tab, if neither is. */
  get #answersInTab(): boolean {
    const [view, tab] = [this.#view?.place.visible ?? false, this.#tab?.place.visible ?? false];
    return view && tab ? this.#entered === 'tab' : !view;
  }

  /** Makes a sound, in one of the two: both at once would be a noise. Without a page that runs there is none. */
  ring(): void {
    const page = this.#view?.place.visible || this.keepsHidden ? this.#view : undefined;
    const tab = this.#tab?.place.visible ? this.#tab : undefined;
    (page ?? tab)?.connection.send({ type: 'sound' });
  }

  dispose(): void {
    this.#shown.dispose();
  }

  /** The number on the icon: how many calls wait for a person. */
  badge(waiting: number): void {
    this.#waiting = waiting;
    if (!this.#view) return;
    this.#view.place.badge =
      waiting === 0 ? undefined : { value: waiting, tooltip: vscode.l10n.t('{0} waiting for your decision', waiting) };
  }
}
