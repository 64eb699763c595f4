import { evaluate } from './evaluate';
import { parseRule, printRule } from './rule';
import { compileRules } from './ruleSet';
import type { Action, Call, Context, ScopedRule } from './verdict';

/** What advice needs to know of a rule: the shape in which rules files hold them. */
export interface WrittenRule {
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
    editGrant: false,
    now: 0,
    facts: { realPath: path => path, gitDanger: () => undefined },
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

function exampleCall(pattern: string, example: string, cwd: string): Call {
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

const starters = new Set(
  (
    'sh bash zsh fish dash ksh env sudo doas su xargs eval exec node deno bun python python2 python3 perl ruby php lua ' +
    'npx bunx pnpx uvx ssh docker podman kubectl git npm yarn pnpm make curl wget rm find awk sed nohup timeout time watch'
  ).split(' '),
);

/** Rules that are dead, repeated by a wider one, or broader than they look. */
export function weakRules(rules: readonly WrittenRule[], now: number): readonly Advice[] {
  return rules.flatMap((rule, index) => {
    const found: Advice[] = [];
    if (rule.expires !== undefined && rule.expires <= now)
      found.push({ line: rule.line, message: `${rule.pattern} has expired and does nothing.` });
    const wide = breadth(rule);
    if (wide !== undefined) found.push({ line: rule.line, message: wide });
    const shadow = rules.find(
      (other, at) => at !== index && shadows(other, rule) && !(at > index && shadows(rule, other)),
    );
    if (shadow)
      found.push({
        line: rule.line,
        message: `${rule.pattern} never decides: ${shadow.action} ${shadow.pattern} (line ${shadow.line}) comes first.`,
      });
    return found;
  });
}

function breadth(rule: WrittenRule): string | undefined {
  if (rule.action !== 'allow') return undefined;
  const parsed = parseRule(rule.pattern, rule.action);
  if ('error' in parsed) return undefined;
  if (parsed.rule.kind === 'tool' && /^(?:Bash|Edit|Write|WebFetch)$/.test(parsed.rule.tool))
    return `${rule.pattern} allows every call of the tool.`;
  if (parsed.rule.kind === 'prefix' && parsed.rule.words.length === 1 && starters.has(parsed.rule.words[0] ?? '')) {
    return `${rule.pattern} allows almost anything: ${parsed.rule.words[0]} can start other programs or destroy data.`;
  }
  if (parsed.rule.kind === 'glob' && parsed.rule.pattern.startsWith('*'))
    return `${rule.pattern} allows every program with such arguments.`;
  return undefined;
}

const strength = { allow: 0, ask: 1, deny: 2 } as const;

/** Whether `one` decides every call that `other` could decide. */
function shadows(one: WrittenRule, other: WrittenRule): boolean {
  if (strength[one.action] < strength[other.action]) return false;
  const [wide, narrow] = [parseRule(one.pattern, one.action), parseRule(other.pattern, other.action)];
  if ('error' in wide || 'error' in narrow) return false;
  if (printRule(wide.rule) === printRule(narrow.rule)) return true;
  if (wide.rule.kind === 'tool')
    return 'tool' in narrow.rule
      ? wide.rule.tool === narrow.rule.tool
      : wide.rule.tool === 'Bash' && 'words' in narrow.rule;
  if (wide.rule.kind !== 'prefix' || (narrow.rule.kind !== 'prefix' && narrow.rule.kind !== 'exact')) return false;
  const { words } = narrow.rule;
  return wide.rule.words.length <= words.length && wide.rule.words.every((word, index) => word === words[index]);
}
