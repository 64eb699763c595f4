import * as vscode from 'vscode';
import type { OpenSession } from '../../session/openSession';
import type { ClaudeSession } from '../../stores/claudeSessions';
import type { JournalEntry } from '../../stores/journalIndex';
import type { LiveState } from '../../stores/liveStates';
import type { LatchWindow } from '../window/window';
import { dotOf, elsewhereText, stateText, titleOf } from '../words';

/** A session in a list: one of this window, of another one, an earlier one, or one that was held in a terminal. */
export interface SessionRow {
  readonly kind: 'session';
  readonly sessionId: string;
  readonly title: string;
  readonly description: string;
  readonly icon: vscode.ThemeIcon;
  /** When it changed last; absent: it is open. */
  readonly changedAt?: number;
  readonly place: 'here' | 'elsewhere' | 'past';
}

/** All of this folder: those that are open first, then the others, last changed first. */
export async function sessionRows(window: LatchWindow): Promise<readonly SessionRow[]> {
  const { sessions, journals, claude, workspace } = window;
  const [recorded, elsewhere, written] = await Promise.all([
    journals.sessionsIn(workspace),
    sessions.elsewhere(),
    claude.list(workspace),
  ]);
  const open = sessions.all.map(openRow);
  const past = recorded.filter(({ sessionId }) => !sessions.get(sessionId));
  const earlier = past.map(entry => pastRow(entry, elsewhere.get(entry.sessionId)));
  // A fork goes on in a conversation of another name, which is no session of its own while it is open either.
  const known = new Set([
    ...open.map(row => row.sessionId),
    ...recorded.flatMap(it => [it.sessionId, it.cliSessionId]),
  ]);
  const others = written.filter(({ sessionId }) => !known.has(sessionId)).map(writtenRow);
  return [...open, ...[...earlier, ...others].toSorted((one, other) => (other.changedAt ?? 0) - (one.changedAt ?? 0))];
}

function openRow(session: OpenSession): SessionRow {
  const isThere = session.view.elsewhere === true;
  return {
    kind: 'session',
    sessionId: session.id,
    title: titleOf(session),
    description: (isThere ? elsewhereText : stateText)(session.view.status),
    icon: dotOf(session.view.status),
    place: isThere ? 'elsewhere' : 'here',
  };
}

function pastRow({ sessionId, title, changedAt, newer }: JournalEntry, state: LiveState | undefined): SessionRow {
  const row = { kind: 'session', sessionId, title, changedAt } as const;
  if (newer)
    return {
      ...row,
      description: vscode.l10n.t('made by a newer version of Latch'),
      icon: new vscode.ThemeIcon('lock'),
      place: 'past',
    };
  return state
    ? { ...row, description: elsewhereText({ state }), icon: dotOf({ state }), place: 'elsewhere' }
    : { ...row, description: timeOf(changedAt), icon: new vscode.ThemeIcon('history'), place: 'past' };
}

function writtenRow({ sessionId, title, changedAt }: ClaudeSession): SessionRow {
  return {
    kind: 'session',
    sessionId,
    title,
    description: vscode.l10n.t('{0} · Claude Code', timeOf(changedAt)),
    icon: new vscode.ThemeIcon('terminal'),
    changedAt,
    place: 'past',
  };
}

interface DayOfRows {
  readonly label: string;
  readonly rows: readonly SessionRow[];
}

/** Rows by the day on which they changed last, newest first; those that are open stand before them. */
export function byDay(rows: readonly SessionRow[], now: Date): readonly DayOfRows[] {
  const days = new Map<string, SessionRow[]>();
  for (const row of rows) {
    const label = row.changedAt === undefined ? vscode.l10n.t('Open') : dayOf(new Date(row.changedAt), now);
    const day = days.get(label);
    if (day) day.push(row);
    else days.set(label, [row]);
  }
  return [...days].map(([label, those]) => ({ label, rows: those }));
}

function dayOf(at: Date, now: Date): string {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const days = Math.ceil((midnight - at.getTime()) / 86_400_000);
  if (days <= 0) return vscode.l10n.t('Today');
  if (days === 1) return vscode.l10n.t('Yesterday');
  if (days <= 7) return vscode.l10n.t('Last seven days');
  return vscode.l10n.t('Earlier');
}

function timeOf(at: number): string {
  return new Date(at).toLocaleString(vscode.env.language);
}
