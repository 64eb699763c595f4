import * as vscode from 'vscode';

/** A problem and where it stands; lines are counted from 1. */
export interface Problem {
  readonly uri: vscode.Uri;
  readonly line: number;
  readonly message: string;
}

/** Offers each problem of a file to the agent, beside what the language itself offers. */
export class FixWithClaude implements vscode.CodeActionProvider {
  provideCodeActions(
    { uri }: vscode.TextDocument,
    _: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return context.diagnostics.map(diagnostic => {
      const action = new vscode.CodeAction(vscode.l10n.t('Fix with the Agent'), vscode.CodeActionKind.QuickFix);
      const problem: Problem = { uri, line: diagnostic.range.start.line + 1, message: diagnostic.message };
      action.diagnostics = [diagnostic];
      action.command = { command: 'latch.fixWithClaude', title: action.title, arguments: [problem] };
      return action;
    });
  }
}
