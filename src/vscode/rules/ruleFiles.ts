import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RulesClient, startRulesClient } from '../../languageServer/client/client';
import { claudeFolder, showsRuleHints } from '../config';
import type { RuleParts } from './parts';

interface Client {
  readonly startRulesClient: typeof startRulesClient;
}

interface RuleFilesOptions {
  readonly rules: Pick<RuleParts, 'written' | 'judge'>;
  /** Calls came, or were decided. */
  readonly onCalls: vscode.Event<void>;
  readonly log: vscode.LogOutputChannel;
  readonly extensionUri: vscode.Uri;
  readonly storage: vscode.Uri;
}

const quietMs = 1000;

/** Waits for the first file of rules to be opened, and only then loads and starts what helps to write it. */
export class RuleFiles implements vscode.Disposable {
  readonly #options: RuleFilesOptions;
  readonly #patterns: readonly string[];
  readonly #parts: vscode.Disposable[];
  #client: RulesClient | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RuleFilesOptions) {
    this.#options = options;
    this.#patterns = [
      '**/.latch/rules.json',
      `${vscode.Uri.joinPath(options.storage, 'rules').path}/*.json`,
      '**/.claude/{settings,settings.local}.json',
      `${vscode.Uri.file(claudeFolder()).path}/settings.json`,
      '**/{ClaudeCode,claude-code}/managed-settings.json',
    ];
    this.#parts = [
      vscode.workspace.onDidOpenTextDocument(document => this.#look(document)),
      vscode.window.onDidChangeActiveTextEditor(editor => {
        if (editor && this.#isRuleFile(editor.document)) this.#client?.tell();
      }),
      options.onCalls(() => this.#called()),
    ];
    for (const document of vscode.workspace.textDocuments) this.#look(document);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#client?.dispose();
    for (const part of this.#parts) part.dispose();
  }

  #look(document: vscode.TextDocument): void {
    if (this.#client || !this.#isRuleFile(document)) return;
    const { extensionUri, log, rules } = this.#options;
    const dist = vscode.Uri.joinPath(extensionUri, 'dist').fsPath;
    const client: Client = createRequire(__filename)(join(dist, 'rulesClient.js'));
    this.#client = client.startRulesClient({
      module: join(dist, 'rulesServer.js'),
      patterns: this.#patterns,
      log,
      claudeFolder,
      ownFile: rules.judge.scopes.contents(undefined).find(({ scope }) => scope === 'workspace')?.file,
      history: () => rules.written.history(),
      showsHints: showsRuleHints,
    });
  }

  /** What stands above a rule in sight follows the calls, once they are quiet: they come in bursts. */
  #called(): void {
    if (!this.#client || !vscode.window.visibleTextEditors.some(({ document }) => this.#isRuleFile(document))) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#client?.tell();
    }, quietMs);
  }

  #isRuleFile(document: vscode.TextDocument): boolean {
    return this.#patterns.some(pattern => vscode.languages.match({ scheme: 'file', pattern }, document) > 0);
  }
}
