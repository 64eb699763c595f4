import * as vscode from 'vscode';
import { asString, isObject } from '../../core/base/json';
import { keepsHidden } from '../sound';
import { viewIds } from '../viewIds';
import type { ViewConnection } from '../webview/openViews';
import type { WebviewPage } from '../webview/page';

export interface PlacesOptions {
  readonly page: WebviewPage;
  readonly extensionUri: vscode.Uri;
  readonly titleOf: (sessionId: string) => string | undefined;
  /** Opens the session that a tab showed before a reload, and says whether it is there. */
  readonly reopen: (sessionId: string) => Promise<boolean>;
  /** The person is in another place, where this session is. */
  readonly onEntered: (sessionId: string | undefined) => void;
}

interface OpenSessions {
  readonly active: { readonly id: string } | undefined;
  get(sessionId: string): unknown;
}

/** A tab, and the session that stands in it. */
interface Tab {
  readonly surface: vscode.WebviewPanel;
  readonly connection: ViewConnection;
  readonly shown: { sessionId: string | undefined };
}

interface View {
  readonly surface: vscode.WebviewView;
  readonly connection: ViewConnection;
}

/** Where the chat stands: the view in the sidebar, and editor tabs, each with a session of its own. */
export class Places implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #options: PlacesOptions;
  readonly #icon: vscode.Uri;
  /** Whether the page of the hidden view goes on running, which costs memory, and which a sound needs. */
  readonly #keepsHidden = keepsHidden();
  readonly #shown = new vscode.EventEmitter<void>();
  /** The chat in the sidebar came on screen. */
  readonly onShown = this.#shown.event;
  #view: View | undefined;
  #sessionOfView: string | undefined;
  readonly #tabs = new Set<Tab>();
  /** The tab into which the person came last; absent: the view. */
  #entered: Tab | undefined;
  #waiting = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
    this.#icon = vscode.Uri.joinPath(options.extensionUri, 'media', 'latch.svg');
  }

  get visible(): boolean {
    return (this.#view?.surface.visible ?? false) || this.#visibleTab !== undefined;
  }

  get #visibleTab(): Tab | undefined {
    return [...this.#tabs].find(tab => tab.surface.visible);
  }

  resolveWebviewView(surface: vscode.WebviewView): void {
    const connection = this.#options.page.open(surface.webview, {
      shows: () => this.#sessionOfView,
      onEntered: () => this.#enter(undefined),
    });
    const view = { surface, connection };
    this.#view = view;
    surface.onDidChangeVisibility(() => {
      if (!surface.visible) {
        if (!this.#keepsHidden) connection.left();
        return;
      }
      connection.send({ type: 'shown' });
      this.#shown.fire();
    });
    surface.onDidDispose(() => {
      connection.dispose();
      if (this.#view === view) this.#view = undefined;
    });
    this.badge(this.#waiting);
    this.#shown.fire();
  }

  /** Shows a session in a tab: in its own, where it has one. */
  openTab(sessionId: string | undefined): void {
    const surface = this.#tabOf(sessionId)?.surface;
    if (surface) surface.reveal();
    else
      this.#enter(
        this.#showIn(vscode.window.createWebviewPanel(viewIds.chatTab, 'Latch', vscode.ViewColumn.Active), sessionId),
      );
  }

  /** After a restart the editor restores a tab as an empty one, with what its page had kept. */
  async deserializeWebviewPanel(surface: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const sessionId = isObject(kept) ? asString(kept['sessionId']) : undefined;
    if (sessionId === undefined || (await this.#options.reopen(sessionId))) this.#showIn(surface, sessionId);
    else surface.dispose();
  }

  #showIn(surface: vscode.WebviewPanel, sessionId: string | undefined): Tab {
    surface.iconPath = this.#icon;
    const shown = { sessionId };
    const connection = this.#options.page.open(surface.webview, {
      shows: () => shown.sessionId,
      onEntered: () => this.#enter(tab),
    });
    surface.onDidChangeViewState(() => {
      if (!surface.visible) connection.left();
    });
    surface.onDidDispose(() => {
      connection.dispose();
      this.#tabs.delete(tab);
      if (this.#entered === tab) this.#enter(undefined);
    });
    const tab: Tab = { surface, connection, shown };
    this.#tabs.add(tab);
    this.named();
    return tab;
  }

  /** Brings the chat to where the person sees it. The page there answers, and no other: each may show another card. */
  async front(): Promise<ViewConnection | undefined> {
    const tab = this.#best;
    if (tab !== this.#entered) this.#enter(tab);
    if (tab) tab.surface.reveal();
    else await vscode.commands.executeCommand(`${viewIds.chat}.focus`);
    return (tab ?? this.#view)?.connection;
  }

  /** The place that the person came into last, while it is on screen; else one that is. */
  get #best(): Tab | undefined {
    const isSeen = this.#entered ? this.#entered.surface.visible : this.#view?.surface.visible;
    if (isSeen || this.#view?.surface.visible) return isSeen ? this.#entered : undefined;
    return this.#visibleTab ?? this.#entered;
  }

  /** A session that stands in a tab comes to the front there, whatever the person is looking at. */
  turnTo(sessionId: string): void {
    const tab = this.#tabOf(sessionId);
    if (!tab) return;
    tab.surface.reveal();
    this.#entered = tab;
  }

  /** The session in front is another one: the place where the person is shows it. A tab of one that has ended closes. */
  follow(sessions: OpenSessions): void {
    const isGone = (id: string | undefined): boolean => id === undefined || sessions.get(id) === undefined;
    for (const tab of this.#tabs) {
      const { sessionId } = tab.shown;
      if (sessionId !== undefined && isGone(sessionId)) tab.surface.dispose();
    }
    const active = sessions.active?.id;
    if (!this.#entered || isGone(this.#sessionOfView)) this.#sessionOfView = active;
    for (const tab of this.#tabs)
      if (tab === this.#entered || isGone(tab.shown.sessionId)) tab.shown.sessionId = active;
    this.named();
  }

  /** A session has another name. */
  named(): void {
    for (const {
      surface,
      shown: { sessionId },
    } of this.#tabs) {
      const title = (sessionId === undefined ? undefined : this.#options.titleOf(sessionId)) || 'Latch';
      if (surface.title !== title) surface.title = title;
    }
  }

  #tabOf(sessionId: string | undefined): Tab | undefined {
    return [...this.#tabs].find(tab => tab.shown.sessionId === sessionId);
  }

  #enter(tab: Tab | undefined): void {
    this.#entered = tab;
    this.#options.onEntered(tab ? tab.shown.sessionId : this.#sessionOfView);
  }

  /** Makes a sound, in one of them: all at once would be a noise. Without a page that runs there is none. */
  ring(): void {
    const view = this.#view?.surface.visible || this.#keepsHidden ? this.#view : undefined;
    (view ?? this.#visibleTab)?.connection.send({ type: 'sound' });
  }

  dispose(): void {
    this.#shown.dispose();
  }

  /** The number on the icon: how many calls wait for a person. */
  badge(waiting: number): void {
    this.#waiting = waiting;
    if (!this.#view) return;
    this.#view.surface.badge =
      waiting === 0 ? undefined : { value: waiting, tooltip: vscode.l10n.t('{0} waiting for your decision', waiting) };
  }
}
