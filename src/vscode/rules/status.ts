import * as vscode from 'vscode';
import type { RulesState } from '../../core/protocol/updates';
import type { StoreProblem } from '../../core/ruleAdmin/storedRule';
import { sentence } from '../sentences';
import { modeName } from '../words';

const stepMs = 20_000;
/** A file that is being written is empty or torn for a moment: what asks meanwhile asks, and nobody is told of it. */
const lastsMs = 2000;

/** How much is asked, in the status bar: the mode, or that everything is trusted. And that a file of rules cannot be read. */
export class RuleStatus implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  #told = '';
  /** Draws the time that is left. */
  #timer: NodeJS.Timeout | undefined;
  #telling: NodeJS.Timeout | undefined;

  constructor() {
    this.#item = vscode.window.createStatusBarItem('latch.mode', vscode.StatusBarAlignment.Left, 9);
    this.#item.name = vscode.l10n.t('Latch: Permission Mode');
  }

  /** Without a mode there is no session, and nothing to say. */
  show({ trustAll, problems }: RulesState, mode: string | undefined): void {
    clearInterval(this.#timer);
    if (trustAll.length > 0) {
      this.#showTrust(trustAll);
      this.#timer = setInterval(() => this.#showTrust(trustAll), stepMs);
    } else if (mode !== undefined) this.#showMode(mode);
    else this.#item.hide();
    this.#tell(problems);
  }

  #showTrust(trustAll: RulesState['trustAll']): void {
    const ends = trustAll.map(({ until }) => until ?? Number.POSITIVE_INFINITY);
    const minutes = Math.ceil((Math.max(...ends) - Date.now()) / 60_000);
    const left = Number.isFinite(minutes) ? ` · ${vscode.l10n.t('{0} min left', Math.max(minutes, 0))}` : '';
    this.#item.text = `$(warning) ${vscode.l10n.t('Latch trusts everything')}${left}`;
    this.#item.tooltip = vscode.l10n.t('Nothing is asked. Click to be asked again.');
    this.#item.command = 'latch.endTrustAll';
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#item.show();
  }

  #showMode(mode: string): void {
    this.#item.text = `$(shield) ${modeName(mode)}`;
    this.#item.tooltip = vscode.l10n.t('Permission mode of the agent. Click to choose another.');
    this.#item.command = 'latch.chooseMode';
    this.#item.backgroundColor = undefined;
    this.#item.show();
  }

  #tell(problems: RulesState['problems']): void {
    const unread = problems.filter(({ code }) => code === 'broken' || code === 'newer' || code === 'unreadable');
    const all = unread.map(({ file, line, message }) => `${file}:${line} ${message.text}`).join('\n');
    if (all === this.#told) return;
    this.#told = all;
    const [first] = unread;
    clearTimeout(this.#telling);
    if (first) this.#telling = setTimeout(() => void tell(first), lastsMs);
  }

  dispose(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#telling);
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
