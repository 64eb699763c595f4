import { refKey } from '../../core/call/ruleRef';
import * as vscode from 'vscode';
import { homedir } from 'node:os';
import { placeIn } from '../../core/journal/activity';
import { fullPath } from '../../core/base/shownPath';
import type { RuleBehind } from '../../core/card/rulesBehind';
import type { Host } from '../window';

/** Where a rule is written now, or was when it decided; a rule without a file is shown in the panel. */
export async function openRule(host: Host, { ref, where }: RuleBehind): Promise<void> {
  const key = ref && refKey(ref);
  const { file, line = 1 } = host.rules.tables.list({}).rules.find(row => refKey(row.ref) === key)?.rule ?? {};
  const place = file === undefined ? placeIn(where ?? '') : { file, line };
  if (place) await openAt(fullPath(place.file, host.workspace, homedir()), place.line);
  else host.showRules(ref);
}

export async function openAt(file: string, line = 1): Promise<void> {
  const at = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
}
