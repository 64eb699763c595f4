import * as vscode from 'vscode';
import type { LimitWindow, Use } from '../../core/call/use';
import { agentName } from '../../core/session/agentName';
import type { OpenSession } from '../../session/openSession';
import type { LatchWindow } from '../window/window';
import { chooseDoing, type Doing, preparedSession, separator } from './shown';
import { sendTo } from '../../session/sendTo';

/** How full the context is, what the session has cost, and how much of the plan is used up. */
export async function showUsage(window: LatchWindow): Promise<void> {
  const session = await preparedSession(window);
  const use = session.view.use ?? {};
  await chooseDoing(vscode.l10n.t('Context, Cost and Limits'), [
    contextLine(use),
    ...(canCompact(session)
      ? [
          {
            label: vscode.l10n.t('$(fold) Compact the conversation'),
            detail: vscode.l10n.t(
              '{0} sums up what was said, which frees most of the context.',
              agentName(session.view.agent),
            ),
            act: () => sendTo(window.sessions, session, '/compact'),
          },
        ]
      : []),
    ...(use.cost === undefined
      ? []
      : [separator(vscode.l10n.t('Cost')), { label: vscode.l10n.t('{0} for this conversation', dollars(use.cost)) }]),
    ...limitLines(use),
  ]);
}

/** Another agent says which commands it has. */
function canCompact({ view, about }: OpenSession): boolean {
  return view.agent === undefined || about.facts.commands.some(({ name }) => name === 'compact');
}

function contextLine({ context }: Use): Doing {
  if (!context) return { label: vscode.l10n.t('Nothing has been said yet, so the context is empty.') };
  const { tokens, window } = context;
  const counted = tokens.toLocaleString(vscode.env.language);
  if (window === undefined) return { label: vscode.l10n.t('{0} tokens of context', counted) };
  const percent = Math.round((tokens / window) * 100);
  return {
    label: vscode.l10n.t('{0} % of the context is full', percent),
    description: vscode.l10n.t('{0} of {1} tokens', counted, window.toLocaleString(vscode.env.language)),
  };
}

function limitLines({ limits }: Use): readonly Doing[] {
  if (!limits || limits.windows.length === 0) return [];
  return [separator(vscode.l10n.t('Plan')), ...limits.windows.map(window => ({ label: limitLine(window) }))];
}

function limitLine({ kind, used, resetsAt }: LimitWindow): string {
  const percent = Math.round(used * 100);
  const name = windowName(kind);
  if (resetsAt === undefined) return vscode.l10n.t('{0}: {1} % used', name, percent);
  const at = new Date(resetsAt).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
  return vscode.l10n.t('{0}: {1} % used, begins anew {2}', name, percent, at);
}

function windowName(kind: string): string {
  switch (kind) {
    case 'five_hour':
      return vscode.l10n.t('Five hours');
    case 'seven_day':
      return vscode.l10n.t('Seven days');
    default:
      return kind;
  }
}

function dollars(cost: number): string {
  return `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`;
}
