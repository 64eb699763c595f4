import { evaluate } from './evaluate';
import { parseRule } from '../language/rule';
import { compileRules } from './ruleSet';
import type { ToolUse, Context, ScopedRule } from '../language/verdict';
import type { Action } from '../../call/ruleRef';
import { weaknesses, type Weakness } from './weakness';

/** What advice needs to know of a rule: the shape in which rules files hold them. */
interface WrittenRule {
  readonly action: Action;
  readonly pattern: string;
  readonly line: number;
  readonly expires?: number;
  readonly examples: { readonly match: readonly string[]; readonly noMatch: readonly string[] };
}

export interface Advice {
  readonly line: number;
  readonly message: string;
}

/** A machine on which every path is what it seems, so that examples mean the same everywhere. */
function plainContext(root: string): Context {
  return {
    workspace: [root],
    home: '/home/example',
    platform: 'linux',
    trusted: false,
    mode: 'default',
    skip: { fileEdits: false, bash: false, skills: false, mcp: false },
    trustAll: false,
    now: 0,
    facts: { realPath: path => path, gitDanger: () => undefined, entries: () => undefined },
  };
}

/** The examples of a rule that do not come out as written. */
export function exampleProblems(rule: WrittenRule, root: string): readonly string[] {
  if ('error' in parseRule(rule.pattern, rule.action)) return [];
  return [
    ...rule.examples.match
      .filter(text => !decides(rule, text, root))
      .map(text => `${rule.pattern} should match "${text}" but does not.`),
    ...rule.examples.noMatch
      .filter(text => decides(rule, text, root))
      .map(text => `${rule.pattern} should not match "${text}" but does.`),
  ];
}

/** Whether this rule alone gives its action to the call. */
function decides(rule: WrittenRule, example: string, root: string): boolean {
  const call = exampleCall(rule.pattern, example, root);
  const scoped: ScopedRule = { action: rule.action, pattern: rule.pattern, source: { scope: 'project' }, root };
  const found = evaluate(compileRules([scoped]), call, plainContext(root));
  const used = found.because.some(because => because.rule === rule.pattern);
  return used && found.decision === rule.action;
}

function exampleCall(pattern: string, example: string, cwd: string): ToolUse {
  const tool = /^([\w-]+)/.exec(pattern)?.[1] ?? 'Bash';
  if (example.startsWith('{')) {
    try {
      const input: unknown = JSON.parse(example);
      return { tool, input, cwd };
    } catch {
      // Not JSON after all: the example is a command or a path.
    }
  }
  switch (tool) {
    case 'Bash':
      return { tool, input: { command: example }, cwd };
    case 'WebFetch':
      return { tool, input: { url: example }, cwd };
    case 'Skill':
      return { tool, input: { skill: example }, cwd };
    case 'Agent':
    case 'Task':
      return { tool, input: { subagent_type: example }, cwd };
    case 'NotebookEdit':
      return { tool, input: { notebook_path: example }, cwd };
    default:
      return tool.startsWith('mcp__')
        ? { tool: example, input: {}, cwd }
        : { tool, input: { file_path: example }, cwd };
  }
}

/** Rules that are dead, repeated by a wider one, or broader than they look. */
export function weakRules(rules: readonly WrittenRule[], now: number): readonly Advice[] {
  return weaknesses(rules, now).map(weakness => adviceOf(rules, weakness));
}

function adviceOf(rules: readonly WrittenRule[], weakness: Weakness): Advice {
  const { line = 1, pattern = '' } = rules[weakness.place] ?? {};
  switch (weakness.kind) {
    case 'expired':
      return { line, message: `${pattern} has expired and does nothing.` };
    case 'broad':
      return { line, message: weakness.reason };
    case 'shadowed': {
      const by = rules[weakness.by];
      return {
        line,
        message: `${pattern} never decides: ${by?.action} ${by?.pattern} (line ${by?.line}) comes first.`,
      };
    }
    default:
      return weakness satisfies never;
  }
}
