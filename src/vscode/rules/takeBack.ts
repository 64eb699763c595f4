import * as vscode from 'vscode';
import { refused } from '../../core/ruleAdmin/plan';
import { say } from '../../core/texts/sentence';
import type { Changed } from '../../rules/transactions';
import type { RuleParts } from './parts';

/** Takes a change of rules back, or does it again; what the team would get of that is asked about first. */
export async function takeBack({ editor, team }: RuleParts, way: 'undo' | 'redo'): Promise<Changed> {
  if (editor.reachesTeam[way] && !(await isMeantForTeam(way, await team.members())))
    return refused(say('Nothing was changed.'));
  return way === 'undo' ? editor.undo() : editor.redo();
}

async function isMeantForTeam(way: 'undo' | 'redo', members: readonly string[]): Promise<boolean> {
  const yes = way === 'undo' ? vscode.l10n.t('Undo') : vscode.l10n.t('Redo');
  const detail = vscode.l10n.t('It changes the rules of the team for everybody. Connected: {0}', members.join(', '));
  const question =
    way === 'undo'
      ? vscode.l10n.t('Take back the last change of the team’s rules?')
      : vscode.l10n.t('Make the last change of the team’s rules again?');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}
