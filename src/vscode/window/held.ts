import * as vscode from 'vscode';

/** The session that was here last is held by a window that does not answer: it is not lost, and can be had later. */
export async function offerAgain(title: string, again: () => Promise<boolean>): Promise<void> {
  const tryAgain = vscode.l10n.t('Try again');
  const isWanted = async (): Promise<boolean> =>
    tryAgain ===
    (await vscode.window.showWarningMessage(
      vscode.l10n.t('“{0}” is held by another window, which does not answer. Nothing of it is lost.', title),
      tryAgain,
    ));
  const waiting = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Asking the other window') };
  while (await isWanted()) if (await vscode.window.withProgress(waiting, again)) return;
}
