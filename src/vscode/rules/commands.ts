import { say } from '../../core/texts/sentence';
import type { RuleInput } from '../../core/call/ruleInput';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Json } from '../../core/base/json';
import { type Preset, type PresetName, presets } from '../../core/ruleAdmin/presets';
import {
  fromClaudeSettings,
  fromRulesFile,
  fromTerminalAutoApprove,
  previewImport,
  toClaudeSettings,
  toRulesFile,
} from '../../core/ruleAdmin/exchange';
import { fromOtherTools } from '../../core/ruleAdmin/otherTools';
import type { RuleOrigin, WritableScope } from '../../core/ruleAdmin/storedRule';
import { parseJsonc } from '../../stores/jsonc';
import { emptyRulesFile } from '../../stores/rulesFileEdit';
import type { RuleParts } from './parts';
import { pickRules, pickScope } from './picks';
import { sentence } from '../sentences';
import { takeBack } from './takeBack';

const ownScopes: readonly WritableScope[] = ['workspace', 'user', 'project'];

interface SourceItem extends vscode.QuickPickItem {
  readonly read: () => Promise<ReturnType<typeof fromClaudeSettings> | undefined>;
}

/** Takes rules over from elsewhere, after showing what is gained, lost and unsafe. */
export async function importRules(parts: RuleParts): Promise<void> {
  const title = vscode.l10n.t('Import Rules');
  const sources: readonly SourceItem[] = [
    {
      label: vscode.l10n.t('Settings of Claude Code…'),
      read: async () => {
        const servers = await parts.written.servers();
        return readFile(title, settings => fromClaudeSettings(settings, servers));
      },
    },
    {
      label: vscode.l10n.t('Settings of another tool…'),
      description: 'Gemini CLI, opencode, Roo Code, Cline',
      read: () => readFile(title, fromOtherTools),
    },
    {
      label: vscode.l10n.t('What the terminal of VS Code approves'),
      description: 'chat.tools.terminal.autoApprove',
      read: async () =>
        fromTerminalAutoApprove(
          vscode.workspace.getConfiguration('chat.tools.terminal').get<Json>('autoApprove') ?? {},
        ),
    },
    { label: vscode.l10n.t('A rules file…'), read: () => readFile(title, fromRulesFile) },
  ];
  const source = await vscode.window.showQuickPick(sources, { title });
  const found = await source?.read();
  if (!found) return;
  const present = parts.tables.list({}).rules.flatMap(({ rule, readOnly }) => (readOnly ? [] : [rule]));
  const { gained, unsafe, lost, known } = previewImport(found, present);
  if (gained.length === 0 && unsafe.length === 0) {
    await vscode.window.showInformationMessage(
      vscode.l10n.t(
        'There is nothing to import. Already there: {0}; cannot be taken over: {1}.',
        known.length,
        lost.length,
      ),
    );
    return;
  }
  const chosen = await pickRules(
    title,
    [
      ...gained.map(rule => ({ rule, picked: true })),
      ...unsafe.map(({ rule, reason }) => ({ rule, picked: false, warning: reason })),
    ],
    lost,
  );
  await addRules(parts, title, chosen, 'import', ownScopes);
}

async function readFile<T>(title: string, read: (value: Json) => T): Promise<T | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ title, filters: { JSON: ['json', 'jsonc'] } })) ?? [];
  if (!file) return undefined;
  const value = parseJsonc(Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8'));
  if (value === undefined) throw new Error(vscode.l10n.t('{0} is not JSON, so nothing was imported.', file.fsPath));
  return read(value);
}

/** Writes the rules of some scope into a new editor: what is done with the text is for the person to say. */
export async function exportRules(parts: RuleParts): Promise<void> {
  const title = vscode.l10n.t('Export Rules');
  const scope = await pickScope(title, ownScopes);
  if (!scope) return;
  const formats = [
    { label: vscode.l10n.t('As a rules file'), write: toRulesFile },
    { label: vscode.l10n.t('As settings of Claude Code'), write: toClaudeSettings },
  ];
  const format = await vscode.window.showQuickPick(formats, { title });
  if (!format) return;
  const rules = parts.tables.list({ scope }).rules.map(({ rule }) => rule);
  const { text, lost } = format.write(rules);
  const document = await vscode.workspace.openTextDocument({ language: 'json', content: text });
  await vscode.window.showTextDocument(document);
  if (lost.length > 0)
    await vscode.window.showWarningMessage(
      vscode.l10n.t(
        'Left out ({0}): {1}',
        lost.length,
        lost.map(rule => `${rule.text} (${sentence(rule.reason)})`).join(', '),
      ),
    );
}

interface PresetItem extends vscode.QuickPickItem {
  readonly preset: PresetName;
}

/** Adds one of the sets of rules to begin with to the rules of the person, after they read it. */
export async function addPreset(parts: RuleParts): Promise<void> {
  const title = vscode.l10n.t('Add a Set of Rules');
  const items: readonly PresetItem[] = [
    {
      preset: 'careful',
      label: vscode.l10n.t('Careful'),
      detail: vscode.l10n.t('Keeps secrets out, and asks about everything that leaves this machine.'),
    },
    {
      preset: 'balanced',
      label: vscode.l10n.t('Balanced'),
      detail: vscode.l10n.t('Also runs the tests and the build, and commits, without asking.'),
    },
    {
      preset: 'fast',
      label: vscode.l10n.t('Fast'),
      detail: vscode.l10n.t('Also edits files inside the folder without asking.'),
    },
  ];
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (!chosen) return;
  const rules = await pickRules(
    title,
    presets[chosen.preset].map(rule => ({ rule: described(rule), picked: true })),
  );
  await addRules(parts, title, rules, 'preset', ['user']);
}

/** The description is written down with the rule, in the language of the person whose rule it is. */
function described({ description, ...rule }: Preset): RuleInput {
  return { ...rule, description: sentence(say(description)) };
}

async function addRules(
  parts: RuleParts,
  title: string,
  rules: readonly RuleInput[],
  by: RuleOrigin,
  scopes: readonly WritableScope[],
): Promise<void> {
  if (rules.length === 0) return;
  const [only] = scopes;
  const scope = scopes.length === 1 ? only : await pickScope(title, scopes);
  if (!scope) return;
  const added = await parts.editor.add({ scope, rules, by });
  if (!added.ok) {
    await vscode.window.showErrorMessage(sentence(added.problem.message));
    return;
  }
  const undo = vscode.l10n.t('Undo');
  const text = vscode.l10n.t('Rules added: {0}', rules.length);
  if ((await vscode.window.showInformationMessage(text, undo)) === undo) await undoRules(parts);
}

export async function undoRules(parts: RuleParts): Promise<void> {
  const undone = await takeBack(parts, 'undo');
  if (!undone.ok) await vscode.window.showWarningMessage(sentence(undone.problem.message));
}

/** Opens the rules of a scope as a text, and makes an empty list where there is none. */
async function openRules(parts: RuleParts, scope: 'project' | 'user'): Promise<void> {
  const file = parts.tables.list({}).scopes.find(it => it.scope === scope)?.file;
  if (file === undefined) return;
  const uri = vscode.Uri.file(file);
  const exists = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  if (!exists) {
    const create = vscode.l10n.t('Create');
    const question = vscode.l10n.t('There are no rules here yet. Create {0}?', file);
    if ((await vscode.window.showInformationMessage(question, { modal: true }, create)) !== create) return;
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(dirname(file)));
    const write = async (): Promise<boolean> => {
      await vscode.workspace.fs.writeFile(uri, Buffer.from(emptyRulesFile, 'utf8'));
      return true;
    };
    const trust = scope === 'project' ? parts.repository.trust : undefined;
    await (trust?.whileOurs({ before: undefined, after: emptyRulesFile }, write) ?? write());
  }
  await vscode.window.showTextDocument(uri);
}

export const openProjectRules = (parts: RuleParts): Promise<void> => openRules(parts, 'project');
export const openUserRules = (parts: RuleParts): Promise<void> => openRules(parts, 'user');
