import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Card } from '../core/card';
import { fileChange } from '../core/edits';

/** The change that a card proposes, in the editor's own diff view. Both sides are read-only: the file is as it was. */
export class Diffs implements vscode.TextDocumentContentProvider {
  static readonly scheme = 'latch-diff';
  readonly #texts = new Map<string, string>();

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  async open(card: Card): Promise<void> {
    const { file } = card;
    const change = fileChange(card.tool, card.input, file?.tooLarge ? undefined : file?.before);
    const [first] = change?.changes ?? [];
    if (!change || !first) throw new Error(vscode.l10n.t('This call proposes no change that could be shown.'));
    const path = file?.path ?? 'change';
    const before = change.changes.map(each => each.before).join('\n…\n');
    const after = change.changes.map(each => each.after).join('\n…\n');
    const title = vscode.l10n.t('{0}: proposed by Claude', basename(path));
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#uri(card, path, 'before', before),
      this.#uri(card, path, 'after', after),
      title,
      { preview: true },
    );
  }

  #uri(card: Card, path: string, side: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: Diffs.scheme, path, query: `${card.toolCallId}:${card.revision}:${side}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}
