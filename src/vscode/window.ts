import type { RuleRef } from '../core/call/ruleRef';
import * as vscode from 'vscode';
import type { Card } from '../core/card/card';
import type { JsonObject } from '../core/base/json';
import type { EditUndo } from '../stores/editUndo';
import type { Rules } from '../rules/rules';
import type { Session } from '../session/session';
import type { Sessions } from '../session/sessions';
import type { TrustAll } from '../rules/trustAll';
import * as config from './config';
import type { OpenViews } from './webview/openViews';
import type { RepositoryTrust } from './repositoryTrust';

/** What commands and the webview's requests act on. */
export interface Host {
  readonly sessions: Sessions;
  readonly hub: OpenViews;
  /** The folder in which agents work. */
  readonly workspace: string;
  readonly log: vscode.LogOutputChannel;
  /** What the repository of this window brings; undefined without a trusted folder. */
  readonly repository: () => RepositoryTrust | undefined;
  readonly rules: Rules;
  readonly trustAll: TrustAll;
  readonly undo: EditUndo;
  /** `input` is what the card shows where it is not what was proposed. */
  readonly openDiff: (card: Card, input?: JsonObject) => Promise<void>;
  readonly discardEdit: (card: Card) => void;
  /** Opens the rules panel, at a rule if one is named. */
  readonly showRules: (rule?: RuleRef) => void;
}

/** The session of a message: the one that is named, the active one, or a new one. */
export async function sessionFor(host: Host, sessionId: string | undefined): Promise<Session> {
  const known = sessionId === undefined ? host.sessions.active : host.sessions.get(sessionId);
  return known ?? newSession(host);
}

/** Nothing is started in a folder that is not trusted, and nothing without a folder. */
export async function newSession(host: Host): Promise<Session> {
  if (!vscode.workspace.isTrusted)
    throw new Error(vscode.l10n.t('This folder is not trusted, so no agent is started in it.'));
  if (config.cwd() === undefined) throw new Error(vscode.l10n.t('Open a folder first: the agent works in it.'));
  const session = await host.sessions.create();
  host.hub.refresh();
  return session;
}

export function existingSession(host: Host, sessionId: string): Session {
  const session = host.sessions.get(sessionId);
  if (!session) throw new Error(vscode.l10n.t('There is no such session.'));
  return session;
}

export function existingCard(host: Host, sessionId: string, toolCallId: string): Card {
  const card = existingSession(host, sessionId).card(toolCallId);
  if (!card) throw new Error(vscode.l10n.t('There is no such call.'));
  return card;
}
