import * as vscode from 'vscode';
import { homedir } from 'node:os';
import { placeIn } from '../../core/journal/activity';
import { fullPath } from '../../core/base/shownPath';
import type { RuleBehind } from '../../core/card/rulesBehind';
import type { RulesPanel } from './panel';
import type { RuleParts } from './parts';

interface RulePlaces {
  readonly rules: RuleParts;
  readonly rulesPanel: RulesPanel;
}

/** Where a rule is written now, or was when it decided; a rule without a file is shown in the panel. */
export async function openRule({ rules, rulesPanel }: RulePlaces, { ruleId, where }: RuleBehind): Promise<void> {
  const row = rules.desk.list({}).rules.find(it => it.key === ruleId);
  const place = row?.file === undefined ? placeIn(where ?? '') : { file: row.file, line: row.line ?? 1 };
  if (place) await openAt(fullPath(place.file, rules.workspace, homedir()), place.line);
  else rulesPanel.show(ruleId);
}

export async function openAt(file: string, line = 1): Promise<void> {
  const at = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
}
