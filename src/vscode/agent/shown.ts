import * as vscode from 'vscode';
import { type OpenSession, isElsewhere } from '../../session/openSession';
import type { Session } from '../../session/session';
import { newSession } from '../window/sessions';
import type { LatchWindow } from '../window/window';

/** The session that is shown, or a new one, once its agent has said what it has. */
export async function preparedSession(window: LatchWindow): Promise<OpenSession> {
  const session = window.sessions.active ?? (await newSession(window));
  if (!isElsewhere(session)) await session.prepare();
  return session;
}

/** The same where only the window can do it that runs the agent. */
async function ownSession(window: LatchWindow): Promise<Session> {
  const session = await preparedSession(window);
  if (isElsewhere(session))
    throw new Error(vscode.l10n.t('This session runs in another window. Take it over first, or do it there.'));
  return session;
}

/** The same for what only Claude Code can tell or do. */
export async function claudeSession(window: LatchWindow): Promise<Session> {
  const { agent } = window.sessions.active?.view ?? {};
  if (agent !== undefined)
    throw new Error(vscode.l10n.t('Only Claude Code has this. The session in front is with {0}.', agent));
  return ownSession(window);
}

/** A line that divides the others. */
export function separator(label: string): vscode.QuickPickItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** A line of a list that does something when it is chosen. */
export interface Doing extends vscode.QuickPickItem {
  readonly act?: (() => unknown) | undefined;
}

/** Lets a person choose what is to be done, and does it. */
export async function chooseDoing(title: string, items: readonly Doing[]): Promise<void> {
  const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  await chosen?.act?.();
}
