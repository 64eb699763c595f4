import * as vscode from 'vscode';
import type { HandlersUnder } from '../../core/protocol/requests';
import type { LatchWindow } from '../window/window';

/** What a person does with what the repository brings. */
export function repositoryHandlersOf(window: LatchWindow): HandlersUnder<'repository'> {
  return {
    async 'repository/choose'({ hash, choice }) {
      if (!(await window.repository.trust?.choose(hash, choice)))
        throw new Error(vscode.l10n.t('The repository has changed in the meantime. Look at it again.'));
      for (const session of window.sessions.all) if (session.canRestart) await session.restart();
      return {};
    },
    async 'repository/open'({ file, line = 1 }) {
      const path = window.repository.trust?.pathOf(file);
      if (path === undefined) throw new Error(vscode.l10n.t('There is no such file in the review.'));
      const at = new vscode.Position(line - 1, 0);
      await vscode.window.showTextDocument(vscode.Uri.file(path), { selection: new vscode.Range(at, at) });
      return {};
    },
  };
}
