import * as vscode from 'vscode';

export async function offerReload(): Promise<void> {
  const reload = vscode.l10n.t('Reload Window');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t('The editor has not told which folders this workspace has. If it has some, reload the window.'),
    reload,
  );
  if (chosen === reload) await vscode.commands.executeCommand('workbench.action.reloadWindow');
}
