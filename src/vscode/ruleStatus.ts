import * as vscode from 'vscode';
import type { RulesState } from '../core/rpc';
import type { StoreProblem } from '../core/storedRule';
import { sentence } from './sentences';

/** What must not be overlooked of the rules: that everything is trusted, and that a file of rules cannot be read. */
export class RuleStatus implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  #told = '';

  constructor() {
    this.#item = vscode.window.createStatusBarItem('latch.trustAll', vscode.StatusBarAlignment.Left, 1);
    this.#item.name = vscode.l10n.t('Latch: Trusting Everything');
    this.#item.text = `$(warning) ${vscode.l10n.t('Latch trusts everything')}`;
    this.#item.tooltip = vscode.l10n.t('Claude runs without asking. Click to be asked again.');
    this.#item.command = 'latch.endTrustAll';
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  }

  show({ trustAll, problems }: RulesState): void {
    if (trustAll.length > 0) this.#item.show();
    else this.#item.hide();
    const unread = problems.filter(({ code }) => code === 'broken' || code === 'newer');
    const all = unread.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n');
    if (all === this.#told) return;
    this.#told = all;
    const [first] = unread;
    if (first) void tell(first);
  }

  dispose(): void {
    this.#item.dispose();
  }
}

async function tell({ file, line = 1, message }: StoreProblem): Promise<void> {
  const open = vscode.l10n.t('Open the File');
  const text = vscode.l10n.t(
    'These rules cannot be read, so every call asks: {0}, line {1}: {2}',
    file ?? '',
    line,
    sentence(message),
  );
  const chosen = await vscode.window.showWarningMessage(text, ...(file === undefined ? [] : [open]));
  if (chosen !== open || file === undefined) return;
  const at = new vscode.Position(Math.max(line - 1, 0), 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
}
