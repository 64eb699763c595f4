import type * as vscode from 'vscode';
import type { WebviewPage } from '../webview/page';
import { Attention, type AttentionOptions } from './attention';
import { Sidebar } from './sidebar';

export interface ChatOptions extends Pick<AttentionOptions, 'review' | 'onWaiting' | 'confirm' | 'log'> {
  readonly page: WebviewPage;
  readonly extensionUri: vscode.Uri;
}

/** The chat of this window: where it is on screen, and how a person learns that something waits in it. */
export class Chat implements vscode.Disposable {
  readonly sidebar: Sidebar;
  readonly attention: Attention;

  constructor({ page, extensionUri, onWaiting, ...options }: ChatOptions) {
    const sidebar = new Sidebar(page, extensionUri);
    const attention = new Attention({
      ...options,
      isVisible: () => sidebar.visible,
      ring: () => sidebar.ring(),
      onWaiting(count) {
        sidebar.badge(count);
        onWaiting(count);
      },
    });
    sidebar.onShown(() => attention.shown());
    this.sidebar = sidebar;
    this.attention = attention;
  }

  dispose(): void {
    this.sidebar.dispose();
    this.attention.dispose();
  }
}
