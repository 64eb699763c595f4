import * as vscode from 'vscode';
import { Diffs } from './vscode/chat/diffs';
import type { Places } from './vscode/chat/places';
import { FixWithClaude } from './vscode/editor/fix';
import { answersOf } from './vscode/requests/answers';
import { RuleFiles } from './vscode/rules/ruleFiles';
import type { RulesPanel } from './vscode/rules/panel';
import { learnLanguage } from './vscode/sentences';
import { ActivityView } from './vscode/sessions/activityView';
import { SessionsView } from './vscode/sessions/sessionsView';
import { foldersKnown } from './vscode/window/foldersKnown';
import { LatchWindow } from './vscode/window/window';

/** What the editor asks Latch for. */
export interface Parts {
  readonly chat: Places;
  readonly rulesPanel: RulesPanel;
  readonly activity: ActivityView;
  readonly sessions: SessionsView;
  readonly run: (command: string, handed: readonly unknown[]) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Opens a window of Latch. What a person does seldom is loaded when it is done. */
export async function openParts(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<Parts> {
  await Promise.all([learnLanguage(), foldersKnown()]);
  const window = new LatchWindow({ extension: context, log, answersOf });
  const activity = new ActivityView(window);
  const sessions = new SessionsView(window);
  const { extensionUri, globalStorageUri: storage } = context;
  window.diffs.closeOld();
  context.subscriptions.push(
    window,
    activity,
    sessions,
    new RuleFiles({ rules: window.rules, onCalls: window.onCard, log, extensionUri, storage }),
    window.onCard(() => activity.changed()),
    window.onSessions(() => sessions.changed()),
    vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, new FixWithClaude(), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.workspace.registerFileSystemProvider(Diffs.scheme, window.diffs.files, { isCaseSensitive: true }),
  );
  window.restore().catch((error: unknown) => log.error(`restore: ${String(error)}`));
  return {
    chat: window.chat.places,
    rulesPanel: window.rulesPanel,
    activity,
    sessions,
    run: async (command, handed) => {
      const { runCommand } = await import('./vscode/commands/run');
      await runCommand({ window, activity }, command, handed);
    },
    end: () => window.end(),
  };
}
