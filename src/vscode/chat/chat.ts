import type * as vscode from 'vscode';
import type { WebviewPage } from '../webview/page';
import { Attention, type AttentionOptions } from './attention';
import { PaintWatch, type PaintWatchOptions } from './paintWatch';
import { Sidebar } from './sidebar';

interface ChatOptions extends Pick<AttentionOptions, 'review' | 'onWaiting'>, Omit<PaintWatchOptions, 'isVisible'> {
  readonly page: WebviewPage;
  readonly extensionUri: vscode.Uri;
}

/** The chat of this window: where it is on screen, and how a person learns that something waits in it. */
export class Chat implements vscode.Disposable {
  readonly sidebar: Sidebar;
  readonly paint: PaintWatch;
  readonly attention: Attention;

  constructor({ page, extensionUri, review, onWaiting, confirm, log }: ChatOptions) {
    const sidebar = new Sidebar(page, extensionUri);
    const isVisible = (): boolean => sidebar.visible;
    const paint = new PaintWatch({ isVisible, confirm, log });
    sidebar.onShown(() => paint.shown());
    this.sidebar = sidebar;
    this.paint = paint;
    this.attention = new Attention({
      isVisible,
      review,
      paint,
      ring: () => sidebar.ring(),
      onWaiting(count) {
        sidebar.badge(count);
        onWaiting(count);
      },
    });
  }

  dispose(): void {
    this.sidebar.dispose();
    this.paint.dispose();
    this.attention.dispose();
  }
}
