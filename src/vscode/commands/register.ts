import * as vscode from 'vscode';
import type { CommandParts } from './needs';
import { reported } from './reported';
import { commands } from './table';

export function registerCommands(parts: CommandParts): readonly vscode.Disposable[] {
  return Object.entries(commands).map(([id, { run }]) =>
    vscode.commands.registerCommand(id, (argument: unknown) =>
      reported(id, parts.window.log, () => run(parts, argument)),
    ),
  );
}
