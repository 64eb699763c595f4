import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { isElsewhere } from '../../session/openSession';
import type { LatchWindow } from '../window/window';
import { openTerminal } from './terminal';

/**
 * Goes on with a conversation in a terminal, when the person has read that nothing of Latch holds there. It ends here: two
 * that write one conversation would mix up what both say.
 */
export async function continueInTerminal(window: LatchWindow, sessionId: string): Promise<void> {
  const { sessions, journals, claude, workspace } = window;
  const open = sessions.get(sessionId);
  if (open && isElsewhere(open)) throw new Error(vscode.l10n.t('This session is open in another window.'));
  const entry = await journals.entryOf(sessionId);
  const cwd = entry !== undefined && existsSync(entry.cwd) ? entry.cwd : workspace;
  // One of another agent, and one in which nothing was said, it does not have.
  const conversation = await claude.find(cwd, entry?.cliSessionId ?? sessionId);
  if (!conversation)
    throw new Error(vscode.l10n.t('Claude Code has no such conversation that could go on in the terminal.'));
  if (!(await wantsIt(open?.view.title ?? conversation.title))) return;
  await sessions.end(sessionId);
  window.refresh();
  await openTerminal(['--resume', conversation.sessionId], cwd);
}

async function wantsIt(title: string): Promise<boolean> {
  const goOn = vscode.l10n.t('Go On There');
  const detail = vscode.l10n.t(
    'Claude Code asks there by itself: no card, no rule and no record of Latch holds in a terminal. The session ends here and can be opened again from the list.',
  );
  const question = vscode.l10n.t('Go on with “{0}” in the terminal?', title);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, goOn)) === goOn;
}
