import * as vscode from 'vscode';
import { sampleCall } from '../../core/analysis/sample';
import { isObject } from '../../core/base/json';
import type { Action } from '../../core/call/ruleRef';
import { textOfCall } from '../../core/journal/pastCalls';
import type { RuleParts } from './parts';

/** A rule that stands in an open file, as the lens above it names it. */
export interface WrittenRule {
  readonly action: Action;
  readonly pattern: string;
}

export function isWrittenRule(value: unknown): value is WrittenRule {
  if (!isObject(value)) return false;
  const { action, pattern } = value;
  return (action === 'allow' || action === 'ask' || action === 'deny') && typeof pattern === 'string';
}

/** The simplest call that the rule is about, for the test box. */
export function callFor({ pattern, action }: WrittenRule): ReturnType<typeof sampleCall> {
  return sampleCall(pattern, action);
}

/** Shows the calls that a rule decided; the chosen one's session is opened. */
export async function chooseCallOf(parts: RuleParts, rule: WrittenRule): Promise<string | undefined> {
  const calls = await parts.written.decidedBy(rule);
  if (calls.length === 0) {
    await vscode.window.showInformationMessage(
      vscode.l10n.t('{0} has decided no call that is still recorded.', rule.pattern),
    );
    return undefined;
  }
  const items = calls.map(({ tool, input, at, sessionId }) => ({
    label: `${tool} ${textOfCall(tool, input).replaceAll(/\s+/g, ' ')}`,
    description: new Date(at).toLocaleString(vscode.env.language),
    sessionId,
  }));
  const title = vscode.l10n.t('Calls Decided by {0}', rule.pattern);
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.sessionId;
}
