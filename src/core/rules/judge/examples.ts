import { isAgentTool } from '../../call/agentTool';
import type { RuleInput } from '../../call/ruleInput';
import { evaluate } from './evaluate';
import { parseRule } from '../language/rule';
import { compileRules } from './ruleSet';
import type { ToolUse, Context, ScopedRule } from '../language/verdict';
import { say, type Sentence } from '../../texts/sentence';

/** A rule of a file that says what it should match, and what it should not. */
export interface RuleWithExamples {
  readonly rule: RuleInput;
  readonly examples: { readonly match: readonly string[]; readonly noMatch: readonly string[] };
}

/** A machine on which every path is what it seems, so that examples mean the same everywhere. */
export function plainContext(root: string): Context {
  return {
    workspace: [root],
    home: '/home/example',
    platform: 'linux',
    trusted: false,
    mode: 'default',
    skip: { fileEdits: false, bash: false, skills: false, mcp: false },
    trustAll: false,
    now: 0,
    facts: {
      realPath: path => path,
      git: () => ({ found: false, root: undefined, settings: [], hooks: [] }),
      gitAnswer: () => '',
      tracked: () => undefined,
      entries: () => undefined,
      text: () => undefined,
    },
  };
}

/** An example that does not come out as written, and its place in its list. */
interface FailedExample {
  readonly list: 'match' | 'noMatch';
  readonly place: number;
  readonly message: Sentence;
}

export function failedExamples({ rule, examples }: RuleWithExamples, root: string): readonly FailedExample[] {
  if (examples.match.length + examples.noMatch.length === 0) return [];
  if ('error' in parseRule(rule.pattern, rule.action)) return [];
  const said = { rule: rule.pattern };
  return [
    ...examples.match.flatMap((example, place): FailedExample[] =>
      decides(rule, example, root)
        ? []
        : [
            {
              list: 'match',
              place,
              message: say('{rule} should match "{example}" but does not.', { ...said, example }),
            },
          ],
    ),
    ...examples.noMatch.flatMap((example, place): FailedExample[] =>
      decides(rule, example, root)
        ? [
            {
              list: 'noMatch',
              place,
              message: say('{rule} should not match "{example}" but does.', { ...said, example }),
            },
          ]
        : [],
    ),
  ];
}

/** Whether this rule alone gives its action to the call. */
function decides(rule: RuleInput, example: string, root: string): boolean {
  const call = exampleCall(rule.pattern, example, root);
  const { action, pattern } = rule;
  const scoped: ScopedRule = { action, pattern, source: { scope: 'project' }, root };
  const found = evaluate(compileRules([scoped]), call, plainContext(root));
  const used = found.because.some(because => because.rule === pattern);
  return used && found.decision === action;
}

function exampleCall(pattern: string, example: string, cwd: string): ToolUse {
  const tool = isAgentTool(pattern) ? pattern : (/^([\w-]+)/.exec(pattern)?.[1] ?? 'Bash');
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
      return tool.startsWith('mcp__') || isAgentTool(tool)
        ? { tool: example, input: {}, cwd }
        : { tool, input: { file_path: example }, cwd };
  }
}
