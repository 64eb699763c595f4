import * as vscode from 'vscode';
import type { OpenSession } from '../../session/openSession';
import { newSession, openSession } from '../window/sessions';
import type { LatchWindow } from '../window/window';
import { trustAll } from './trustAllCommands';
import { modeName, titleOf, dotOf, elsewhereText, stateText } from '../words';

interface SessionItem extends vscode.QuickPickItem {
  readonly sessionId: string;
}

/** The sessions of this window, and the earlier ones of this folder. */
export async function switchSession(window: LatchWindow): Promise<void> {
  const [past, elsewhere] = await Promise.all([window.sessions.past(), window.sessions.elsewhere()]);
  const describe = (sessionId: string, changedAt: number): string => {
    const state = elsewhere.get(sessionId);
    return state ? elsewhereText({ state }) : new Date(changedAt).toLocaleString(vscode.env.language);
  };
  const open = window.sessions.all.map(
    (session): SessionItem => ({
      label: titleOf(session),
      iconPath: dotOf(session.view.status),
      description: stateText(session.view.status),
      sessionId: session.id,
    }),
  );
  const earlier = past.map(
    (entry): SessionItem => ({
      label: entry.title,
      description: entry.newer
        ? vscode.l10n.t('made by a newer version of Latch')
        : describe(entry.sessionId, entry.changedAt),
      sessionId: entry.sessionId,
    }),
  );
  const separator = (label: string): SessionItem => ({
    label,
    kind: vscode.QuickPickItemKind.Separator,
    sessionId: '',
  });
  const items = [
    ...open,
    ...(earlier.length > 0 ? [separator(vscode.l10n.t('Earlier in this folder')), ...earlier] : []),
  ];
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
          'What Claude is doing there ends, and calls that wait are lost: nothing of them runs. The conversation goes on here with your next message. Without taking it over you can answer here too.',
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

export async function forkSession(window: LatchWindow, session: OpenSession): Promise<void> {
  await window.sessions.fork(session);
  window.refresh();
}

export async function renameSession(session: OpenSession): Promise<void> {
  const title = await vscode.window.showInputBox({
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
  const isTrusted = window.rules.trustAll.until(session.id) > Date.now();
  const mark = (is: boolean): string => (is ? '$(check) ' : '');
  const modes = (['default', 'acceptEdits', 'plan'] as const).map(mode => ({
    mode,
    label: `${mark(!isTrusted && session.view.mode === mode)}${modeName(mode)}`,
    detail: modeDetail(mode),
  }));
  const everything = {
    mode: 'everything' as const,
    label: `${mark(isTrusted)}${vscode.l10n.t('Trust everything…')}`,
    detail: vscode.l10n.t(
      'Nothing is asked but questions and plans, for as long as you choose. Deny rules still deny.',
    ),
  };
  const chosen = await vscode.window.showQuickPick([...modes, everything], {
    title: vscode.l10n.t('Permission Mode of the Agent'),
  });
  if (!chosen) return;
  if (chosen.mode === 'everything') {
    await trustAll(window);
    return;
  }
  await session.setMode(chosen.mode);
  window.rules.trustAll.end(session.id);
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
