import * as vscode from 'vscode';
import { messagesOf } from '../../session/fork';
import type { OpenSession } from '../../session/openSession';
import { compose } from './compose';
import { forkBefore } from './sessions';
import type { LatchWindow } from './window';

/** Goes on from before a message in a session of its own, where the message stands to be changed and sent. */
export async function forkAt(window: LatchWindow, session: OpenSession, messageId: string): Promise<void> {
  const message = (await messagesOf(session)).find(({ id }) => id === messageId);
  if (!message) throw new Error(vscode.l10n.t('There is no such message.'));
  const fork = vscode.l10n.t('Go On from Here');
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t('Go on from before this message, in a session of its own?'),
    {
      modal: true,
      detail: vscode.l10n.t(
        'This session stays as it is. Files stay as they are now, too: nothing that Claude changed since then is taken back. An edit can be taken back in the Activity view.',
      ),
    },
    fork,
  );
  if (chosen !== fork) return;
  await forkBefore(window, session, messageId);
  await compose(window, message.text);
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
