import { type Sentence } from '../../core/texts/sentence';
import type { RuleInput } from '../../core/call/ruleInput';
import * as vscode from 'vscode';
import type { WritableScope } from '../../core/ruleAdmin/storedRule';
import { sentence } from '../sentences';

interface RulePick {
  readonly rule: RuleInput;
  readonly picked: boolean;
  /** Why it is not ticked from the start. */
  readonly warning?: Sentence;
}

interface RuleItem extends vscode.QuickPickItem {
  readonly rule?: RuleInput;
}

/** Shows rules with a box each; what cannot be taken over stands below. Nothing happens before the choice. */
export async function pickRules(
  title: string,
  picks: readonly RulePick[],
  lost: readonly { readonly text: string; readonly reason: Sentence }[] = [],
): Promise<readonly RuleInput[]> {
  const items: RuleItem[] = picks.map(({ rule, picked, warning }) => ({
    label: `${warning === undefined ? '' : '$(warning) '}${actionText(rule.action)} ${rule.pattern}`,
    detail: warning === undefined ? (rule.description ?? '') : sentence(warning),
    picked,
    rule,
  }));
  const heading: RuleItem = {
    label: vscode.l10n.t('Cannot be taken over'),
    kind: vscode.QuickPickItemKind.Separator,
  };
  // A list draws no heading below its last line, so these are lines too; their box does nothing.
  const left = lost.map(
    ({ text, reason }): RuleItem => ({ label: `$(circle-slash) ${text}`, detail: sentence(reason) }),
  );
  const chosen = await vscode.window.showQuickPick([...items, ...(left.length > 0 ? [heading, ...left] : [])], {
    title,
    canPickMany: true,
    placeHolder:
      lost.length === 0
        ? vscode.l10n.t('The rules that are ticked are added.')
        : vscode.l10n.t('The rules that are ticked are added. Below: {0} that cannot be taken over.', lost.length),
  });
  return (chosen ?? []).flatMap(({ rule }) => (rule ? [rule] : []));
}

interface ScopeItem extends vscode.QuickPickItem {
  readonly scope: WritableScope;
}

export async function pickScope(title: string, scopes: readonly WritableScope[]): Promise<WritableScope | undefined> {
  const all: readonly ScopeItem[] = [
    { scope: 'workspace', label: vscode.l10n.t('Only me, in this folder') },
    { scope: 'user', label: vscode.l10n.t('Only me, in every folder'), description: '~/.latch/rules.json' },
    {
      scope: 'project',
      label: vscode.l10n.t('Everybody who works in this repository'),
      description: '.latch/rules.json',
    },
  ];
  const items = all.filter(item => scopes.includes(item.scope));
  return (await vscode.window.showQuickPick(items, { title }))?.scope;
}

function actionText(action: RuleInput['action']): string {
  switch (action) {
    case 'allow':
      return vscode.l10n.t('Allow');
    case 'ask':
      return vscode.l10n.t('Ask');
    case 'deny':
      return vscode.l10n.t('Deny');
    default:
      return action satisfies never;
  }
}
