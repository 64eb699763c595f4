import type { Action } from '../../call/ruleRef';
import { isAgentTool } from '../../call/agentTool';
import { networkTool } from '../../call/call';
import { shellWords } from './words';
import { say, type Sentence } from '../../texts/sentence';

/** A rule after parsing. What cannot be parsed is a `RuleError`, never a guess. */
export type Rule =
  | { readonly kind: 'tool'; readonly tool: string }
  /** A tool name with a `*`. */
  | { readonly kind: 'toolPattern'; readonly pattern: string }
  | { readonly kind: 'prefix'; readonly words: readonly string[] }
  | { readonly kind: 'exact'; readonly words: readonly string[] }
  | { readonly kind: 'glob'; readonly pattern: string }
  | { readonly kind: 'path'; readonly tool: string; readonly access: PathAccess; readonly pattern: PathPattern }
  | { readonly kind: 'domain'; readonly tool: string; readonly host: string }
  | { readonly kind: 'name'; readonly tool: string; readonly name: string; readonly prefix: boolean }
  | { readonly kind: 'parameter'; readonly tool: string; readonly parameter: string; readonly value: string };

type PathAccess = 'read' | 'edit';

/** Where a path pattern starts: `//x`, `~/x`, `/x`, `./x` or `x/y`, and `x`. */
type PathAnchor = 'absolute' | 'home' | 'root' | 'cwd' | 'anywhere';

export interface PathPattern {
  readonly anchor: PathAnchor;
  readonly segments: readonly string[];
}

export interface RuleError {
  /** Where in the text, counted from 0. */
  readonly at: number;
  readonly message: Sentence;
  readonly suggestion?: string;
}

type ParsedRule = { readonly rule: Rule } | { readonly error: RuleError };

export const readTools: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS', 'NotebookRead']);
export const editTools: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

/** Two names that the CLI uses for one tool, and a short one for what no person would write. */
export function toolName(tool: string): string {
  if (tool === 'Task') return 'Agent';
  return tool === networkTool ? 'Network' : tool;
}

const longestRule = 4_000;

/** Reads `Tool` or `Tool(specifier)`. Some forms exist for deny and ask only. */
export function parseRule(text: string, action: Action): ParsedRule {
  if (text.length > longestRule)
    return fail(longestRule, say('The rule is longer than {most} characters', { most: longestRule }));
  const source = text.trim();
  if (source === '') return fail(0, say('The rule is empty'), 'Bash(npm run:*)');
  const open = source.indexOf('(');
  if (open < 0 || isAgentTool(source)) return parseTool(source, action);
  const tool = source.slice(0, open);
  if (!isToolName(tool)) return fail(0, say('"{tool}" is not the name of a tool', { tool }), `Bash(${tool.trim()}…)`);
  if (!source.endsWith(')')) {
    return source.includes(')')
      ? fail(
          source.lastIndexOf(')') + 1,
          say('Text follows the closing parenthesis'),
          source.slice(0, source.lastIndexOf(')') + 1),
        )
      : fail(source.length, say('"{tool}(" is not closed', { tool }), `${source})`);
  }
  const specifier = source.slice(open + 1, -1);
  if (specifier.trim() === '') return fail(open + 1, say('The parentheses are empty'), tool);
  return parseSpecifier(toolName(tool), specifier, open + 1, action);
}

function fail(at: number, message: Sentence, suggestion?: string): ParsedRule {
  return { error: suggestion === undefined ? { at, message } : { at, message, suggestion } };
}

function isToolName(text: string): boolean {
  return /^[A-Za-z_][\w.:-]*$/.test(text);
}

function parseTool(source: string, action: Action): ParsedRule {
  const ofAgent = isAgentTool(source);
  if (isToolName(source) || (ofAgent && !source.includes('*')))
    return { rule: { kind: 'tool', tool: toolName(source) } };
  if (!ofAgent && /\)/.test(source))
    return fail(source.indexOf(')'), say('A closing parenthesis without an opening one'));
  if (!ofAgent && !/^[\w.*-]+$/.test(source)) return fail(0, say('This is not the name of a tool'), `Bash(${source})`);
  if (action === 'allow' && !/^mcp__[^*_](?:[^*]*?[^*_])?__[^*]*\*/.test(source)) {
    return fail(
      source.indexOf('*'),
      say('An allow rule may use * in a tool name only after mcp__server__'),
      'mcp__server__*',
    );
  }
  return { rule: { kind: 'toolPattern', pattern: source } };
}

function parseSpecifier(tool: string, specifier: string, at: number, action: Action): ParsedRule {
  if (tool === 'Bash') return parseBash(specifier, at);
  if (readTools.has(tool) || editTools.has(tool)) return parsePath(tool, specifier, at);
  if (specifier === '*') return { rule: { kind: 'tool', tool } };
  if (tool === 'WebFetch' && specifier.startsWith('domain:')) return parseDomain(tool, specifier, at);
  if (tool === 'Network') return parseDomain(tool, `domain:${specifier}`, at - 'domain:'.length);
  if (tool === 'Skill' || tool === 'Agent') return parseName(tool, specifier, at);
  // A search has no domain of its own: such a rule would never hold.
  if (tool === 'WebSearch' && specifier.startsWith('domain:'))
    return fail(at, say('{tool} does not take "{text}"', { tool, text: specifier }), `WebFetch(${specifier})`);
  const parameter = /^([A-Za-z_]\w*):([\s\S]*)$/.exec(specifier);
  if (!parameter) return fail(at, say('{tool} does not take "{text}"', { tool, text: specifier }), tool);
  if (action === 'allow')
    return fail(at, say('An allow rule cannot look into the parameters of {tool}', { tool }), tool);
  return { rule: { kind: 'parameter', tool, parameter: parameter[1] ?? '', value: parameter[2] ?? '' } };
}

function parseBash(specifier: string, at: number): ParsedRule {
  if (specifier === '*') return { rule: { kind: 'tool', tool: 'Bash' } };
  const prefix = specifier.endsWith(':*')
    ? specifier.slice(0, -2)
    : specifier.endsWith(' *') && !specifier.slice(0, -2).includes('*')
      ? specifier.slice(0, -2)
      : undefined;
  const text = prefix ?? specifier;
  const read = shellWords(text);
  if ('problem' in read) return fail(at + read.at, read.problem, read.suggestion);
  if (read.words.length === 0) return fail(at, say('No command stands before the *'), 'Bash');
  if (prefix !== undefined && !read.unquotedStar) return { rule: { kind: 'prefix', words: read.words } };
  if (prefix === undefined && !read.unquotedStar) return { rule: { kind: 'exact', words: read.words } };
  // `git:* push`: only a final `:*` means a prefix, so this colon and this star are ordinary characters of a glob.
  return { rule: { kind: 'glob', pattern: specifier.trim().replaceAll(/\s+/g, ' ') } };
}

function parsePath(tool: string, specifier: string, at: number): ParsedRule {
  const access: PathAccess = editTools.has(tool) ? 'edit' : 'read';
  const pattern = pathPattern(specifier.trim());
  if (pattern === undefined)
    return fail(at, say('A path rule cannot leave its folder with ".."'), `${tool}(//absolute/path/**)`);
  return { rule: { kind: 'path', tool, access, pattern } };
}

function pathPattern(text: string): PathPattern | undefined {
  const [anchor, rest] = pathAnchor(text);
  const segments = rest.split('/').filter(part => part !== '' && part !== '.');
  if (segments.includes('..')) return undefined;
  if (rest.endsWith('/') || segments.length === 0) segments.push('**');
  return {
    anchor: anchor === 'cwd' && !text.startsWith('./') && segments.length === 1 ? 'anywhere' : anchor,
    segments,
  };
}

function pathAnchor(text: string): [PathAnchor, string] {
  if (text.startsWith('//')) return ['absolute', text.slice(2)];
  if (text === '~' || text.startsWith('~/')) return ['home', text.slice(2)];
  if (text.startsWith('/')) return ['root', text.slice(1)];
  return ['cwd', text];
}

function parseDomain(tool: string, specifier: string, at: number): ParsedRule {
  const host = specifier.slice('domain:'.length).trim().toLowerCase().replace(/\.$/, '');
  if (!/^(?:\*|[\w*-]+)(?:\.[\w*-]+)*$|^\[[0-9a-f:.]+\]$/.test(host)) {
    const example = tool === 'Network' ? 'Network(example.com)' : 'WebFetch(domain:example.com)';
    return fail(at + 7, say('"{host}" is not a host name', { host }), example);
  }
  return { rule: { kind: 'domain', tool, host } };
}

function parseName(tool: string, specifier: string, at: number): ParsedRule {
  const prefix = /(?: \*|:\*)$/.test(specifier);
  const name = (prefix ? specifier.slice(0, -2) : specifier).trim();
  if (name === '' || name.includes('*'))
    return fail(at, say('"{name}" is not the name of one {tool}', { name: specifier, tool }), `${tool}(name)`);
  return { rule: { kind: 'name', tool, name, prefix } };
}

/** The rule in its one spelling. `parseRule(printRule(rule))` gives the rule back. */
export function printRule(rule: Rule): string {
  switch (rule.kind) {
    case 'tool':
      return rule.tool;
    case 'toolPattern':
      return rule.pattern;
    case 'prefix':
      return `Bash(${printWords(rule.words)}:*)`;
    case 'exact':
      return `Bash(${printWords(rule.words)})`;
    case 'glob':
      return `Bash(${rule.pattern})`;
    case 'path':
      return `${rule.tool}(${printPath(rule.pattern)})`;
    case 'domain':
      return rule.tool === 'Network' ? `Network(${rule.host})` : `${rule.tool}(domain:${rule.host})`;
    case 'name':
      return `${rule.tool}(${rule.name}${rule.prefix ? ' *' : ''})`;
    case 'parameter':
      return `${rule.tool}(${rule.parameter}:${rule.value})`;
    default:
      return rule satisfies never;
  }
}

export function printWords(words: readonly string[]): string {
  return words.map(printWord).join(' ');
}

function printWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word) && !word.endsWith(':')) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

export function printPath(pattern: PathPattern): string {
  const rest = pattern.segments.join('/');
  switch (pattern.anchor) {
    case 'absolute':
      return `//${rest}`;
    case 'home':
      return `~/${rest}`;
    case 'root':
      return `/${rest}`;
    case 'cwd':
      return `./${rest}`;
    case 'anywhere':
      return rest;
    default:
      return pattern.anchor satisfies never;
  }
}
