import * as vscode from 'vscode';
import type { Card } from '../../core/card/card';
import type { OpenSession } from '../../session/openSession';
import * as config from '../config';
import type { LatchWindow } from './window';

/** The session of a message: the one that is named, the active one, or a new one. */
export async function sessionFor(window: LatchWindow, sessionId: string | undefined): Promise<OpenSession> {
  if (sessionId !== undefined) return existingSession(window, sessionId);
  return window.sessions.active ?? newSession(window);
}

/** Nothing is started in a folder that is not trusted, and nothing without a folder. */
export async function newSession(window: LatchWindow): Promise<OpenSession> {
  if (!vscode.workspace.isTrusted)
    throw new Error(vscode.l10n.t('This folder is not trusted, so no agent is started in it.'));
  if (config.cwd() === undefined) throw new Error(vscode.l10n.t('Open a folder first: the agent works in it.'));
  const session = await window.sessions.create();
  window.refresh();
  return session;
}

export async function openSession(window: LatchWindow, sessionId: string): Promise<void> {
  const session = await window.sessions.open(sessionId);
  if (!session) await vscode.window.showWarningMessage(vscode.l10n.t('This session is open in another window.'));
  window.refresh();
}

export function existingSession(window: LatchWindow, sessionId: string): OpenSession {
  const session = window.sessions.get(sessionId);
  if (!session) throw new Error(vscode.l10n.t('There is no such session.'));
  return session;
}

export function existingCard(window: LatchWindow, sessionId: string, toolCallId: string): Card {
  const card = existingSession(window, sessionId).card(toolCallId);
  if (!card) throw new Error(vscode.l10n.t('There is no such call.'));
  return card;
}
