import * as vscode from 'vscode';
import { isElsewhere, type OpenSession } from '../../session/openSession';
import type { Session } from '../../session/session';

/** A dialog is no list; what is not named in it is counted. */
const mostNamed = 15;

/** Only the window that runs Claude Code can have it put files back; other agents keep none. */
export function canPutBack(session: OpenSession): session is Session {
  return !isElsewhere(session) && session.view.agent === undefined;
}

/** Puts files back to what they were before a message, when the person has seen which and has said so. */
export async function putFilesBack(session: Session, messageId: string): Promise<void> {
  await session.prepare();
  const { files, insertions, deletions } = await session.filesBefore.look(messageId);
  if (files.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t('No edit of Claude has changed a file since then.'));
    return;
  }
  const named = files.slice(0, mostNamed).map(file => vscode.workspace.asRelativePath(file));
  if (files.length > mostNamed) named.push(vscode.l10n.t('and {0} more', files.length - mostNamed));
  const detail = [
    named.join('\n'),
    vscode.l10n.t('Lines that come back or go: +{0} −{1}', insertions, deletions),
    vscode.l10n.t(
      'What commands and you yourself have changed in these files since then is lost too; what commands did to other files stays. Claude is not told of it.',
    ),
  ].join('\n\n');
  const put = vscode.l10n.t('Put Back');
  const question = vscode.l10n.t('Put these files back to what they were before this message?');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, put)) !== put) return;
  await session.filesBefore.putBack(messageId, files.length);
}
