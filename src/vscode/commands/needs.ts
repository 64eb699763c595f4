import * as vscode from 'vscode';
import { asString, isObject } from '../../core/base/json';
import type { OpenSession } from '../../session/openSession';
import type { Problem } from '../editor/fix';
import { type ActivityView, type CallNode, rowOf } from '../sessions/activityView';
import type { Recorded } from '../sessions/exportSession';
import { isWrittenRule, type WrittenRule } from '../rules/writtenRule';
import type { LatchWindow } from '../window/window';

/** What commands act on. */
export interface CommandParts {
  readonly window: LatchWindow;
  readonly activity: ActivityView;
}

/** What a command gets, or why it gets nothing: the person is told what is missing, the log what was handed over wrongly. */
export type Given<A> =
  | { readonly kind: 'ready'; readonly value: A }
  | { readonly kind: 'missing'; readonly text: string }
  | { readonly kind: 'wrong'; readonly what: string };

/** What has to be there before a command can do anything. */
export interface Needs<A> {
  /** When it can be chosen, as the manifest says it; absent: always. */
  readonly enablement?: string;
  /** Whether it stands in the palette, where nothing is handed over. */
  readonly palette: boolean;
  /** Reads what the editor hands over, once: what was acted on, and what else was selected there. */
  readonly read: (parts: CommandParts, argument: unknown, others: readonly unknown[]) => Given<A>;
}

export const nothing: Needs<undefined> = { palette: true, read: () => ready(undefined) };

export const folder: Needs<undefined> = { ...nothing, enablement: 'workspaceFolderCount != 0' };

/** An agent is started in a trusted folder only. */
export const trustedFolder: Needs<undefined> = {
  ...nothing,
  enablement: 'isWorkspaceTrusted && workspaceFolderCount != 0',
};

/** Rules are shared with a team, or should be. */
export const team: Needs<undefined> = { ...nothing, enablement: 'latch.team' };

export const openTerminal: Needs<undefined> = { ...nothing, enablement: 'terminalIsOpen' };

/** A card that waits; which one it is, the page knows that shows it. */
export const waitingCard: Needs<undefined> = { ...nothing, enablement: 'latch.waiting' };

export const trustingSession: Needs<undefined> = { ...nothing, enablement: 'latch.trusting' };

export const shownSession: Needs<OpenSession> = {
  enablement: 'latch.session',
  palette: true,
  read: ({ window }) => activeOf(window),
};

/** The session of the row, or else the one that is shown. */
export const recordedSession: Needs<Recorded> = {
  enablement: 'latch.session || viewItem == session',
  palette: true,
  read({ window }, argument) {
    const row = rowOf(argument);
    return row?.kind === 'session' ? ready(window.sessions.get(row.entry.sessionId) ?? row.entry) : activeOf(window);
  },
};

/** The rule above which a lens stands. */
export const writtenRule: Needs<WrittenRule> = {
  palette: false,
  read: (_, argument) => (isWrittenRule(argument) ? ready(argument) : wrong('no rule of a file')),
};

export const pastCall: Needs<CallNode> = {
  palette: false,
  read(_, argument) {
    const row = rowOf(argument);
    return row?.kind === 'call' ? ready(row) : wrong('no row of a call');
  },
};

/** The session of the row, or else the one that is shown. */
export const anySession: Needs<string> = {
  enablement: 'latch.session || viewItem == past || viewItem == here',
  palette: true,
  read({ window }, argument) {
    const row = sessionIn(argument);
    if (row !== undefined) return ready(row);
    const given = activeOf(window);
    return given.kind === 'ready' ? ready(given.value.id) : given;
  },
};

/** The session of the row, or else the one that is shown, where there is one. */
export const sessionOrNone: Needs<string | undefined> = {
  palette: true,
  read: ({ window }, argument) => ready(sessionIn(argument) ?? window.sessions.active?.id),
};

/** The files that are selected where the menu is, or none. The Explorer hands them over as a list, the changes one by one. */
export const selectedFiles: Needs<readonly vscode.Uri[]> = {
  palette: true,
  read: (_, argument, others) => ready([argument, ...others.flat()].flatMap(uriOf)),
};

/** A problem that the editor shows, as the light bulb hands it over. */
export const problem: Needs<Problem> = {
  palette: false,
  read(_, argument) {
    const given: Partial<Problem> = isObject(argument) ? Object.assign({}, argument) : {};
    const { uri, line, message } = given;
    return uri instanceof vscode.Uri && typeof line === 'number' && typeof message === 'string'
      ? ready({ uri, line, message })
      : wrong('no problem');
  },
};

export const sessionId: Needs<string> = {
  palette: false,
  read: (_, argument) => (typeof argument === 'string' ? ready(argument) : wrong('no id of a session')),
};

/** The session of the row, or else the one that is shown, where it runs in another window. */
export const sessionElsewhere: Needs<string> = {
  enablement: 'latch.elsewhere || viewItem == elsewhere',
  palette: true,
  read({ window }, argument) {
    const row = sessionIn(argument);
    if (row !== undefined) return ready(row);
    const { active } = window.sessions;
    return active?.view.elsewhere ? ready(active.id) : missing(vscode.l10n.t('This session runs in this window.'));
  },
};

function uriOf(argument: unknown): readonly vscode.Uri[] {
  if (argument instanceof vscode.Uri) return [argument];
  // A row of git has it as a property of its class: it is none of its own.
  const uri: unknown = isObject(argument) ? argument['resourceUri'] : undefined;
  return uri instanceof vscode.Uri ? [uri] : [];
}

/** The session of a row that a menu hands over. */
function sessionIn(argument: unknown): string | undefined {
  return isObject(argument) ? asString(argument['sessionId']) : undefined;
}

function activeOf({ sessions: { active } }: LatchWindow): Given<OpenSession> {
  return active ? ready(active) : missing(vscode.l10n.t('There is no session yet. Send a message first.'));
}

function ready<A>(value: A): Given<A> {
  return { kind: 'ready', value };
}

function missing(text: string): Given<never> {
  return { kind: 'missing', text };
}

function wrong(what: string): Given<never> {
  return { kind: 'wrong', what };
}
