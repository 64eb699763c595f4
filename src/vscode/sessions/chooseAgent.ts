import * as vscode from 'vscode';
import { programAt } from '../../agents/acp/start';
import { agentEnvironment } from '../../agents/environment';
import { measuredOf, standardCalls, type StandardCall } from '../../core/acp/measured';
import type { AcpAgent } from '../../core/session/acpAgent';
import * as config from '../config';
import { newSession } from '../window/sessions';
import type { LatchWindow } from '../window/window';

interface AgentItem extends vscode.QuickPickItem {
  /** Without a name it is Claude Code itself. */
  readonly agent?: string;
  readonly opensSetting?: true;
}

/** A new session with one of the agents whose program is on this machine. */
export async function newSessionWith(window: LatchWindow): Promise<void> {
  const found = await Promise.all(config.agents().map(async agent => ((await isHere(agent)) ? [itemOf(agent)] : [])));
  const claude: AgentItem = {
    label: 'Claude Code',
    description: vscode.l10n.t('the default'),
    detail: vscode.l10n.t('Every call is sent to Latch: it decides nothing by itself.'),
  };
  const more: AgentItem = { label: vscode.l10n.t('Set up another agent…'), opensSetting: true };
  const chosen = await vscode.window.showQuickPick([claude, ...found.flat(), more], {
    title: vscode.l10n.t('New Session with Agent'),
    matchOnDetail: true,
  });
  if (chosen?.opensSetting) await vscode.commands.executeCommand('workbench.action.openSettings', 'latch.agents');
  else if (chosen) await newSession(window, chosen.agent);
}

function itemOf(agent: AcpAgent): AgentItem {
  const { name, command, args } = agent;
  return { label: name, agent: name, description: [command, ...args].join(' '), detail: decidesOf(agent) };
}

/** What was measured with the real agents; of the others nothing is known. */
function decidesOf(agent: AcpAgent): string {
  const found = measuredOf(agent);
  if (!found)
    return vscode.l10n.t('Asks only for what it wants to ask for. What it decides by itself was not measured.');
  const { version, on, calls, ownSandbox } = found;
  const alone = standardCalls.filter(call => calls[call] === 'runs' || calls[call] === 'untold').map(nameOf);
  return [
    alone.length === 0
      ? vscode.l10n.t('Asked for all that was tried ({0}, {1}).', version, on)
      : vscode.l10n.t('Without asking: {0} ({1}, {2}).', alone.join(', '), version, on),
    ...(ownSandbox ? [vscode.l10n.t('Commands in its own sandbox too.')] : []),
  ].join(' ');
}

function nameOf(call: StandardCall): string {
  switch (call) {
    case 'read':
      return vscode.l10n.t('read here');
    case 'readElsewhere':
      return vscode.l10n.t('read elsewhere');
    case 'list':
      return vscode.l10n.t('list');
    case 'search':
      return vscode.l10n.t('search');
    case 'lookCommand':
      return vscode.l10n.t('commands that look');
    case 'command':
      return vscode.l10n.t('commands');
    case 'network':
      return vscode.l10n.t('network');
    case 'edit':
      return vscode.l10n.t('edit');
    case 'write':
      return vscode.l10n.t('new files');
    case 'fetch':
      return vscode.l10n.t('web pages');
    default:
      return call satisfies never;
  }
}

async function isHere({ command, env }: AcpAgent): Promise<boolean> {
  const path = agentEnvironment(process.env, env)['PATH'] ?? '';
  return (await programAt(command, path, config.folders())) !== undefined;
}
