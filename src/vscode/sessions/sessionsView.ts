import * as vscode from 'vscode';
import type { LatchWindow } from '../window/window';
import { dotOf, stateText, titleOf } from '../words';

interface Row {
  readonly sessionId: string;
  readonly title: string;
  readonly description: string;
  readonly icon: vscode.ThemeIcon;
}

/** The sessions of this window with their states, and the earlier ones of this folder. */
export class SessionsView implements vscode.TreeDataProvider<Row> {
  static readonly viewId = 'latch.sessions';
  readonly #window: LatchWindow;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changes.event;

  constructor(window: LatchWindow) {
    this.#window = window;
  }

  changed(): void {
    this.#changes.fire();
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (row) return [];
    const { sessions } = this.#window;
    const past = await sessions.past();
    return [
      ...sessions.all.map(session => ({
        sessionId: session.id,
        title: titleOf(session),
        description: stateText(session.view.status),
        icon: dotOf(session.view.status),
      })),
      ...past.map(entry => ({
        sessionId: entry.sessionId,
        title: entry.title,
        description: entry.newer
          ? vscode.l10n.t('made by a newer version of Latch')
          : new Date(entry.changedAt).toLocaleString(vscode.env.language),
        icon: new vscode.ThemeIcon(entry.newer ? 'lock' : 'history'),
      })),
    ];
  }

  getTreeItem({ sessionId, title, description, icon }: Row): vscode.TreeItem {
    const item = new vscode.TreeItem(title);
    item.id = sessionId;
    item.description = description;
    item.iconPath = icon;
    item.command = { command: 'latch.openSession', title: vscode.l10n.t('Open'), arguments: [sessionId] };
    return item;
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
