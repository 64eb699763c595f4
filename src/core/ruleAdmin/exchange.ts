import { isAgentTool } from '../call/agentTool';
import type { RuleInput } from '../call/ruleInput';
import { isObject, type Json, type JsonObject } from '../base/json';
import { parseRule, printRule, serverOf, twoUnderscores, weaknesses } from '../rules';
import type { Action } from '../call/ruleRef';
import { meaningOf } from './storedRule';
import { say, type Sentence } from '../texts/sentence';

/** A rule as it was found elsewhere, before it is known whether it can be one of ours. */
export interface FoundRule extends RuleInput {
  readonly text: string;
}

interface LostRule {
  readonly text: string;
  readonly reason: Sentence;
}

/** What an import would do, for a person to look at first. */
interface ImportPreview {
  readonly gained: readonly RuleInput[];
  /** Could be taken over, and would allow more than it looks. */
  readonly unsafe: readonly { readonly rule: RuleInput; readonly reason: Sentence }[];
  /** Cannot be said in our rules. */
  readonly lost: readonly LostRule[];
  /** There already. */
  readonly known: readonly RuleInput[];
}

export interface Found {
  readonly rules: readonly FoundRule[];
  readonly lost: readonly LostRule[];
}

/**
 * Lists of rules as settings of Claude Code and its relatives have them. `servers` are MCP servers that are known beside
 * those that the settings name.
 */
export function fromClaudeSettings(settings: Json, servers: Iterable<string> = []): Found {
  if (!isObject(settings)) return { rules: [], lost: [{ text: '', reason: say('The file holds no settings.') }] };
  const { permissions, allowedTools, alwaysAllowedTools } = settings;
  const lists: readonly (readonly [Action, Json | undefined])[] = [
    ['allow', isObject(permissions) ? permissions['allow'] : undefined],
    ['ask', isObject(permissions) ? permissions['ask'] : undefined],
    ['deny', isObject(permissions) ? permissions['deny'] : undefined],
    ['allow', allowedTools],
    ['allow', alwaysAllowedTools],
  ];
  const known = new Set([...servers, ...serversIn(settings, lists)]);
  const rules: FoundRule[] = [];
  const lost: LostRule[] = [];
  for (const [action, list] of lists) {
    for (const item of Array.isArray(list) ? list : []) {
      const text = typeof item === 'string' ? item : JSON.stringify(item);
      const pattern = typeof item === 'string' ? ourPattern(item, known) : undefined;
      if (typeof item !== 'string') lost.push({ text, reason: say('It is not a text.') });
      else if (pattern === undefined)
        lost.push({ text, reason: say('The server and the tool must be told apart: mcp__server__tool.') });
      else rules.push({ text, action, pattern });
    }
  }
  return { rules, lost };
}

/** `mcp__fs_read_file` is a tool where the server is known; a shell of another name is our Bash. */
function ourPattern(text: string, servers: ReadonlySet<string>): string | undefined {
  const shell = /^Shell\((.+)\)$/s.exec(text)?.[1];
  if (shell !== undefined) return `Bash(${shell}:*)`;
  if (!/^mcp__[^_]+_[^_]/.test(text) || serverOf(text) !== undefined) return text;
  return servers.has(text.slice('mcp__'.length)) ? text : twoUnderscores(text, servers);
}

function serversIn(settings: JsonObject, lists: readonly (readonly [Action, Json | undefined])[]): readonly string[] {
  const named = lists.flatMap(([, list]) => (Array.isArray(list) ? list : []));
  return [
    ...Object.keys(isObject(settings['mcpServers']) ? settings['mcpServers'] : {}),
    ...named.flatMap(one => (typeof one === 'string' ? (serverOf(one) ?? []) : [])),
  ];
}

/** VS Code's `chat.tools.terminal.autoApprove`: commands, or expressions between slashes, that it runs by itself. */
export function fromTerminalAutoApprove(setting: Json): Found {
  const rules: FoundRule[] = [];
  const lost: LostRule[] = [];
  for (const [text, value] of Object.entries(isObject(setting) ? setting : {})) {
    const approve = isObject(value) ? value['approve'] : value;
    // Null takes a default of VS Code away, which we do not have.
    if (approve === null) continue;
    if (typeof approve !== 'boolean') lost.push({ text, reason: say('It neither approves nor refuses.') });
    else if (text.startsWith('/')) lost.push({ text, reason: say('Rules have no regular expressions.') });
    else if (isObject(value) && value['matchCommandLine'] === true)
      lost.push({ text, reason: say('A rule looks at each command, not at the whole line.') });
    // What VS Code does not approve by itself it asks about.
    else rules.push({ text, action: approve ? 'allow' : 'ask', pattern: `Bash(${text}:*)` });
  }
  return { rules, lost };
}

/** A rules file of ours. */
export function fromRulesFile(file: Json): Found {
  const list = isObject(file) ? file['rules'] : undefined;
  if (!Array.isArray(list)) return { rules: [], lost: [{ text: '', reason: say('The file holds no list of rules.') }] };
  const rules: FoundRule[] = [];
  const lost: LostRule[] = [];
  for (const item of list) {
    const text = JSON.stringify(item);
    const action = isObject(item) ? actionOf(item['action']) : undefined;
    const pattern = isObject(item) ? item['pattern'] : undefined;
    const description = isObject(item) ? item['description'] : undefined;
    if (action === undefined || typeof pattern !== 'string')
      lost.push({ text, reason: say('A rule is an object with "action" and "pattern".') });
    else if (isObject(item) && item['expires'] !== undefined && action === 'allow')
      lost.push({ text: pattern, reason: say('It was to end at some time.') });
    else rules.push({ text: pattern, action, pattern, ...(typeof description === 'string' ? { description } : {}) });
  }
  return { rules, lost };
}

function actionOf(value: Json | undefined): Action | undefined {
  return value === 'allow' || value === 'ask' || value === 'deny' ? value : undefined;
}

export function previewImport({ rules, lost }: Found, present: readonly RuleInput[]): ImportPreview {
  const known = new Set(present.map(keyOf));
  const preview = { gained: [] as RuleInput[], unsafe: [] as { rule: RuleInput; reason: Sentence }[] };
  const there: RuleInput[] = [];
  const away: LostRule[] = [...lost];
  for (const { text, action, pattern, description } of rules) {
    const parsed = parseRule(pattern, action);
    if ('error' in parsed) {
      away.push({ text, reason: say('{problem}.', { problem: parsed.error.message }) });
      continue;
    }
    const rule = { action, pattern: printRule(parsed.rule), ...(description === undefined ? {} : { description }) };
    const broad = weaknesses([rule], 0).find(it => it.kind === 'broad');
    if (known.has(keyOf(rule))) there.push(rule);
    else if (broad) preview.unsafe.push({ rule, reason: broad.reason });
    else preview.gained.push(rule);
    known.add(keyOf(rule));
  }
  return { ...preview, lost: away, known: there };
}

function keyOf({ action, pattern }: RuleInput): string {
  return `${action} ${meaningOf(pattern, action)}`;
}

interface Exported {
  readonly text: string;
  readonly lost: readonly LostRule[];
}

/** The lists that settings of Claude Code hold. */
export function toClaudeSettings(rules: readonly RuleInput[]): Exported {
  const lost = rules.flatMap((rule): LostRule[] => {
    const reason = unsayable(rule);
    return reason === undefined ? [] : [{ text: rule.pattern, reason }];
  });
  const said = rules.filter(rule => unsayable(rule) === undefined);
  const listOf = (action: Action): readonly string[] => [
    ...new Set(said.filter(rule => rule.action === action).map(rule => rule.pattern)),
  ];
  const permissions = { allow: listOf('allow'), ask: listOf('ask'), deny: listOf('deny') };
  return { text: `${JSON.stringify({ permissions }, undefined, 2)}\n`, lost };
}

/** Why a rule would not mean the same there. */
function unsayable({ pattern, action, expires }: RuleInput): Sentence | undefined {
  if (expires !== undefined) return say('Rules of Claude Code do not end.');
  const parsed = parseRule(pattern, action);
  if ('error' in parsed) return say('{problem}.', { problem: parsed.error.message });
  if (isAgentTool(pattern.trim())) return say('Claude Code has no tools of other agents.');
  return parsed.rule.kind === 'path' && parsed.rule.pattern.anchor === 'root'
    ? say('A path that begins with / is another one in those settings.')
    : undefined;
}

/** A rules file without what only this machine needs to know. */
export function toRulesFile(rules: readonly RuleInput[]): Exported {
  const written = rules.map(writtenRule);
  return { text: `${JSON.stringify({ version: 1, rules: written }, undefined, 2)}\n`, lost: [] };
}

function writtenRule({ action, pattern, description, expires }: RuleInput): object {
  return {
    action,
    pattern,
    ...(description === undefined ? {} : { description }),
    ...(expires === undefined ? {} : { expires: new Date(expires).toISOString() }),
  };
}
