import { basename, dirname, join } from 'node:path';
import type { RuleDocument, WrittenRule } from '../core/analysis/document';
import type { Scope } from '../core/call/ruleRef';
import { claudeSettingsFiles } from './claudeSettings';
import { isInside } from './isInside';
import { type FileRule, parseRulesFile } from './rulesFile';
import { parseSettings } from './settingsText';

/** A file in which rules stand, and what its scope means by them. */
export interface RuleFile {
  readonly kind: 'rules' | 'settings';
  readonly file: string;
  readonly scope: Scope;
  /** The folder that a leading `/` of a path rule means. */
  readonly root: string;
}

interface Around {
  /** The folder for which rules are looked at; without it the one in which the file lies. */
  readonly workspace?: string | undefined;
  readonly home: string;
}

/** What a file of rules is, by where it lies. */
export function ruleFileAt(file: string, { workspace, home }: Around): RuleFile {
  const folder = dirname(file);
  const isSettings = /^(?:managed-)?settings(?:\.local)?\.json$/.test(basename(file));
  if (isSettings) {
    const known = claudeSettingsFiles({ home, workspace: workspace ?? dirname(folder) }).find(it => it.file === file);
    const root = known?.root ?? (basename(folder) === '.claude' ? dirname(folder) : folder);
    return { kind: 'settings', file, scope: 'claude', root };
  }
  const root = basename(folder) === '.latch' ? dirname(folder) : folder;
  if (file === join(home, '.latch', 'rules.json')) return { kind: 'rules', file, scope: 'user', root: home };
  // The rules of a person for one folder lie beside the extension's own files, and are about that folder.
  if (workspace !== undefined && !isInside(file, workspace) && basename(file) !== 'rules.json')
    return { kind: 'rules', file, scope: 'workspace', root: workspace };
  return { kind: 'rules', file, scope: 'project', root };
}

/** The text of such a file, with the place of each of its rules. */
export function readRuleDocument(text: string, { kind, file, scope, root }: RuleFile): RuleDocument {
  const place = { scope, root, file };
  if (kind === 'settings') {
    const { rules, problems } = parseSettings(text);
    return { text, problems, rules: rules.map((rule): WrittenRule => Object.assign(rule, place)) };
  }
  const { rules, problems } = parseRulesFile(text);
  return { text, problems, rules: rules.map((rule): WrittenRule => Object.assign(written(rule), place)) };
}

function written({ rule: { id: _id, expires, ...rule }, line, spans }: FileRule) {
  // An end that cannot be read never comes.
  const ends = expires === undefined || expires === Number.POSITIVE_INFINITY ? {} : { expires };
  return { ...rule, ...ends, line, spans };
}
