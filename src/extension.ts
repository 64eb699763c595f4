import * as vscode from 'vscode';
import { Diffs } from './vscode/chat/diffs';
import { Places } from './vscode/chat/places';
import { registerCommands } from './vscode/commands/register';
import { FixWithClaude } from './vscode/editor/ask';
import { answersOf } from './vscode/requests/answers';
import { RuleFiles } from './vscode/rules/ruleFiles';
import { RulesPanel } from './vscode/rules/panel';
import { ActivityView } from './vscode/sessions/activityView';
import { SessionsView } from './vscode/sessions/sessionsView';
import { LatchWindow } from './vscode/window/window';

let running: LatchWindow | undefined;

/** The parts of Latch, and where the editor shows them. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Latch', { log: true });
  const window = new LatchWindow({ extension: context, log, answersOf });
  const activity = new ActivityView(window);
  const sessionsView = new SessionsView(window);
  const { places } = window.chat;
  const { extensionUri, globalStorageUri: storage } = context;
  running = window;
  window.diffs.closeOld();
  context.subscriptions.push(
    log,
    window,
    activity,
    sessionsView,
    new RuleFiles({ rules: window.rules, onCalls: window.onCard, log, extensionUri, storage }),
    window.onCard(() => activity.changed()),
    window.onSessions(() => sessionsView.changed()),
    vscode.window.registerWebviewViewProvider(Places.viewId, places, {
      webviewOptions: { retainContextWhenHidden: places.keepsHidden },
    }),
    vscode.window.registerWebviewPanelSerializer(Places.tabType, places),
    vscode.window.registerWebviewPanelSerializer(RulesPanel.viewType, window.rulesPanel),
    vscode.window.registerTreeDataProvider(ActivityView.viewId, activity),
    vscode.window.registerTreeDataProvider(SessionsView.viewId, sessionsView),
    vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, new FixWithClaude(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.workspace.registerFileSystemProvider(Diffs.scheme, window.diffs.files, { isCaseSensitive: true }),
    ...registerCommands({ window, activity }),
  );
  window.restore().catch((error: unknown) => log.error(`restore: ${String(error)}`));
}

export async function deactivate(): Promise<void> {
  await running?.end();
}
