import * as vscode from 'vscode';
import { agentName } from '../../core/session/agentName';
import { newSession } from '../window/sessions';
import type { LatchWindow } from '../window/window';

interface TimeItem extends vscode.QuickPickItem {
  readonly minutes: number | undefined;
}

/** What has to be typed, in every language: it is to be done on purpose and not by a stray key. */
const typed = 'trust all';

/** Stops asking in the active session, for a while or until it ends. */
export async function trustAll(window: LatchWindow): Promise<void> {
  const session = window.sessions.active ?? (await newSession(window));
  const title = vscode.l10n.t('Trust Everything in This Session');
  const times: readonly TimeItem[] = [
    { minutes: 15, label: vscode.l10n.t('For 15 minutes') },
    { minutes: 60, label: vscode.l10n.t('For an hour') },
    { minutes: undefined, label: vscode.l10n.t('Until the session ends') },
  ];
  const time = await vscode.window.showQuickPick(times, { title });
  if (!time) return;
  const said = await vscode.window.showInputBox({
    ignoreFocusOut: true,
    title,
    prompt: vscode.l10n.t(
      '{0} will run commands and change files without asking. Deny rules, protected files and questions are not affected. Type "{1}" to go on.',
      agentName(session.view.agent),
      typed,
    ),
    validateInput: text => (text === typed ? undefined : vscode.l10n.t('Type "{0}" to go on.', typed)),
  });
  if (said !== typed) return;
  const ms = time.minutes === undefined ? undefined : time.minutes * 60_000;
  window.rules.trustAll.begin(session.id, Date.now(), ms);
}

export function endTrustAll({ rules }: LatchWindow): void {
  for (const { sessionId } of rules.trustAll.sessions) rules.trustAll.end(sessionId);
}
