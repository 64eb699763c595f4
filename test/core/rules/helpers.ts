import {
  type ToolUse,
  compileRules,
  type Context,
  evaluate,
  type ScopedRule,
  type Verdict,
} from '../../../src/core/rules';
import type { Action, Scope } from '../../../src/core/call/ruleRef';

export const workspace = '/w';
export const home = '/home/me';

/** A machine without symlinks: every path is what it seems. */
export function context(overrides: Partial<Context> = {}): Context {
  return {
    workspace: [workspace],
    home,
    platform: 'linux',
    trusted: true,
    mode: 'default',
    skip: { fileEdits: false, bash: false, skills: false, mcp: false },
    trustAll: false,
    now: Date.parse('2026-06-01T00:00:00Z'),
    facts: {
      realPath: path => plainPath(path),
      git: () => ({ found: false, root: undefined, settings: [], hooks: [] }),
      gitAnswer: (_, [first]) => (first === 'cat-file' ? 'commit' : ''),
      entries: () => undefined,
      text: () => undefined,
      tracked: () => undefined,
    },
    ...overrides,
  };
}

function plainPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

export function rule(
  action: Action,
  pattern: string,
  scope: Scope = 'project',
  extra: Partial<ScopedRule> = {},
): ScopedRule {
  return { action, pattern, source: { scope }, root: workspace, ...extra };
}

/** `allow Bash(npm run:*)` and so on, one rule a string. */
export function rules(...lines: readonly string[]): readonly ScopedRule[] {
  return lines.map(line => {
    const [, action = '', pattern = ''] = /^(allow|ask|deny) (.*)$/s.exec(line) ?? [];
    if (action !== 'allow' && action !== 'ask' && action !== 'deny') throw new Error(`Not a rule: ${line}`);
    return rule(action, pattern);
  });
}

export function judge(
  set: readonly ScopedRule[],
  call: Partial<ToolUse> & { tool: string },
  overrides: Partial<Context> = {},
): Verdict {
  return evaluate(compileRules(set), { input: {}, cwd: workspace, ...call }, context(overrides));
}

export function bash(set: readonly ScopedRule[], command: string, overrides: Partial<Context> = {}): Verdict {
  return judge(set, { tool: 'Bash', input: { command } }, overrides);
}
