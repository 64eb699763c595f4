import * as vscode from 'vscode';
import { findClaude } from '../../agents/findClaude';
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
  const terminal = vscode.window.createTerminal({
    name: 'Claude Code',
    shellPath: found.path,
    shellArgs: [...args],
    env: config.environment(),
    ...(cwd === undefined ? {} : { cwd }),
  });
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
