import * as vscode from 'vscode';
import { notFound, programAt } from '../../agents/acp/start';
import { agentEnvironment } from '../../agents/environment';
import { findClaude } from '../../agents/findClaude';
import type { AcpAgent } from '../../core/session/acpAgent';
import type { Login } from '../../core/session/view';
import * as config from '../config';
import { sentence } from '../sentences';

/** Claude Code in a terminal of the editor, the same that the chat runs. */
export async function openTerminal(args: readonly string[], cwd?: string): Promise<vscode.Terminal> {
  const found = await findClaude({
    configured: config.claudePath(),
    environment: process.env,
    workspace: config.folders(),
    platform: process.platform,
  });
  if (!found.ok) throw new Error(sentence(found.problem.message));
  return shown({
    name: 'Claude Code',
    shellPath: found.path,
    shellArgs: [...args],
    env: config.environment(),
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** An agent of the settings in a terminal of the editor, with what its own way to log in wants. */
export async function openLogin(
  { name, command, args, env }: AcpAgent,
  terminal: NonNullable<Login['terminal']>,
): Promise<vscode.Terminal> {
  const path = agentEnvironment(process.env, env)['PATH'] ?? '';
  const program = await programAt(command, path, config.folders());
  if (program === undefined) throw new Error(sentence(notFound(name, command)));
  return shown({
    name,
    shellPath: program,
    shellArgs: [...args, ...terminal.args],
    env: { ...env, ...terminal.env },
  });
}

function shown(options: vscode.TerminalOptions): vscode.Terminal {
  const terminal = vscode.window.createTerminal(options);
  terminal.show();
  return terminal;
}

/** Calls back once, when it is closed. */
export function whenClosed(terminal: vscode.Terminal, act: () => unknown): void {
  const listening = vscode.window.onDidCloseTerminal(it => {
    if (it !== terminal) return;
    listening.dispose();
    act();
  });
}
