import { readShell } from '../shell/command';
import type { SimpleCommand } from '../shell/syntax';
import { evaluate } from './evaluate';
import { normalPath } from '../paths/pathText';
import { editTools, type PathPattern, printRule, readTools, type Rule, toolName } from '../language/rule';
import { compileRules } from './ruleSet';
import { exactOnly, neverNamed, wordsThatName } from '../tables/arity';
import { interpreters, shells, wrappers } from '../tables/wrappers';
import { programName } from '../starts/program';
import type { ToolUse, Context, ScopedRule, ScopeEntry } from '../language/verdict';
import { hasKind } from '../shell/word';
import { field, namedPath } from '../language/field';
import { hostOf } from './hosts';
import { networkTool } from '../../call/call';

/** Rules that would allow a call from now on. Several rules when the call has several commands. */
interface Suggestion {
  readonly patterns: readonly string[];
}

/** One command of a long chain is decided once; the whole chain is not worth a rule. */
const mostRules = 5;

/**
 * What "allow from now on" can mean for a call, narrowest first. Nothing is offered that would not allow
 * this very call, and nothing for what could do anything: shells, interpreters, wrappers, `rm`.
 */
export function suggest(rules: readonly ScopeEntry[], call: ToolUse, context: Context): readonly Suggestion[] {
  const before = evaluate(compileRules(rules), call, context);
  if (before.decision !== 'ask' || before.risk === 'critical') return [];
  const offers = call.tool === 'Bash' ? commandOffers(rules, call, context) : otherOffers(call, context);
  const seen = new Set<string>();
  return offers.filter(offer => {
    const key = offer.patterns.join('\n');
    if (seen.has(key) || offer.patterns.length === 0 || offer.patterns.length > mostRules) return false;
    seen.add(key);
    return allows([...rules, ...offer.patterns.map(pattern => offered(pattern, call))], call, context);
  });
}

function offered(pattern: string, call: ToolUse): ScopedRule {
  return { action: 'allow', pattern, source: { scope: 'session' }, root: call.cwd };
}

function allows(rules: readonly ScopeEntry[], call: ToolUse, context: Context): boolean {
  return evaluate(compileRules(rules), call, context).decision === 'allow';
}

function commandOffers(rules: readonly ScopeEntry[], call: ToolUse, context: Context): readonly Suggestion[] {
  const text = field(call.input, 'command');
  if (text === undefined) return [];
  const read = readShell(text, { folders: [call.cwd], moved: false, home: context.home });
  if (read.doubts.length > 0) return [];
  const open = read.commands.filter(command => !isCovered(rules, command, call, context));
  const levels = open.map(commandPatterns);
  if (levels.some(patterns => patterns.length === 0)) return [];
  const depth = Math.max(0, ...levels.map(patterns => patterns.length));
  return Array.from({ length: depth }, (_, level) => ({
    patterns: [...new Set(levels.map(patterns => patterns[Math.min(level, patterns.length - 1)] ?? ''))],
  }));
}

/** A command that passes by itself needs no rule of its own. */
function isCovered(rules: readonly ScopeEntry[], command: SimpleCommand, call: ToolUse, context: Context): boolean {
  if (command.words.length === 0 || command.role !== undefined) return true;
  return allows(rules, { ...call, input: { command: command.text } }, context);
}

function commandPatterns(command: SimpleCommand): readonly string[] {
  const first = command.words[0]?.value;
  if (first === undefined || !isOffered(first)) return [];
  if (command.words.some(word => hasKind(word, 'substitution', 'process', 'brace', 'opaque'))) return [];
  if (command.redirects.some(redirect => redirect.operator.startsWith('<<'))) return [];
  const values = command.words.map(word => word.value);
  const known = values
    .slice(0, values.includes(undefined) ? values.indexOf(undefined) : values.length)
    .map(value => value ?? '');
  const count = wordsThatName(known);
  const named = known.slice(0, count);
  if (neverNamed.has(known.slice(0, 2).join(' '))) return exact(values);
  const canName =
    known.length >= count && named.every(word => !word.startsWith('-')) && !exactOnly.has(programName(first));
  if (!canName) return exact(values);
  return [...exact(values), printRule({ kind: 'prefix', words: named })];
}

function exact(values: readonly (string | undefined)[]): readonly string[] {
  const words = values.flatMap(value => (value === undefined ? [] : [value]));
  if (words.length !== values.length || words.join(' ').length > 300 || words.some(word => word.includes('\n')))
    return [];
  // A bare name says too little: `git` alone is never what is meant.
  if (words.length === 1 && wordsThatName(words) > 1) return [];
  if (words.length === 2 && wordsThatName(words) > 2) return [];
  return [printRule({ kind: 'exact', words })];
}

function isOffered(program: string): boolean {
  if (
    program.includes('/') ||
    program === 'rm' ||
    program === 'eval' ||
    program === 'exec' ||
    program === 'source' ||
    program === '.'
  )
    return false;
  return !shells.has(program) && !interpreters.has(program) && !wrappers.has(program);
}

function otherOffers(call: ToolUse, context: Context): readonly Suggestion[] {
  return otherRules(call, context).map(rule => ({ patterns: [printRule(rule)] }));
}

function otherRules(call: ToolUse, context: Context): readonly Rule[] {
  const { tool } = call;
  if (editTools.has(tool) || readTools.has(tool)) return pathRules(call, context);
  if (tool === 'WebFetch') return domainRules(call);
  if (tool === networkTool) return hostRules(call);
  if (tool.startsWith('mcp__')) {
    const whole: Rule = { kind: 'tool', tool };
    const server = /^mcp__(?:(?!__).)+(?=__(?:(?!__).)+$)/.exec(tool)?.[0];
    return server === undefined ? [whole] : [whole, { kind: 'tool', tool: server }];
  }
  const name = field(call.input, ...(tool === 'Skill' ? ['skill', 'command', 'name'] : ['subagent_type']));
  if ((tool === 'Skill' || toolName(tool) === 'Agent') && name !== undefined) {
    return [{ kind: 'name', tool: toolName(tool), name, prefix: false }];
  }
  return [];
}

function pathRules(call: ToolUse, context: Context): readonly Rule[] {
  const text = namedPath(call);
  if (text === undefined || text === '') return [];
  const access = editTools.has(call.tool) ? 'edit' : 'read';
  const tool = access === 'edit' ? 'Edit' : 'Read';
  const path = normalPath(
    text.startsWith('~/') ? context.home + text.slice(1) : text.startsWith('/') ? text : `${call.cwd}/${text}`,
  );
  const cwd = normalPath(call.cwd);
  const inside = path.startsWith(`${cwd}/`);
  const segments = (inside ? path.slice(cwd.length + 1) : path.slice(1)).split('/').map(literalSegment);
  const anchor: PathPattern['anchor'] = inside ? 'cwd' : 'absolute';
  const file: Rule = { kind: 'path', tool, access, pattern: { anchor, segments } };
  const allBelow = (folder: readonly string[]): Rule => ({
    kind: 'path',
    tool,
    access,
    pattern: { anchor, segments: [...folder, '**'] },
  });
  return [
    file,
    ...(segments.length > 1 ? [allBelow(segments.slice(0, -1))] : []),
    // Whoever lets a session edit wants that for the whole folder; protected files in it ask all the same.
    ...(access === 'edit' && inside ? [allBelow([])] : []),
  ];
}

/** In a pattern these characters would stand for others. */
function literalSegment(segment: string): string {
  return segment.replaceAll(/[*?[\\]/g, '\\$&');
}

function hostRules(call: ToolUse): readonly Rule[] {
  const host = hostOf(`https://${field(call.input, 'host') ?? ''}`);
  return host === undefined ? [] : [{ kind: 'domain', tool: 'Network', host }];
}

function domainRules(call: ToolUse): readonly Rule[] {
  const url = field(call.input, 'url');
  const host = /^https?:\/\/([^/?#@:\\\s]+)(?:[/?#:]|$)/i.exec(url ?? '')?.[1]?.toLowerCase();
  return host === undefined ? [] : [{ kind: 'domain', tool: 'WebFetch', host }];
}
