import * as vscode from 'vscode';
import { programAt } from '../../agents/acp/start';
import { agentEnvironment } from '../../agents/environment';
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

function itemOf({ name, command, args }: AcpAgent): AgentItem {
  return { label: name, agent: name, description: [command, ...args].join(' '), detail: decidesOf(command) };
}

/** What was measured with the real agents; of the others nothing is known. */
function decidesOf(command: string): string {
  return command.endsWith('claude-agent-acp')
    ? vscode.l10n.t('Asks for commands and edits. Reads files of the folder by itself; nothing else was measured.')
    : vscode.l10n.t('Asks only for what it wants to ask for. What it decides by itself was not measured.');
}

async function isHere({ command, env }: AcpAgent): Promise<boolean> {
  const path = agentEnvironment(process.env, env)['PATH'] ?? '';
  return (await programAt(command, path, config.folders())) !== undefined;
}
