import * as vscode from 'vscode';
import type { LatchWindow } from '../window/window';
import { byDay, type SessionRow, sessionRows } from './rows';

interface Day {
  readonly kind: 'day';
  readonly label: string;
  readonly rows: readonly SessionRow[];
}

type Row = Day | SessionRow;

/** The sessions of this window and of others with their states, and the earlier ones of this folder by their days. */
export class SessionsView implements vscode.TreeDataProvider<Row> {
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
    if (row) return row.kind === 'day' ? [...row.rows] : [];
    const days = byDay(await sessionRows(this.#window), new Date());
    // One day needs no name.
    if (days.length === 1) return days.flatMap(day => day.rows);
    return days.map(({ label, rows }) => ({ kind: 'day', label, rows }));
  }

  getTreeItem(row: Row): vscode.TreeItem {
    if (row.kind === 'day') return new vscode.TreeItem(row.label, vscode.TreeItemCollapsibleState.Expanded);
    const { sessionId, title, description, icon, place } = row;
    const item = new vscode.TreeItem(title);
    item.id = sessionId;
    item.description = description;
    item.iconPath = icon;
    item.contextValue = place;
    item.command = { command: 'latch.openSession', title: vscode.l10n.t('Open'), arguments: [sessionId] };
    return item;
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
