import { join } from 'node:path';
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { RuleSource, ScopedRule, Unreadable } from '../core/rules';
import type { Action } from '../core/call/ruleRef';
import type { StoreProblem } from '../core/ruleAdmin/storedRule';
import { codeOf } from './errorCode';
import { stampOf, watchFiles } from './fileStamp';
import { readSmallFile } from './readSmallFile';
import { say } from '../core/texts/sentence';
import { sentenceOf } from '../core/texts/told';

const actions: readonly Action[] = ['deny', 'ask', 'allow'];

/** What one settings file of Claude Code says. It is shown and obeyed, never changed. */
interface SettingsRules {
  readonly rules: readonly ScopedRule[];
  readonly unreadable: readonly Unreadable[];
  /** Where the file stops being JSON. */
  readonly brokenAt?: number;
}

function parseClaudeSettings(text: string, file: string, root: string): SettingsRules {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const rules: ScopedRule[] = [];
  const unreadable: Unreadable[] = [];
  const sourceAt = (offset: number): RuleSource => ({ scope: 'claude', file, line: lineAt(text, offset) });
  for (const action of tree ? actions : []) {
    const list = tree && findNodeAtLocation(tree, ['permissions', action]);
    for (const node of listed(list)) {
      const source = sourceAt(node.offset);
      if (typeof node.value === 'string' && node !== list) rules.push({ action, pattern: node.value, source, root });
      // Only a rule that forbids is missed when it cannot be read.
      else if (action !== 'allow')
        unreadable.push({ source, why: say('This {action} rule is not a text in a list.', { action: say(action) }) });
    }
  }
  const [error] = errors;
  if (!error || (!tree && text.trim() === '')) return { rules, unreadable };
  const source = sourceAt(error.offset);
  const why = say('This is not JSON ({error}).', { error: printParseErrorCode(error.error) });
  return { rules, unreadable: [{ source, why }, ...unreadable], brokenAt: source.line ?? 1 };
}

/** What stands in a list of rules; what should be a list and is none stands for itself. */
function listed(list: Node | undefined): readonly Node[] {
  if (!list || list.type === 'null') return [];
  return list.type === 'array' ? (list.children ?? []) : [list];
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

interface ClaudePlaces {
  readonly home: string;
  readonly workspace: string;
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
