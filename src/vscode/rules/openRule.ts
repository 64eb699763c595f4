import { refKey } from '../../core/call/ruleRef';
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
export async function openRule({ rules, rulesPanel }: RulePlaces, { ref, where }: RuleBehind): Promise<void> {
  const key = ref && refKey(ref);
  const { file, line = 1 } = rules.tables.list({}).rules.find(row => refKey(row.ref) === key)?.rule ?? {};
  const place = file === undefined ? placeIn(where ?? '') : { file, line };
  if (place) await openAt(fullPath(place.file, rules.workspace, homedir()), place.line);
  else rulesPanel.show(ref);
}

export async function openAt(file: string, line = 1): Promise<void> {
  const at = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
}
