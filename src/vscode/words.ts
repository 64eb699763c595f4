import * as vscode from 'vscode';
import type { SessionStatus } from '../core/session/view';
import type { OpenSession } from '../session/openSession';

/** The name of a mode in words; of one that is not offered here, what the agent calls it. */
export function modeName(mode: string): string {
  switch (mode) {
    case 'default':
      return vscode.l10n.t('Ask');
    case 'acceptEdits':
      return vscode.l10n.t('Accept edits');
    case 'plan':
      return vscode.l10n.t('Plan');
    default:
      return mode;
  }
}

export function titleOf(session: Pick<OpenSession, 'view'>): string {
  return session.view.title || vscode.l10n.t('New session');
}

/** What one that runs in another window is doing there. */
export function elsewhereText(status: Pick<SessionStatus, 'state'>): string {
  return vscode.l10n.t('{0} · in another window', stateText(status));
}

/** The state of a session as a dot in the colours of the chat. */
export function dotOf({ state }: Pick<SessionStatus, 'state'>): vscode.ThemeIcon {
  switch (state) {
    case 'waiting_permission':
      return new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('charts.yellow'));
    case 'starting':
    case 'running':
      return new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('charts.blue'));
    case 'failed':
      return new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('charts.red'));
    case 'idle':
      return new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('charts.green'));
    case 'new':
    case 'ended':
      return new vscode.ThemeIcon('circle-outline');
    default:
      return state satisfies never;
  }
}

export function stateText({ state }: Pick<SessionStatus, 'state'>): string {
  switch (state) {
    case 'new':
      return vscode.l10n.t('ready');
    case 'starting':
      return vscode.l10n.t('starting');
    case 'idle':
      return vscode.l10n.t('idle');
    case 'running':
      return vscode.l10n.t('working');
    case 'waiting_permission':
      return vscode.l10n.t('waiting for you');
    case 'ended':
      return vscode.l10n.t('ended');
    case 'failed':
      return vscode.l10n.t('not running');
    default:
      return state satisfies never;
  }
}
