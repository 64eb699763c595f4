import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, type ParseError, parseTree } from 'jsonc-parser';
import type { ScopedRule } from '../core/rules';
import type { Action } from '../core/call/ruleRef';
import type { StoreProblem } from '../core/ruleAdmin/storedRule';
import { stampOf, watchFiles } from './fileStamp';

const actions: readonly Action[] = ['deny', 'ask', 'allow'];

/** The permission rules in the text of a settings file of Claude Code. They are shown and obeyed, never changed. */
export function parseClaudeSettings(text: string, file: string, root: string): readonly ScopedRule[] {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const source = { scope: 'claude', file } as const;
  // A settings file that cannot be read may have denied something: every call asks.
  const line = lineAt(text, errors[0]?.offset ?? 0);
  const unreadable: readonly ScopedRule[] = [{ action: 'ask', pattern: '(', source: { ...source, line }, root }];
  if (!tree) return text.trim() === '' ? [] : unreadable;
  const rules = actions.flatMap((action): ScopedRule[] => {
    const list = findNodeAtLocation(tree, ['permissions', action]);
    return (list?.children ?? []).flatMap((node): ScopedRule[] => {
      const here = { ...source, line: lineAt(text, node.offset) };
      if (typeof node.value === 'string') return [{ action, pattern: node.value, source: here, root }];
      return action === 'allow' ? [] : [{ action, pattern: '(', source: here, root }];
    });
  });
  return errors.length > 0 ? [...rules, ...unreadable] : rules;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export interface ClaudePlaces {
  readonly home: string;
  readonly workspace: string;
  readonly platform?: NodeJS.Platform;
}

/** What every settings file that the CLI reads says: managed, user, project, local. */
export interface ClaudeContent {
  readonly rules: readonly ScopedRule[];
  /** Allow rules that the repository brings: they count once a person has accepted them. */
  readonly unaccepted: readonly ScopedRule[];
  readonly problems: readonly StoreProblem[];
}

export function readClaudeRules(places: ClaudePlaces): ClaudeContent {
  const found: { rule: ScopedRule; counts: boolean }[] = [];
  const problems: StoreProblem[] = [];
  for (const { file, root, fromRepository } of claudeSettingsFiles(places)) {
    const text = readText(file);
    if (text === undefined) continue;
    const rules = parseClaudeSettings(text, file, root);
    const broken = rules.find(rule => rule.pattern === '(');
    if (broken)
      problems.push({
        code: 'broken',
        message: `${file} cannot be read as settings of Claude Code, so every call asks.`,
        file,
        line: broken.source.line ?? 1,
      });
    found.push(...rules.map(rule => ({ rule, counts: !fromRepository || rule.action !== 'allow' })));
  }
  const named = withIds(found.map(({ rule }) => rule));
  return {
    rules: named.filter((_, at) => found[at]?.counts),
    unaccepted: named.filter((_, at) => !found[at]?.counts),
    problems,
  };
}

interface SettingsFile {
  readonly file: string;
  readonly root: string;
  /** A repository can bring it, also the one that is meant to be private: its allow rules count once they are accepted. */
  readonly fromRepository: boolean;
}

function claudeSettingsFiles(places: ClaudePlaces): readonly SettingsFile[] {
  const { home, workspace, platform = process.platform } = places;
  const user = join(home, '.claude');
  return [
    { file: managedSettings(platform), root: '/', fromRepository: false },
    { file: join(user, 'settings.json'), root: user, fromRepository: false },
    { file: join(workspace, '.claude', 'settings.json'), root: workspace, fromRepository: true },
    { file: join(workspace, '.claude', 'settings.local.json'), root: workspace, fromRepository: true },
  ];
}

function managedSettings(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json';
  if (platform === 'win32') return 'C:\\ProgramData\\ClaudeCode\\managed-settings.json';
  return '/etc/claude-code/managed-settings.json';
}

/** What those settings files say, read again only when one of them has changed. */
export class ClaudeRules {
  readonly #places: ClaudePlaces;
  #known: ({ readonly revision: string } & ClaudeContent) | undefined;

  constructor(places: ClaudePlaces) {
    this.#places = places;
  }

  list(): { readonly revision: string } & ClaudeContent {
    const revision = claudeSettingsFiles(this.#places)
      .map(({ file }) => stampOf(file))
      .join(';');
    if (this.#known?.revision !== revision) this.#known = { revision, ...readClaudeRules(this.#places) };
    return this.#known;
  }

  watch(changed: () => void): () => void {
    const files = claudeSettingsFiles(this.#places).map(({ file }) => file);
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

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isMissing ? undefined : '{';
  }
}
