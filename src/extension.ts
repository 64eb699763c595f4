import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Parts } from './parts';
import { LaterTree } from './vscode/laterTree';
import { keepsHidden } from './vscode/sound';
import { viewIds } from './vscode/viewIds';

let running: Promise<Parts> | undefined;

/**
 * Tells the editor where Latch stands. Its parts come a turn later, so that nobody waits for them who does not need them;
 * what is asked of one before it is there waits for it.
 */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Latch', { log: true });
  const parts = load(context, log);
  running = parts;
  parts.catch((error: unknown) => log.error(`load: ${String(error)}`));
  context.subscriptions.push(
    log,
    vscode.window.registerWebviewViewProvider(
      viewIds.chat,
      { resolveWebviewView: async view => (await parts).chat.resolveWebviewView(view) },
      { webviewOptions: { retainContextWhenHidden: keepsHidden() } },
    ),
    vscode.window.registerWebviewPanelSerializer(viewIds.chatTab, {
      deserializeWebviewPanel: async (panel, kept) => (await parts).chat.deserializeWebviewPanel(panel, kept),
    }),
    vscode.window.registerWebviewPanelSerializer(viewIds.rules, {
      deserializeWebviewPanel: async panel => (await parts).rulesPanel.deserializeWebviewPanel(panel),
    }),
    ...tree(
      viewIds.activity,
      parts.then(({ activity }) => activity),
    ),
    ...tree(
      viewIds.sessions,
      parts.then(({ sessions }) => sessions),
    ),
    ...commandsOf(context).map(id =>
      vscode.commands.registerCommand(id, async (...handed: readonly unknown[]) => (await parts).run(id, handed)),
    ),
  );
}

export async function deactivate(): Promise<void> {
  await (await running)?.end();
}

async function load(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<Parts> {
  await nextTurn();
  const { openParts } = await import('./parts');
  return openParts(context, log);
}

function tree<Row>(id: string, rows: Promise<vscode.TreeDataProvider<Row>>): readonly vscode.Disposable[] {
  const later = new LaterTree(rows);
  return [later, vscode.window.registerTreeDataProvider(id, later)];
}

/** The manifest names every command, which a test holds. */
function commandsOf({ extension }: vscode.ExtensionContext): readonly string[] {
  const manifest: { readonly contributes: { readonly commands: readonly { readonly command: string }[] } } =
    extension.packageJSON;
  return manifest.contributes.commands.map(({ command }) => command);
}
