import * as vscode from 'vscode';

/** A tree that the editor may ask before the part is loaded that knows its rows. */
export class LaterTree<Row> implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  readonly #tree: Promise<vscode.TreeDataProvider<Row>>;
  readonly #changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changes.event;

  constructor(tree: Promise<vscode.TreeDataProvider<Row>>) {
    this.#tree = tree;
    // Whoever loads the part tells why it cannot be loaded.
    void tree.then(it => it.onDidChangeTreeData?.(() => this.#changes.fire())).catch(() => undefined);
  }

  async getChildren(row?: Row): Promise<Row[]> {
    const tree = await this.#tree;
    return (await tree.getChildren(row)) ?? [];
  }

  async getTreeItem(row: Row): Promise<vscode.TreeItem> {
    const tree = await this.#tree;
    return tree.getTreeItem(row);
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
