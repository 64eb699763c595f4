import { join, resolve } from 'node:path';
import type { RuleSource, ScopedRule, Unreadable } from '../core/rules';
import type { StoreProblem } from '../core/ruleAdmin/storedRule';
import { codeOf } from './errorCode';
import { stampOf, watchFiles } from './fileStamp';
import { readSmallFile } from './readSmallFile';
import { parseSettings } from './settingsText';
import { say } from '../core/texts/sentence';
import { sentenceOf } from '../core/texts/told';

/** What one settings file of Claude Code says. It is shown and obeyed, never changed. */
interface SettingsRules {
  readonly rules: readonly ScopedRule[];
  readonly unreadable: readonly Unreadable[];
  /** Where the file stops being JSON. */
  readonly brokenAt?: number;
}

function parseClaudeSettings(text: string, file: string, root: string): SettingsRules {
  const { rules, problems } = parseSettings(text);
  const sourceAt = (line: number): RuleSource => ({ scope: 'claude', file, line });
  const broken = problems.find(({ kind }) => kind === 'json');
  return {
    rules: rules.map(({ action, pattern, line }) => ({ action, pattern, source: sourceAt(line), root })),
    unreadable: problems.flatMap(({ asks, line, message: why }) => (asks ? [{ source: sourceAt(line), why }] : [])),
    ...(broken ? { brokenAt: broken.line } : {}),
  };
}

interface ClaudePlaces {
  readonly home: string;
  readonly workspace: string;
  /** CLAUDE_CONFIG_DIR of the agent, where it has one: its user settings lie there then, and nowhere else. */
  readonly claudeFolder?: string | undefined;
  readonly platform?: NodeJS.Platform;
}

/** What every settings file that the CLI reads says: managed, user, project, local. */
interface ClaudeContent {
  readonly rules: readonly ScopedRule[];
  /** Allow rules that the repository brings: they count once a person has accepted them. */
  readonly unaccepted: readonly ScopedRule[];
  readonly unreadable: readonly Unreadable[];
  readonly problems: readonly StoreProblem[];
}

function readClaudeRules(places: ClaudePlaces): ClaudeContent {
  const found: { rule: ScopedRule; counts: boolean }[] = [];
  const unreadable: Unreadable[] = [];
  const problems: StoreProblem[] = [];
  for (const { file, root, fromRepository } of claudeSettingsFiles(places)) {
    const read = readSettings(file, root);
    if (!read) continue;
    found.push(...read.rules.map(rule => ({ rule, counts: !fromRepository || rule.action !== 'allow' })));
    unreadable.push(...read.unreadable);
    problems.push(...problemsOf(file, read));
  }
  const named = withIds(found.map(({ rule }) => rule));
  return {
    rules: named.filter((_, at) => found[at]?.counts),
    unaccepted: named.filter((_, at) => !found[at]?.counts),
    unreadable,
    problems,
  };
}

function problemsOf(file: string, { unreadable, brokenAt }: SettingsRules): readonly StoreProblem[] {
  if (brokenAt === undefined)
    return unreadable.map(({ why, source: { line = 1 } }) => ({ code: 'unreadable', message: why, file, line }));
  const message = say('{file} cannot be read as settings of Claude Code, so every call asks.', { file });
  return [{ code: 'broken', message, file, line: brokenAt }];
}

interface SettingsFile {
  readonly file: string;
  readonly root: string;
  /** A repository can bring it, also the one that is meant to be private: its allow rules count once they are accepted. */
  readonly fromRepository: boolean;
}

export function claudeSettingsFiles(places: ClaudePlaces): readonly SettingsFile[] {
  const { workspace, platform = process.platform } = places;
  const user = userFolder(places);
  return [
    { file: managedSettings(platform), root: '/', fromRepository: false },
    { file: join(user, 'settings.json'), root: user, fromRepository: false },
    { file: join(workspace, '.claude', 'settings.json'), root: workspace, fromRepository: true },
    { file: join(workspace, '.claude', 'settings.local.json'), root: workspace, fromRepository: true },
  ];
}

/** Where the settings of the person lie, with all else that is Claude Code's own. */
export function userFolder({ home, workspace, claudeFolder = '' }: ClaudePlaces): string {
  // The agent starts in the workspace, and what it is told may begin there.
  return claudeFolder === '' ? join(home, '.claude') : resolve(workspace, claudeFolder);
}

function managedSettings(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json';
  if (platform === 'win32') return 'C:\\ProgramData\\ClaudeCode\\managed-settings.json';
  return '/etc/claude-code/managed-settings.json';
}

/** What those settings files say, read again only when one of them has changed. */
export class ClaudeRules {
  readonly #places: () => ClaudePlaces;
  #known: ({ readonly revision: string } & ClaudeContent) | undefined;

  /** Where they lie may change with the environment that the person gives the agent. */
  constructor(places: () => ClaudePlaces) {
    this.#places = places;
  }

  list(): { readonly revision: string } & ClaudeContent {
    const places = this.#places();
    const revision = claudeSettingsFiles(places)
      .map(({ file }) => `${file} ${stampOf(file)}`)
      .join(';');
    if (this.#known?.revision !== revision) this.#known = { revision, ...readClaudeRules(places) };
    return this.#known;
  }

  watch(changed: () => void): () => void {
    const files = claudeSettingsFiles(this.#places()).map(({ file }) => file);
    return watchFiles(files, changed);
  }
}

/** These rules have no ids of their own, so what they say names them. */
function withIds(rules: readonly ScopedRule[]): readonly ScopedRule[] {
  const seen = new Map<string, number>();
  return rules.map(rule => {
    const text = `${rule.action} ${rule.pattern}`;
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return { ...rule, source: { ...rule.source, id: times === 1 ? text : `${text} ${times}` } };
  });
}

/** What cannot be read may have forbidden anything. */
function readSettings(file: string, root: string): SettingsRules | undefined {
  try {
    return parseClaudeSettings(readSmallFile(file), file, root);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return { rules: [], unreadable: [{ source: { scope: 'claude', file }, why: sentenceOf(error) }], brokenAt: 1 };
  }
}
