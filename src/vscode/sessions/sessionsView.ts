import * as vscode from 'vscode';
import type { LatchWindow } from '../window/window';
import { dotOf, elsewhereText, stateText, titleOf } from '../words';

interface Row {
  readonly sessionId: string;
  readonly title: string;
  readonly description: string;
  readonly icon: vscode.ThemeIcon;
  /** It runs in another window. */
  readonly elsewhere: boolean;
}

/** The sessions of this window and of others with their states, and the earlier ones of this folder. */
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
    const [past, elsewhere] = await Promise.all([sessions.past(), sessions.elsewhere()]);
    return [
      ...sessions.all.map(session => ({
        sessionId: session.id,
        title: titleOf(session),
        description: (session.view.elsewhere ? elsewhereText : stateText)(session.view.status),
        icon: dotOf(session.view.status),
        elsewhere: session.view.elsewhere === true,
      })),
      ...past.map(({ sessionId, title, changedAt, newer }) => {
        const state = elsewhere.get(sessionId);
        if (newer)
          return {
            sessionId,
            title,
            description: vscode.l10n.t('made by a newer version of Latch'),
            icon: new vscode.ThemeIcon('lock'),
            elsewhere: false,
          };
        return {
          sessionId,
          title,
          description: state ? elsewhereText({ state }) : new Date(changedAt).toLocaleString(vscode.env.language),
          icon: state ? dotOf({ state }) : new vscode.ThemeIcon('history'),
          elsewhere: state !== undefined,
        };
      }),
    ];
  }

  getTreeItem({ sessionId, title, description, icon, elsewhere }: Row): vscode.TreeItem {
    const item = new vscode.TreeItem(title);
    item.id = sessionId;
    item.description = description;
    item.iconPath = icon;
    if (elsewhere) item.contextValue = 'elsewhere';
    item.command = { command: 'latch.openSession', title: vscode.l10n.t('Open'), arguments: [sessionId] };
    return item;
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
