import * as vscode from 'vscode';
import type { Card } from '../../core/card/card';
import type { ForkPoint } from '../../session/fork';
import type { OpenSession } from '../../session/openSession';
import * as config from '../config';
import { unlessCalledOff } from '../../stores/waiting';
import type { LatchWindow } from './window';

/** So long after it was written last a conversation may still be under way elsewhere. */
const stillUsedMs = 30_000;

/** The session of a message: the one that is named, the active one, or a new one. */
export async function sessionFor(window: LatchWindow, sessionId: string | undefined): Promise<OpenSession> {
  if (sessionId !== undefined) return existingSession(window, sessionId);
  return window.sessions.active ?? newSession(window);
}

/** Nothing is started in a folder that is not trusted, and nothing without a folder. */
export async function newSession(window: LatchWindow, agent?: string): Promise<OpenSession> {
  if (!vscode.workspace.isTrusted)
    throw new Error(vscode.l10n.t('This folder is not trusted, so no agent is started in it.'));
  if (config.cwd() === undefined) throw new Error(vscode.l10n.t('Open a folder first: the agent works in it.'));
  const session = await window.sessions.create(agent);
  window.refresh();
  return session;
}

export async function openSession(window: LatchWindow, sessionId: string): Promise<void> {
  if (!window.sessions.get(sessionId) && !(await adopted(window, sessionId))) return;
  const opened = await unlessCalledOff(window.sessions.open(sessionId).then(session => ({ session })));
  if (!opened) return;
  const { session } = opened;
  if (session) window.chat.places.turnTo(sessionId);
  else await vscode.window.showWarningMessage(vscode.l10n.t('This session is open in another window.'));
  window.refresh();
}

/** Shows a session in an editor tab of its own; without one, a chat that begins one. */
export async function openInTab(window: LatchWindow, sessionId: string | undefined): Promise<void> {
  const isThere =
    sessionId === undefined ||
    window.sessions.get(sessionId) !== undefined ||
    ((await adopted(window, sessionId)) && (await window.sessions.reopen(sessionId)) !== undefined);
  if (isThere) window.chat.places.openTab(sessionId);
}

/** Goes on in a session of its own, from before a message of the person or from the end. */
export async function forkBefore(window: LatchWindow, from: OpenSession, before?: string): Promise<void> {
  const point = before === undefined ? undefined : await forkPoint(window, from, before);
  await window.sessions.fork(from, point);
  window.refresh();
}

/** What Claude Code itself no longer has, as after a compaction, it could not go on from. */
async function forkPoint({ journals, claude }: LatchWindow, from: OpenSession, messageId: string): Promise<ForkPoint> {
  const { agent } = from.view;
  if (agent !== undefined) throw new Error(vscode.l10n.t('{0} cannot go on from before a message.', agent));
  const entry = await journals.entryOf(from.id);
  const found = entry && (await claude.agentBefore(entry.cwd, entry.cliSessionId, messageId));
  if (!found)
    throw new Error(
      vscode.l10n.t('Claude Code has no place before this message any more. A fork of the whole session still works.'),
    );
  return { messageId, agentBefore: found.id };
}

/** One that was held elsewhere gets a record of its own first. False: the person does not want it now. */
async function adopted({ sessions, claude }: LatchWindow, sessionId: string): Promise<boolean> {
  if ((await sessions.past()).some(entry => entry.sessionId === sessionId)) return true;
  const found = await claude.find(config.cwd() ?? '', sessionId);
  if (!found) return true;
  if (Date.now() - found.changedAt < stillUsedMs && !(await wantsItAllTheSame(found.title))) return false;
  await sessions.adopt(found, claude);
  return true;
}

/** Nothing says of a conversation whether another program has it, but that it was just written. */
async function wantsItAllTheSame(title: string): Promise<boolean> {
  const open = vscode.l10n.t('Open here too');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t('“{0}” was used elsewhere a moment ago.', title),
    {
      modal: true,
      detail: vscode.l10n.t('If a terminal still has it, end it there first: what both say would be mixed up.'),
    },
    open,
  );
  return chosen === open;
}

export function existingSession(window: LatchWindow, sessionId: string): OpenSession {
  const session = window.sessions.get(sessionId);
  if (!session) throw new Error(vscode.l10n.t('There is no such session.'));
  return session;
}

/** Also of a call that lies so far back that it is read again for this. */
export async function existingCard(window: LatchWindow, sessionId: string, toolCallId: string): Promise<Card> {
  const session = existingSession(window, sessionId);
  const card = session.card(toolCallId) ?? (await session.cardOf(toolCallId));
  if (!card) throw new Error(vscode.l10n.t('There is no such call.'));
  return card;
}
