import * as vscode from 'vscode';
import { isElsewhere, type OpenSession } from '../../session/openSession';
import { newSession, openSession } from '../window/sessions';
import type { LatchWindow } from '../window/window';
import { trustAll } from './trustAllCommands';
import { modeName } from '../words';
import { byDay, sessionRows } from './rows';

interface SessionItem extends vscode.QuickPickItem {
  readonly sessionId: string;
}

/** The sessions of this folder, searched by their names. */
export async function switchSession(window: LatchWindow): Promise<void> {
  const items: SessionItem[] = [];
  for (const { label, rows } of byDay(await sessionRows(window), new Date())) {
    items.push({ label, kind: vscode.QuickPickItemKind.Separator, sessionId: '' });
    for (const { title, description, icon, sessionId } of rows)
      items.push({ label: title, description, iconPath: icon, sessionId });
  }
  if (items.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t('There are no sessions in this folder yet.'));
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Switch Session'),
    matchOnDescription: true,
  });
  if (chosen?.sessionId) await openSession(window, chosen.sessionId);
}

/** Opens the session of this folder that was used last. */
export async function continueSession(window: LatchWindow): Promise<void> {
  const [last] = await window.sessions.past();
  if (last) await openSession(window, last.sessionId);
  else await vscode.window.showInformationMessage(vscode.l10n.t('There are no earlier sessions in this folder.'));
}

/** Has a session of another window here. What is under way there ends, so that is asked before. */
export async function takeOver(window: LatchWindow, sessionId: string): Promise<void> {
  const state = window.sessions.get(sessionId)?.view.status.state ?? (await window.sessions.elsewhere()).get(sessionId);
  if (state === 'running' || state === 'starting' || state === 'waiting_permission') {
    const take = vscode.l10n.t('Take over here');
    const chosen = await vscode.window.showWarningMessage(
      vscode.l10n.t('Take this session over from the other window?'),
      {
        modal: true,
        detail: vscode.l10n.t(
          'What is under way there ends, and calls that wait are lost: nothing of them runs. The conversation goes on here with your next message. Without taking it over you can answer here too.',
        ),
      },
      take,
    );
    if (chosen !== take) return;
  }
  const session = await window.sessions.open(sessionId, 'now');
  if (!session || session.view.elsewhere)
    await vscode.window.showWarningMessage(vscode.l10n.t('The other window did not let go of this session.'));
  window.refresh();
}

/** Removes a conversation for good, when the person has said so: its record, and what Claude Code itself keeps of it. */
export async function deleteSession(window: LatchWindow, sessionId: string): Promise<void> {
  const { sessions, journals, claude, workspace } = window;
  const row = (await sessionRows(window)).find(it => it.sessionId === sessionId);
  if (!row) throw new Error(vscode.l10n.t('There is no such session.'));
  if (row.place === 'elsewhere') throw new Error(vscode.l10n.t('This session is open in another window.'));
  if (!(await wantsDeleted(row.title))) return;
  await sessions.end(sessionId);
  const entry = (await sessions.past()).find(it => it.sessionId === sessionId);
  if (!(await journals.remove(sessionId))) throw new Error(vscode.l10n.t('This session is open in another window.'));
  // A fork in which nothing was said yet goes on from the conversation of another session, which keeps it.
  const others = new Set((await journals.sessionsIn(workspace)).flatMap(it => [it.sessionId, it.cliSessionId]));
  for (const id of new Set([sessionId, entry?.cliSessionId ?? sessionId]))
    if (!others.has(id)) await claude.remove(workspace, id);
  window.refresh();
}

async function wantsDeleted(title: string): Promise<boolean> {
  const remove = vscode.l10n.t('Delete');
  const detail = vscode.l10n.t(
    'Its record and what Claude Code keeps of the conversation are removed from the disk; what another agent keeps of it stays with that. This cannot be undone.',
  );
  const question = vscode.l10n.t('Delete “{0}”?', title);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) === remove;
}

export async function renameSession(session: OpenSession): Promise<void> {
  const title = await vscode.window.showInputBox({
    ignoreFocusOut: true,
    title: vscode.l10n.t('Rename Session'),
    value: session.view.title,
    validateInput: text => (text.trim() === '' ? vscode.l10n.t('The name is empty.') : undefined),
  });
  if (title !== undefined) session.rename(title.trim());
}

export async function endSession(window: LatchWindow, { id }: OpenSession): Promise<void> {
  await vscode.window.withProgress({ location: { viewId: 'latch.chat' } }, () => window.sessions.end(id));
  window.refresh();
}

/** Modes that can be chosen here, for the session that is shown or a new one. The agent's own way to skip every question is not among them. */
export async function chooseMode(window: LatchWindow): Promise<void> {
  const session = window.sessions.active ?? (await newSession(window));
  // Only an agent itself knows modes of its own.
  if (session.view.agent !== undefined && !isElsewhere(session)) await session.prepare();
  const isTrusted = window.rules.trustAll.until(session.id) > Date.now();
  const mark = (is: boolean): string => (is ? '$(check) ' : '');
  const modes = modesOf(session).map(({ mode, label, detail, choose }) => ({
    mode,
    label: `${mark(!isTrusted && session.view.mode === mode)}${label}`,
    detail,
    choose,
  }));
  const everything = {
    mode: undefined,
    label: `${mark(isTrusted)}${vscode.l10n.t('Trust everything…')}`,
    detail: vscode.l10n.t(
      'Nothing is asked but questions and plans, for as long as you choose. Deny rules still deny.',
    ),
  };
  const chosen = await vscode.window.showQuickPick([...modes, everything], {
    title: vscode.l10n.t('Permission Mode of the Agent'),
  });
  if (!chosen) return;
  if (chosen.mode === undefined) {
    await trustAll(window);
    return;
  }
  await chosen.choose();
  window.rules.trustAll.end(session.id);
}

interface ModeItem {
  readonly mode: string;
  readonly label: string;
  readonly detail: string;
  readonly choose: () => Promise<void>;
}

/** Claude Code's, or those that another agent says that it has. */
function modesOf(session: OpenSession): readonly ModeItem[] {
  if (session.view.agent !== undefined)
    return session.about.facts.modes.map(({ id, name, description }) => ({
      mode: id,
      label: name,
      detail: description,
      choose: () => session.about.choose({ mode: id }),
    }));
  return (['default', 'acceptEdits', 'plan'] as const).map(mode => ({
    mode,
    label: modeName(mode),
    detail: modeDetail(mode),
    choose: () => session.setMode(mode),
  }));
}

function modeDetail(mode: 'default' | 'acceptEdits' | 'plan'): string {
  switch (mode) {
    case 'default':
      return vscode.l10n.t('Everything asks that no rule allows and that is more than reading.');
    case 'acceptEdits':
      return vscode.l10n.t('Edits inside the folder do not ask; commands do.');
    case 'plan':
      return vscode.l10n.t('Claude only reads, and proposes a plan.');
    default:
      return mode satisfies never;
  }
}
