import * as vscode from 'vscode';
import type { RepositoryReview } from '../core/session/repository';
import { messageOf } from '../core/base/messageOf';
import * as config from './config';
import { Disposables } from './disposables';
import { type AcceptedContent, RepositoryTrust } from '../stores/repositoryTrust';

const key = 'latch.repository';
/** Changes come in bursts, for example with a checkout; they are read once things are quiet. */
const quietMs = 300;

/** The repository of this window. Nothing of a folder is read before it is trusted. */
export class Repository implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #log: vscode.LogOutputChannel;
  readonly #onReview: (review: RepositoryReview | undefined) => void;
  readonly #parts = new Disposables();
  #trust: RepositoryTrust | undefined;

  constructor(
    state: vscode.Memento,
    log: vscode.LogOutputChannel,
    onReview: (review: RepositoryReview | undefined) => void,
  ) {
    this.#state = state;
    this.#log = log;
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
    const trust = new RepositoryTrust({
      kept: {
        read: () => this.#state.get<AcceptedContent>(key),
        write: accepted =>
          void this.#state
            .update(key, accepted)
            .then(undefined, error => this.#log.warn(`What was accepted is not kept: ${messageOf(error)}`)),
      },
      folder,
      claudeFolder: config.claudeFolder,
      onChange: this.#onReview,
    });
    let timer: NodeJS.Timeout | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void trust.read(), quietMs);
    };
    this.#parts.add({ dispose: () => clearTimeout(timer) });
    for (const pattern of ['**/.claude/**', '.mcp.json', '.latch/rules.json'])
      this.#parts.add(watch(new vscode.RelativePattern(vscode.Uri.file(folder), pattern), later));
    void trust.read();
    return trust;
  }
}

function watch(pattern: vscode.RelativePattern, changed: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  watcher.onDidChange(changed);
  watcher.onDidCreate(changed);
  watcher.onDidDelete(changed);
  return watcher;
}
