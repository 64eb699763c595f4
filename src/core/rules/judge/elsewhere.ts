/** What rules for commands and files forbid, in the input of a tool that is neither the shell nor one for files. */
import { toolName } from '../language/rule';
import { field, textsIn } from '../language/field';
import type { Because, ToolUse } from '../language/verdict';
import { World } from '../paths/world';
import { isBookkeeping } from '../tables/bookkeeping';
import { evaluateBash } from './bash';
import { mayStart } from './mentions';
import { forbiddingRule } from './path';
import type { RuleSet } from './ruleSet';

/** These take what somebody says or looks for, and what they start is judged by itself. */
const spoken: ReadonlySet<string> = new Set(
  'Agent Skill WebFetch WebSearch Network SendMessage EnterPlanMode StructuredOutput PushNotification'.split(' '),
);

export function forbiddenElsewhere(set: RuleSet, call: ToolUse, world: World): Because | undefined {
  const { tool } = call;
  if (tool === 'Monitor') return forbiddenLine(set, call, world);
  const actions = ['deny', 'ask'] as const;
  for (const action of actions) {
    const found = tool === 'PowerShell' ? unread(set, action, call, world) : forbiddenFile(set, action, call, world);
    if (found) return found;
  }
  return undefined;
}

/** It runs its command in the shell: what is asked there where everything is trusted is asked here. */
function forbiddenLine(set: RuleSet, call: ToolUse, { context }: World): Because | undefined {
  const line = field(call.input, 'command');
  if (line === undefined) return undefined;
  const trusting = { ...context, mode: 'default', trustAll: true, confined: false, held: false } as const;
  const [first] = evaluateBash(set, { ...call, tool: 'Bash' }, line, new World(trusting, call.cwd)).because;
  return first?.verdict === 'allow' ? undefined : first;
}

/** A language that is not read may start or open whatever a rule forbids. */
function unread(set: RuleSet, action: 'deny' | 'ask', call: ToolUse, { context }: World): Because | undefined {
  const { deniedCommands, read, edit } = set[action];
  const rule = deniedCommands?.any(context.now) ?? read.any(context.now) ?? edit.any(context.now);
  return rule && mayStart(rule, field(call.input, 'command') ?? '');
}

/** A text that as a whole is the path of a file. What the tool does with it nobody can see from here. */
function forbiddenFile(set: RuleSet, action: 'deny' | 'ask', call: ToolUse, world: World): Because | undefined {
  if (set[action].read.isEmpty && set[action].edit.isEmpty) return undefined;
  if (spoken.has(toolName(call.tool)) || isBookkeeping(call.tool)) return undefined;
  for (const text of textsIn(call.input)) {
    if (text.length > longestPath || !/^[^\n]*[./\\][^\n]*$/.test(text)) continue;
    const rule = forbiddingRule(set, action, 'edit', world.forms(plainPath(text)), world);
    if (rule) return mayStart(rule, text);
  }
  return undefined;
}

const longestPath = 1000;

/** `file:///w/a%20b` is `/w/a b`. */
function plainPath(text: string): string {
  const path = text.trim().replaceAll('\\', '/');
  const address = /^file:\/\/[^/]*(\/.*)$/i.exec(path)?.[1];
  if (address === undefined) return path;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
