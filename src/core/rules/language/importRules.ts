import { parseRule, printRule } from './rule';
import type { Action } from '../../call/ruleRef';

/** A rule that was read from the settings of another program. */
export interface ImportedRule {
  readonly action: Action;
  readonly pattern: string;
  /** What a person should know before keeping it. */
  readonly note?: string;
}

export interface RefusedRule {
  readonly text: string;
  readonly reason: string;
}

export interface Import {
  readonly rules: readonly ImportedRule[];
  readonly refused: readonly RefusedRule[];
}

const actions: readonly Action[] = ['deny', 'ask', 'allow'];

/**
 * Reads the parsed settings of Claude Code (`permissions`), of a plain `allow`/`deny` list, of `allowedTools`,
 * or of VS Code (`chat.tools.terminal.autoApprove`). Nothing is widened: what cannot be said exactly is refused.
 */
export function importRules(settings: unknown, knownServers: readonly string[] = []): Import {
  const rules: ImportedRule[] = [];
  const refused: RefusedRule[] = [];
  const add = (action: Action, text: unknown): void => {
    const read =
      typeof text === 'string'
        ? converted(action, text, knownServers)
        : { text: JSON.stringify(text), reason: 'It is not a text.' };
    if ('reason' in read) refused.push(read);
    else rules.push(read);
  };
  for (const list of [field(settings, 'permissions'), settings]) {
    for (const action of actions) for (const text of listOf(field(list, action))) add(action, text);
  }
  for (const text of listOf(field(settings, 'allowedTools'))) add('allow', text);
  for (const [key, value] of Object.entries(record(field(settings, 'chat.tools.terminal.autoApprove')))) {
    const read = terminalRule(key, value);
    if ('reason' in read) refused.push(read);
    else rules.push(read);
  }
  return { rules: unique(rules), refused };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Names that other programs give to tools. */
const toolNames: ReadonlyMap<string, string> = new Map([
  ['bash', 'Bash'],
  ['shell', 'Bash'],
  ['run_shell_command', 'Bash'],
  ['file_read', 'Read'],
  ['read_file', 'Read'],
  ['read', 'Read'],
  ['file_write', 'Edit'],
  ['write_file', 'Edit'],
  ['file_edit', 'Edit'],
  ['edit', 'Edit'],
  ['write', 'Edit'],
  ['web_fetch', 'WebFetch'],
  ['skill', 'Skill'],
]);

function converted(action: Action, text: string, knownServers: readonly string[]): ImportedRule | RefusedRule {
  const [, name = '', rest = ''] = /^\s*([^(\s]+)\s*(\(.*)?$/s.exec(text) ?? [];
  const tool = toolNames.get(name) ?? name;
  const server = singleUnderscore(tool, knownServers);
  const pattern = `${server ?? tool}${rest}`;
  const parsed = parseRule(pattern, action);
  if ('error' in parsed) return { text, reason: `${parsed.error.message}.` };
  const printed = printRule(parsed.rule);
  if (server !== undefined) return { action, pattern: printed, note: `${text} is written ${printed} here.` };
  if (/^mcp__[^_]+(?:_[^_]+)+$/.test(tool)) {
    return {
      action,
      pattern: printed,
      note: `${printed} covers a whole server of this name. A tool is written mcp__server__tool.`,
    };
  }
  return { action, pattern: printed };
}

/** `mcp__fs_read_file` is the tool `read_file` of the server `fs`, when there is such a server. */
function singleUnderscore(tool: string, knownServers: readonly string[]): string | undefined {
  if (!tool.startsWith('mcp__') || tool.indexOf('__', 5) >= 0) return undefined;
  const rest = tool.slice(5);
  const server = knownServers
    .toSorted((one, other) => other.length - one.length)
    .find(name => rest.startsWith(`${name}_`));
  return server === undefined ? undefined : `mcp__${server}__${rest.slice(server.length + 1)}`;
}

/** A key of VS Code is the beginning of a command; as a regular expression it says more than a rule can. */
function terminalRule(key: string, value: unknown): ImportedRule | RefusedRule {
  if (key.startsWith('/')) return { text: key, reason: 'A rule cannot say what a regular expression says.' };
  const approve: unknown = typeof value === 'boolean' ? value : field(value, 'approve');
  if (field(value, 'matchCommandLine') === true)
    return { text: key, reason: 'A rule looks at single commands, not at a whole line.' };
  if (approve === null) return { text: key, reason: 'It only takes a default of VS Code away.' };
  if (typeof approve !== 'boolean') return { text: key, reason: 'It neither approves nor refuses.' };
  const action: Action = approve ? 'allow' : 'ask';
  const pattern = `Bash(${key}:*)`;
  const parsed = parseRule(pattern, action);
  return 'error' in parsed
    ? { text: key, reason: `${parsed.error.message}.` }
    : { action, pattern: printRule(parsed.rule) };
}

function unique(rules: readonly ImportedRule[]): readonly ImportedRule[] {
  const seen = new Set<string>();
  return rules.filter(rule => {
    const key = `${rule.action} ${rule.pattern}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
