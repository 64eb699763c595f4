import * as vscode from 'vscode';
import type { Attachment } from '../../core/message/message';
import { messagesOf } from '../../session/fork';
import type { OpenSession } from '../../session/openSession';
import { compose } from './compose';
import { canPutBack, putFilesBack } from './filesBack';
import { forkBefore } from './sessions';
import type { LatchWindow } from './window';

/** Goes on from before a message in a session of its own, where the message stands to be changed and sent. */
export async function forkAt(window: LatchWindow, session: OpenSession, messageId: string): Promise<void> {
  const message = (await messagesOf(session)).find(({ id }) => id === messageId);
  if (!message) throw new Error(vscode.l10n.t('There is no such message.'));
  const fork = vscode.l10n.t('Go On from Here');
  const files = vscode.l10n.t('Put Files Back…');
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t('Go on from before this message, in a session of its own?'),
    {
      modal: true,
      detail: vscode.l10n.t(
        'This session stays as it is. Files stay as they are now, too: nothing that was changed since then is taken back. An edit can be taken back in the Activity view.',
      ),
    },
    fork,
    ...(canPutBack(session) ? [files] : []),
  );
  if (chosen === files && canPutBack(session)) await putFilesBack(session, messageId);
  if (chosen !== fork) return;
  const attached = await attachedTo(window, session, messageId);
  await forkBefore(window, session, messageId);
  await compose(window, message.text, attached);
}

/** What went along with it, which the record names and Claude Code has kept. */
async function attachedTo(
  { journals, claude, log }: LatchWindow,
  session: OpenSession,
  messageId: string,
): Promise<readonly Attachment[]> {
  const entry = await journals.entryOf(session.id);
  if (!entry) return [];
  return claude.attached(entry.cwd, entry.cliSessionId, messageId).catch((error: unknown) => {
    log.warn(`the files of a message: ${String(error)}`);
    return [];
  });
}

/** Where Claude Code would rewind: the messages of the person, the last one first, to go on from before one of them. */
export async function forkAtEarlier(window: LatchWindow, session: OpenSession): Promise<void> {
  const said = (await messagesOf(session)).map(({ id, text }) => ({
    id,
    label: text.replaceAll(/\s+/g, ' ').slice(0, 200),
  }));
  const chosen = await vscode.window.showQuickPick(said.toReversed(), {
    title: vscode.l10n.t('Go On from an Earlier Message'),
    placeHolder: vscode.l10n.t('The conversation before it goes along into a session of its own.'),
  });
  if (chosen) await forkAt(window, session, chosen.id);
}
