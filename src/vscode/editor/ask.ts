import * as vscode from 'vscode';
import { linesOf, mentionIn, mostMentioned } from '../composer/paths';
import { compose } from '../window/compose';
import type { LatchWindow } from '../window/window';
import type { Problem } from './fix';

export const focusComposer = (window: LatchWindow): Promise<void> => compose(window, '');

/** Mentions what is selected: lines in the editor, files in the Explorer or among the changes. */
export async function askAboutThis(window: LatchWindow, files: readonly vscode.Uri[]): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const mentions =
    files.length > 0
      ? [...new Set(files.map(uri => mentionIn(window, uri)))].slice(0, mostMentioned)
      : editor
        ? [mentionIn(window, editor.document.uri, editor.selection.isEmpty ? undefined : linesOf(editor.selection))]
        : [];
  if (mentions.length === 0) throw new Error(vscode.l10n.t('Open a file or select one first.'));
  await compose(window, `${mentions.join(' ')} `);
}

/** What is selected in the terminal goes along as text: it lies in no file. */
export async function askAboutTerminal(window: LatchWindow): Promise<void> {
  const before = await vscode.env.clipboard.readText();
  // What is selected may be what was copied last.
  await vscode.env.clipboard.writeText('');
  await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
  const text = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText(before);
  if (text.trim() === '') throw new Error(vscode.l10n.t('Select text in the terminal first.'));
  await compose(window, `${vscode.l10n.t('The terminal says:')}\n\`\`\`\n${text.trimEnd()}\n\`\`\`\n`);
}

/** A problem that the editor shows, as a message to be sent. */
export async function fixProblem(window: LatchWindow, { uri, line, message }: Problem): Promise<void> {
  const where = mentionIn(window, uri, [line, line]);
  await compose(window, vscode.l10n.t('Fix this problem in {0}: {1}', where, message));
}
