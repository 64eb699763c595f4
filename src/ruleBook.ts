import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Judge } from './core/judge';
import { judgementOf } from './core/judgement';
import {
  compileRules,
  type Context,
  evaluate,
  type PermissionMode,
  type RuleSet,
  type Scope,
  type ScopedRule,
} from './core/rules';
import { claudeSettingsFiles, readClaudeRules } from './stores/claudeSettings';
import { nodeFacts } from './stores/nodeFacts';
import { parseRulesFile, rulesOfFile } from './stores/rulesFile';

export interface RuleBookOptions {
  readonly workspace: string;
  /** Rules files that the person named; instead of those that are found. */
  readonly files?: readonly string[];
  readonly skip: () => Context['skip'];
  /** Whether the person accepted what the repository's own rules file allows. Its deny and ask rules always count. */
  readonly projectAllows: () => boolean;
  readonly onProblem: (text: string) => void;
}

/** The rules of every scope, compiled once and again after a change, and the verdict on a call. */
export class RuleBook {
  readonly #options: RuleBookOptions;
  #rules: RuleSet | undefined;

  constructor(options: RuleBookOptions) {
    this.#options = options;
  }

  /** Files in which a rule may stand: whoever watches them says `reload` after a change. */
  get files(): readonly string[] {
    const { workspace, files } = this.#options;
    if (files) return files;
    const claude = claudeSettingsFiles({ home: homedir(), workspace }).map(settings => settings.file);
    return [projectRules(workspace), userRules(), ...claude];
  }

  reload(): void {
    this.#rules = undefined;
  }

  readonly judge: Judge = ({ tool, input, cwd, mode }) => {
    this.#rules ??= compileRules(this.#load());
    return judgementOf(tool, evaluate(this.#rules, { tool, input, cwd }, this.#context(mode)));
  };

  #load(): readonly ScopedRule[] {
    const { workspace, files, projectAllows } = this.#options;
    if (files) return files.flatMap(file => this.#read(file, 'user', workspace, true));
    const project = this.#read(projectRules(workspace), 'project', workspace, false);
    return [
      ...(projectAllows() ? project : project.filter(rule => rule.action !== 'allow')),
      ...this.#read(userRules(), 'user', homedir(), false),
      ...readClaudeRules({ home: homedir(), workspace }),
    ];
  }

  /** A file that is there and cannot be read may have denied anything, so everything asks. */
  #read(file: string, scope: Scope, root: string, required: boolean): readonly ScopedRule[] {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      const missing =
        error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
      if (missing && !required) return [];
      this.#options.onProblem(`${file} cannot be read (${String(error)}), so every call asks.`);
      return [{ action: 'deny', pattern: '(', source: { scope, file }, root }];
    }
    const parsed = parseRulesFile(text);
    for (const problem of parsed.problems) this.#options.onProblem(`${file}:${problem.line}: ${problem.message}`);
    return rulesOfFile(parsed, { scope, file, root });
  }

  #context(mode: string | undefined): Context {
    return {
      workspace: [this.#options.workspace],
      home: homedir(),
      platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
      trusted: true,
      mode: modes.find(it => it === mode) ?? 'default',
      skip: this.#options.skip(),
      trustAll: false,
      editGrant: false,
      now: Date.now(),
      facts: nodeFacts,
    };
  }
}

/** Modes of the agent that change what the rules say. Skipping every question is not one of them: it counts as asking. */
const modes: readonly PermissionMode[] = ['acceptEdits', 'plan', 'dontAsk'];

export function projectRules(workspace: string): string {
  return join(workspace, '.latch', 'rules.json');
}

export function userRules(): string {
  return join(homedir(), '.latch', 'rules.json');
}
