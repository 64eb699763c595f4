import { AllowedCommands } from '../commands/rules';
import { type CompiledRule, isAlive } from '../match/compiled';
import { DeniedCommands } from '../commands/denied';
import { append } from '../../base/append';
import { PathRules } from '../paths/pathRules';
import { editTools, parseRule, readTools, type Rule, type RuleError, toolName } from '../language/rule';
import type { ScopedRule, ScopeEntry, Unreadable } from '../language/verdict';
import { isAgentTool } from '../../call/agentTool';
import type { Action } from '../../call/ruleRef';
import { commandWildcard, wildcardMatches } from '../match/wildcard';
import { say, type Sentence } from '../../texts/sentence';

/** A rule that could not be read. An allow rule of this kind is ignored; a deny or ask rule makes its tool ask. */
interface BrokenRule {
  readonly rule: ScopedRule;
  readonly error: RuleError;
  /** `*` when not even the tool can be told. */
  readonly tool: string;
}

/** All rules of one action, ready to be asked: of one place where rules stand, or of several. */
export interface ActionRules {
  readonly commands: Omit<AllowedCommands, 'add'> | undefined;
  readonly deniedCommands: Omit<DeniedCommands, 'add'> | undefined;
  readonly read: Omit<PathRules, 'add'>;
  readonly edit: Omit<PathRules, 'add'>;
  /** A rule for the whole tool. */
  tool(name: string, now: number): CompiledRule | undefined;
  named(tool: string, name: string, now: number): CompiledRule | undefined;
  /** Deny and ask rules may look at one top-level parameter. */
  parameter(tool: string, input: unknown, now: number): CompiledRule | undefined;
  /** A rule for what the agent fetches holds for what its commands reach too, and not the other way round. */
  host(name: string, tool: string, now: number): CompiledRule | undefined;
  anyHost(now: number): CompiledRule | undefined;
}

class RulesOfPlace implements ActionRules {
  readonly commands: AllowedCommands | undefined;
  readonly deniedCommands: DeniedCommands | undefined;
  readonly read: PathRules;
  readonly edit: PathRules;
  readonly #tools = new Map<string, CompiledRule[]>();
  readonly #patterns: CompiledRule[] = [];
  readonly #byTool = new Map<string, CompiledRule[]>();
  readonly #hosts = new Map<string, CompiledRule[]>();
  readonly #hostPatterns: CompiledRule[] = [];
  readonly #domains: CompiledRule[] = [];
  readonly #broad: boolean;

  constructor(action: Action) {
    const broad = action !== 'allow';
    this.#broad = broad;
    this.commands = broad ? undefined : new AllowedCommands();
    this.deniedCommands = broad ? new DeniedCommands() : undefined;
    this.read = new PathRules(broad);
    this.edit = new PathRules(broad);
  }

  add(compiled: CompiledRule): void {
    const { rule } = compiled;
    switch (rule.kind) {
      case 'tool':
        append(this.#tools, rule.tool, compiled);
        return;
      case 'toolPattern':
        this.#patterns.push(compiled);
        return;
      case 'prefix':
      case 'exact':
      case 'glob':
        this.commands?.add(compiled);
        if (parameterOf(rule)) append(this.#byTool, 'Bash', compiled);
        this.deniedCommands?.add(compiled);
        return;
      case 'path':
        (rule.access === 'edit' ? this.edit : this.read).add(compiled);
        return;
      case 'domain':
        this.#domains.push(compiled);
        if (rule.host.includes('*')) this.#hostPatterns.push(compiled);
        else append(this.#hosts, rule.host, compiled);
        return;
      case 'name':
      case 'parameter':
        append(this.#byTool, rule.tool, compiled);
        return;
      default:
        rule satisfies never;
    }
  }

  tool(name: string, now: number): CompiledRule | undefined {
    const names = [toolName(name), ...mcpServers(name, this.#broad), ...family(name)];
    for (const one of names) {
      const found = this.#tools.get(one)?.find(rule => isAlive(rule, now));
      if (found) return found;
    }
    return this.#patterns.find(
      rule =>
        isAlive(rule, now) &&
        rule.rule.kind === 'toolPattern' &&
        wildcardMatches(commandWildcard(rule.rule.pattern), name),
    );
  }

  named(tool: string, name: string, now: number): CompiledRule | undefined {
    return this.#byTool.get(toolName(tool))?.find(compiled => {
      const { rule } = compiled;
      if (rule.kind !== 'name' || !isAlive(compiled, now)) return false;
      if (this.#broad) return mayMean(name, rule);
      return rule.name === name || (rule.prefix && name.startsWith(`${rule.name} `));
    });
  }

  parameter(tool: string, input: unknown, now: number): CompiledRule | undefined {
    return this.#byTool.get(toolName(tool))?.find(compiled => {
      const wanted = parameterOf(compiled.rule);
      if (!wanted || !isAlive(compiled, now) || typeof input !== 'object' || input === null) return false;
      const value: unknown = Object.getOwnPropertyDescriptor(input, wanted.parameter)?.value;
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false;
      return wildcardMatches(commandWildcard(wanted.value), String(value));
    });
  }

  host(name: string, tool: string, now: number): CompiledRule | undefined {
    const counts = ({ rule }: CompiledRule): boolean =>
      rule.kind === 'domain' && (rule.tool === 'WebFetch' || rule.tool === toolName(tool));
    const exact = this.#hosts.get(name)?.find(rule => isAlive(rule, now) && counts(rule));
    return (
      exact ??
      this.#hostPatterns.find(
        rule => isAlive(rule, now) && counts(rule) && rule.rule.kind === 'domain' && hostMatches(rule.rule.host, name),
      )
    );
  }

  anyHost(now: number): CompiledRule | undefined {
    return this.#domains.find(rule => isAlive(rule, now));
  }
}

/** `Agent(model:opus)` may be a name or a parameter, `Bash(a:b)` a command or one: a rule that forbids means both. */
function parameterOf(rule: Rule): { readonly parameter: string; readonly value: string } | undefined {
  if (rule.kind === 'parameter') return rule;
  const text = rule.kind === 'name' ? rule.name : rule.kind === 'exact' && rule.words.length === 1 ? rule.words[0] : '';
  const [, parameter, value] = /^([A-Za-z_]\w*):(.*)$/s.exec(text ?? '') ?? [];
  return parameter === undefined || value === undefined ? undefined : { parameter, value };
}

/**
 * `mcp__server__tool` also answers to `mcp__server`. `mcp__a__b__c` may be a tool of `a` or of `a__b`: a rule that
 * forbids one of them means it, and one that allows one of them does not.
 */
function mcpServers(name: string, broad: boolean): readonly string[] {
  if (!name.startsWith('mcp__')) return [];
  const servers: string[] = [];
  for (let end = name.indexOf('__', 6); end >= 0; end = name.indexOf('__', end + 1)) servers.push(name.slice(0, end));
  return broad || servers.length === 1 ? servers : [];
}

/** What Claude Code does not tell apart in the names of subagents and skills: case, blanks, dashes and a slash before them. */
function loosely(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*\/|[\s\p{Pd}_]+/gu, '');
}

function mayMean(name: string, rule: Rule & { readonly kind: 'name' }): boolean {
  const wanted = loosely(rule.name);
  const first = rule.tool === 'Skill' ? loosely(name.trim().split(/\s/)[0] ?? '') : '';
  return loosely(name) === wanted || first === wanted || (rule.prefix && loosely(name).startsWith(wanted));
}

/** A rule for all of `Edit` covers every tool that edits files, one for `Read` every tool that reads them. */
function family(name: string): readonly string[] {
  if (editTools.has(name)) return ['Edit'];
  return readTools.has(name) ? ['Read'] : [];
}

/** A leading `*.` stands for any depth of subdomains, any other `*` for a part of one label. */
function hostMatches(pattern: string, host: string): boolean {
  const anyDepth = pattern.startsWith('*.');
  const wanted = (anyDepth ? pattern.slice(2) : pattern).split('.');
  const labels = host.split('.');
  if (pattern === '*') return true;
  if (anyDepth ? labels.length <= wanted.length : labels.length !== wanted.length) return false;
  const tail = labels.slice(-wanted.length);
  return wanted.every((part, index) => wildcardMatches(commandWildcard(part), tail[index] ?? ''));
}

export interface RuleSet {
  readonly allow: ActionRules;
  readonly ask: ActionRules;
  readonly deny: ActionRules;
  readonly broken: readonly BrokenRule[];
  /** Because of one of these every call asks. */
  readonly unreadable: readonly Unreadable[];
}

/** Parses and indexes rules once, so that each decision only looks a few of them up. */
export function compileRules(entries: readonly ScopeEntry[]): RuleSet {
  const set = { allow: new RulesOfPlace('allow'), ask: new RulesOfPlace('ask'), deny: new RulesOfPlace('deny') };
  const broken: BrokenRule[] = [];
  const unreadable: Unreadable[] = [];
  for (const rule of entries) {
    if ('why' in rule) {
      unreadable.push(rule);
      continue;
    }
    const read = readOf(rule);
    if ('error' in read) broken.push(read);
    else set[rule.action].add(read);
  }
  return { ...set, broken, unreadable };
}

/** Of thousands of rules only those are parsed again that are other ones than before. */
const known = new WeakMap<ScopedRule, CompiledRule | BrokenRule>();

function readOf(rule: ScopedRule): CompiledRule | BrokenRule {
  const before = known.get(rule);
  if (before) return before;
  const parsed = parseRule(rule.pattern, rule.action);
  const read =
    'error' in parsed
      ? { rule, error: parsed.error, tool: guessedTool(rule.pattern) }
      : {
          text: rule.pattern,
          action: rule.action,
          rule: parsed.rule,
          source: rule.source,
          root: rule.root,
          expires: rule.expires ?? Number.POSITIVE_INFINITY,
        };
  known.set(rule, read);
  return read;
}

function guessedTool(pattern: string): string {
  const name = /^\s*([A-Za-z_][\w-]*)\s*\(/.exec(pattern)?.[1];
  return name === undefined ? '*' : toolName(name);
}

/** What a person is told of a place where rules stand and cannot be read. */
export function unreadableReason({ source, why }: Unreadable): Sentence {
  const { file = source.scope, shown = file, line } = source;
  return say('{place} cannot be read, so every call asks. {why}', {
    place: line === undefined ? shown : `${shown}:${line}`,
    why,
  });
}

/** `Agent(` may begin the name of a subagent, or of a tool of an agent. */
function isOf(guessed: string, tool: string): boolean {
  return guessed === 'Agent' && isAgentTool(tool);
}

/** A deny or ask rule that could not be read, and that may have meant this tool. */
export function brokenFor(set: RuleSet, tool: string, now: number): BrokenRule | undefined {
  return set.broken.find(
    one =>
      one.rule.action !== 'allow' &&
      now < (one.rule.expires ?? Number.POSITIVE_INFINITY) &&
      (one.tool === '*' || one.tool === toolName(tool) || family(tool).includes(one.tool) || isOf(one.tool, tool)),
  );
}
