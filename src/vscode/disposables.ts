import type * as vscode from 'vscode';

/** Parts that end together, in the order in which they came. One that comes after the end is ended at once. */
export class Disposables implements vscode.Disposable {
  readonly #parts: vscode.Disposable[] = [];
  #ended = false;

  add<T extends vscode.Disposable>(part: T): T {
    if (this.#ended) part.dispose();
    else this.#parts.push(part);
    return part;
  }

  dispose(): void {
    this.#ended = true;
    for (const part of this.#parts.splice(0)) part.dispose();
  }
}
