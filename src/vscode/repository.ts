import * as vscode from 'vscode';
import type { RepositoryReview } from '../core/session/repository';
import * as config from './config';
import { Disposables } from './disposables';
import { RepositoryTrust } from './repositoryTrust';

/** The repository of this window. Nothing of a folder is read before it is trusted. */
export class Repository implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #onReview: (review: RepositoryReview | undefined) => void;
  readonly #parts = new Disposables();
  #trust: RepositoryTrust | undefined;

  constructor(state: vscode.Memento, onReview: (review: RepositoryReview | undefined) => void) {
    this.#state = state;
    this.#onReview = onReview;
  }

  /** What the agent may take from it; undefined without a trusted folder. */
  get trust(): RepositoryTrust | undefined {
    const folder = config.cwd();
    if (folder === undefined || !vscode.workspace.isTrusted) return undefined;
    this.#trust ??= this.#begin(folder);
    return this.#trust;
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #begin(folder: string): RepositoryTrust {
    const trust = this.#parts.add(new RepositoryTrust(this.#state, folder, this.#onReview));
    void trust.read();
    return trust;
  }
}
