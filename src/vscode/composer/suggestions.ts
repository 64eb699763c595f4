import { isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { Judge } from '../../core/call/judgement';
import { mentionOf, type Suggestion } from '../../core/message/suggestion';
import { FileIndex } from '../../stores/fileIndex';
import { GitFacts } from '../../stores/gitFacts';
import { isInside } from '../../stores/isInside';
import * as config from '../config';
import { pathIn } from './paths';

interface SuggestionsOptions {
  readonly workspace: string;
  readonly judge: Judge;
  readonly pastSessions: () => Promise<readonly { readonly sessionId: string; readonly title: string }[]>;
}

const most = 20;
const mostOfOthers = 5;

/** What a message can mention: files and folders, what is open, symbols, problems, the terminal, earlier sessions. */
export class Suggestions implements vscode.Disposable {
  readonly #options: SuggestionsOptions;
  readonly #index: FileIndex;
  readonly #watcher: vscode.FileSystemWatcher;
  readonly #folders: vscode.Disposable;

  constructor(options: SuggestionsOptions) {
    this.#options = options;
    const { workspace } = options;
    const git = new GitFacts(process.env);
    const filesOf = async (root: string): Promise<readonly string[]> => {
      const files = (await git.files(root)) ?? (await foundFiles(root));
      // Claude looks for a path in the folder of the session, so that those of other folders are named whole.
      return root === workspace ? files : files.map(file => `${root.replaceAll('\\', '/')}/${file}`);
    };
    const list = async (): Promise<readonly string[]> => (await Promise.all(roots(workspace).map(filesOf))).flat();
    this.#index = new FileIndex({ list, now: Date.now });
    this.#folders = vscode.workspace.onDidChangeWorkspaceFolders(() => this.#index.changed());
    this.#watcher = vscode.workspace.createFileSystemWatcher('**/*', false, true, false);
    this.#watcher.onDidCreate(() => this.#index.changed());
    this.#watcher.onDidDelete(() => this.#index.changed());
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#folders.dispose();
  }

  async find(query: string): Promise<readonly Suggestion[]> {
    if (query.startsWith('#')) return this.#symbols(query.slice(1));
    const [paths, others] = await Promise.all([this.#index.find(query, most), this.#others(query)]);
    const files = paths
      .filter(path => !isAbsolute(path) || isIn(roots(this.#options.workspace), path))
      .flatMap(path => this.#file(path, path.endsWith('/') ? 'folder' : 'file'));
    const open = query === '' ? this.#openEditors() : [];
    const known = new Set(open.map(({ label }) => label));
    return [...open, ...others, ...files.filter(({ label }) => !known.has(label))].slice(0, most);
  }

  #openEditors(): readonly Suggestion[] {
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
    const paths = uris.filter(uri => uri.scheme === 'file').map(uri => pathIn(this.#options.workspace, uri));
    return [...new Set(paths)].slice(0, mostOfOthers).flatMap(path => this.#file(path, 'editor'));
  }

  async #symbols(query: string): Promise<readonly Suggestion[]> {
    const command = 'vscode.executeWorkspaceSymbolProvider';
    const symbols = await vscode.commands.executeCommand<readonly vscode.SymbolInformation[]>(command, query);
    return symbols.slice(0, most).flatMap(({ name, location: { uri, range } }) => {
      const path = pathIn(this.#options.workspace, uri);
      const insert = mentionOf(path, [range.start.line + 1, range.end.line + 1]);
      return insert === undefined
        ? []
        : [{ kind: 'symbol', label: name, detail: path, insert, ...this.#verdict(path) }];
    });
  }

  /** What is no file goes along as a text of its own. */
  async #others(query: string): Promise<readonly Suggestion[]> {
    const isMeant = (name: string): boolean => name.toLowerCase().includes(query.toLowerCase());
    const problems = vscode.languages.getDiagnostics().some(([, all]) => all.length > 0) && isMeant('problems');
    const terminal = vscode.window.activeTerminal !== undefined && isMeant('terminal');
    const sessions = query === '' ? [] : (await this.#options.pastSessions()).filter(({ title }) => isMeant(title));
    return [
      ...(problems ? [{ kind: 'problems', label: vscode.l10n.t('Problems'), id: '' } as const] : []),
      ...(terminal ? [{ kind: 'terminal', label: vscode.l10n.t('Terminal selection'), id: '' } as const] : []),
      ...sessions
        .slice(0, mostOfOthers)
        .map(({ sessionId, title }) => ({ kind: 'session', label: title, id: sessionId }) as const),
    ];
  }

  #file(path: string, kind: 'file' | 'folder' | 'editor'): readonly Suggestion[] {
    const insert = mentionOf(path);
    return insert === undefined ? [] : [{ kind, label: path, insert, ...this.#verdict(path) }];
  }

  /** Whether it would be asked about, before it is chosen. */
  #verdict(path: string): Pick<Suggestion, 'verdict' | 'reason'> {
    const { judge, workspace: cwd } = this.#options;
    const { verdict, because } = judge({ tool: 'Read', input: { file_path: resolve(cwd, path) }, cwd });
    if (verdict.decision !== 'ask' && verdict.decision !== 'deny') return {};
    const reason = because[0]?.reason;
    return { verdict: verdict.decision, ...(reason ? { reason } : {}) };
  }
}

/** The folder of the session first. */
function roots(workspace: string): readonly string[] {
  // Without a folder there is none to look in.
  return config.cwd() === undefined ? [] : [...new Set([workspace, ...config.folders()])];
}

/** The folders above those of the workspace are none of its own. */
function isIn(folders: readonly string[], path: string): boolean {
  return folders.some(folder => isInside(path, folder));
}

async function foundFiles(workspace: string): Promise<readonly string[]> {
  const pattern = new vscode.RelativePattern(workspace, '**/*');
  const uris = await vscode.workspace.findFiles(pattern, '**/node_modules/**', 500_000);
  return uris.map(uri => pathIn(workspace, uri));
}
