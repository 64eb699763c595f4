import { isPlanFile } from './planFile';
import { becauseOf, type CompiledRule } from '../match/compiled';
import { evaluateBash, ownFilesReason } from './bash';
import { longestAddress, TooBig } from '../language/budget';
import { field, namedPath, searchTools, textsIn } from '../language/field';
import { pathsIn } from './mentions';
import { hostOf, possibleHosts } from './hosts';
import { forbiddenElsewhere } from './elsewhere';
import { forbiddingOne, judgePath, otherReadings, trusted, unknownPlace } from './path';
import { broughtBeside } from './broughtBeside';
import { nameOf, startedName } from './called';
import { searchedRule, searchedSecret, searchObjection } from './search';
import { isAgentTool } from '../../call/agentTool';
import { networkTool } from '../../call/call';
import { effect, type Effect } from '../risk/effects';
import { unjudged } from './unjudged';
import { effectsOf } from '../risk/effectsOf';
import { riskOf } from '../risk/risk';
import { editTools, readTools } from '../language/rule';
import { brokenFor, type RuleSet, unreadableReason } from './ruleSet';
import { isBookkeeping } from '../tables/bookkeeping';
import { hiddenText } from '../language/text';
import type { Because, ToolUse, Context, Verdict } from '../language/verdict';
import { isOwn, World } from '../paths/world';
import { say, type Sentence } from '../../texts/sentence';

/** Judges one call. Deny beats ask, ask beats allow, in every scope; what is not understood asks. Never throws. */
export function evaluate(set: RuleSet, call: ToolUse, context: Context): Verdict {
  try {
    return withMode(judge(set, call, new World(context, call.cwd)), call, context);
  } catch (error) {
    return withMode(certain(set, call, context, error), call, context);
  }
}

const longestName = 1000;

/** Nothing but a rule for the whole tool is certain of such a call. */
function certain(set: RuleSet, call: ToolUse, context: Context, error: unknown): Verdict {
  const denied = call.tool.length > longestName ? undefined : set.deny.tool(call.tool, context.now);
  const { because, gap } = unjudged(error);
  return verdict(denied ? becauseOf(denied) : because, [gap]);
}

/** In `dontAsk` whatever would be asked is denied; questions and plans are for a person in every mode. */
function withMode(found: Verdict, call: ToolUse, context: Context): Verdict {
  if (context.mode !== 'dontAsk' || found.decision !== 'ask' || forPeople.has(call.tool)) return found;
  const [first] = found.because;
  const because: Because = {
    ...first,
    verdict: 'deny',
    source: { scope: 'mode' },
    reason: say('The mode dontAsk denies what no rule allows. {reason}', { reason: first?.reason ?? '' }),
  };
  return { ...found, decision: 'deny', because: [because, ...found.because] };
}

function verdict(because: Because, effects: readonly Effect[], readOnly = false): Verdict {
  return { decision: because.verdict, readOnly, ...riskOf(effects), effects, because: [because] };
}

const forPeople = new Set(['AskUserQuestion', 'ExitPlanMode']);

function judge(set: RuleSet, call: ToolUse, world: World): Verdict {
  const { tool } = call;
  const forbids = wholeTool(set, 'deny', call, world) ?? undefined;
  const readOnlyTool = readTools.has(tool);
  if (tool === 'Bash') return judgeBash(set, call, world);
  if (readOnlyTool || editTools.has(tool)) return judgeFile(set, call, world);
  const effects = effectsOf(call, world);
  if (forbids) return verdict(becauseOf(forbids), effects);
  const asks = wholeTool(set, 'ask', call, world);
  if (asks) return verdict(becauseOf(asks), effects);
  if (forPeople.has(tool)) return verdict({ verdict: 'ask', reason: say('This is a question to a person.') }, []);
  const broken = brokenVerdict(set, tool, world);
  if (broken) return verdict(broken, effects);
  const hidden = hiddenText(tool);
  if (hidden !== undefined)
    return verdict(
      { verdict: 'ask', reason: say('The name of the tool contains {character}.', { character: hidden }) },
      [...effects, effect('hidden-text')],
    );
  const elsewhere = forbiddenElsewhere(set, call, world);
  if (elsewhere) return verdict(elsewhere, effects);
  if (namesOwnFile(call, world))
    return verdict({ verdict: 'ask', reason: ownFilesReason }, [...effects, effect('config-tamper')]);
  if (addressOf(call) !== undefined) return verdict(judgeWeb(set, call, world), effects);
  return verdict(judgeNamed(set, call, world), effects, isBookkeeping(tool));
}

function wholeTool(set: RuleSet, action: 'deny' | 'ask', call: ToolUse, world: World): CompiledRule | undefined {
  const { now } = world.context;
  const rules = set[action];
  const found = rules.tool(call.tool, now) ?? rules.parameter(call.tool, call.input, now);
  if (found) return found;
  const name = startedName(call);
  const named = name === undefined ? undefined : rules.named(call.tool, name, now);
  const url = addressOf(call);
  if (named || url === undefined) return named;
  if (url.length > longestAddress) throw new TooBig();
  for (const host of possibleHosts(url)) {
    const rule = rules.host(host, call.tool, now);
    if (rule) return rule;
  }
  return undefined;
}

/** Where a call would go; undefined for one that goes nowhere. */
function addressOf(call: ToolUse): string | undefined {
  if (call.tool === 'WebFetch') return field(call.input, 'url') ?? '';
  if (call.tool !== networkTool) return undefined;
  const host = field(call.input, 'host') ?? '';
  return /[/?#]/.test(host) ? '' : `https://${host}`;
}

function brokenVerdict(set: RuleSet, tool: string, world: World): Because | undefined {
  const [unreadable] = set.unreadable;
  if (unreadable) return { verdict: 'ask', source: unreadable.source, reason: unreadableReason(unreadable) };
  const broken = brokenFor(set, tool, world.context.now);
  if (!broken) return undefined;
  const { rule, error } = broken;
  return {
    verdict: 'ask',
    rule: rule.pattern,
    source: rule.source,
    reason: say('The {action} rule {rule} is not understood: {problem}.', {
      action: say(rule.action),
      rule: rule.pattern,
      problem: error.message,
    }),
  };
}

function judgeBash(set: RuleSet, call: ToolUse, world: World): Verdict {
  const text = field(call.input, 'command');
  const whole = wholeTool(set, 'deny', call, world);
  if (text === undefined) {
    return verdict(
      whole ? becauseOf(whole) : { verdict: 'ask', reason: say('The call has no command.') },
      effectsOf(call, world),
    );
  }
  const found = evaluateBash(set, call, text, world);
  if (whole) return { ...found, decision: 'deny', because: [becauseOf(whole), ...found.because] };
  if (found.decision === 'deny') return found;
  const asked = wholeTool(set, 'ask', call, world);
  const stop =
    (asked && becauseOf(asked)) ??
    brokenVerdict(set, 'Bash', world) ??
    brokenPaths(set, world) ??
    unsandboxed(call, found);
  return stop && found.decision === 'allow' ? { ...found, decision: 'ask', because: [stop, ...found.because] } : found;
}

/** A deny rule for files that could not be read may have meant a file that a command touches. */
function brokenPaths(set: RuleSet, world: World): Because | undefined {
  return set.broken.length === 0 ? undefined : (brokenVerdict(set, 'Edit', world) ?? brokenVerdict(set, 'Read', world));
}

function unsandboxed(call: ToolUse, found: Verdict): Because | undefined {
  const value: unknown =
    typeof call.input === 'object' && call.input !== null
      ? Object.getOwnPropertyDescriptor(call.input, 'dangerouslyDisableSandbox')?.value
      : undefined;
  return value === true && !found.readOnly
    ? { verdict: 'ask', reason: say('It asks to leave the sandbox.') }
    : undefined;
}

/** The file that a tool opens, or the folder in which it searches. */
function pathOf(call: ToolUse): string | undefined {
  return namedPath(call) ?? (searchTools.has(call.tool) ? '.' : undefined);
}

function judgeFile(set: RuleSet, call: ToolUse, world: World): Verdict {
  const access = editTools.has(call.tool) ? 'edit' : 'read';
  const denied =
    wholeTool(set, 'deny', call, world) ?? (access === 'edit' ? set.deny.tool('Read', world.context.now) : undefined);
  const text = pathOf(call);
  if (text === undefined || text === '') {
    return verdict(
      denied ? becauseOf(denied) : { verdict: 'ask', reason: say('The call names no file.') },
      effectsOf(call, world),
    );
  }
  const forms = world.forms(text);
  const inside = world.isInWorkspace(forms);
  const because = fileVerdict(set, call, access, text, world, denied);
  return verdict(
    because,
    effectsOf(call, world),
    access === 'read' && inside && because.verdict === 'allow' && because.source?.scope === 'builtin',
  );
}

function fileVerdict(
  set: RuleSet,
  call: ToolUse,
  access: 'read' | 'edit',
  text: string,
  world: World,
  denied: CompiledRule | undefined,
): Because {
  const forms = world.forms(text);
  const paths = [forms, ...otherReadings(text).map(path => world.forms(path))];
  const deny = denied ?? forbiddingOne(set, 'deny', access, paths, world);
  if (deny) return becauseOf(deny);
  const asked = wholeTool(set, 'ask', call, world) ?? forbiddingOne(set, 'ask', access, paths, world);
  if (asked) return becauseOf(asked);
  const broken =
    brokenVerdict(set, call.tool, world) ?? (access === 'edit' ? brokenVerdict(set, 'Read', world) : undefined);
  if (broken) return broken;
  if (paths.length > 1) return { verdict: 'ask', reason: unknownPlace(text, world) };
  const searched = searchedRule(set, call, world) ?? broughtBeside(forms, world);
  if (searched) return searched;
  if (access === 'edit' && isPlanFile(forms, world))
    return { verdict: 'allow', source: { scope: 'builtin' }, reason: say('It is the plan, which is approved as one.') };
  const patterns = searchObjection(call, pathOf(call) ?? '.', world);
  if (patterns !== undefined) return { verdict: 'ask', reason: patterns };
  const found = judgePath(set, { text, forms, access }, world, call.tool);
  const isFree = found.verdict === 'allow' && found.source?.scope === 'builtin';
  const secret = isFree ? searchedSecret(call, world) : undefined;
  return secret === undefined ? found : { verdict: 'ask', reason: secret };
}

function judgeWeb(set: RuleSet, call: ToolUse, world: World): Because {
  const { now } = world.context;
  const whole = set.allow.tool(call.tool, now);
  const address = addressOf(call) ?? '';
  const host = hostOf(address);
  if (host === undefined || hiddenText(address) !== undefined)
    return { verdict: 'ask', reason: say('The address has no plain host name.') };
  const rule = whole ?? set.allow.host(host, call.tool, now);
  if (rule) return ruled(rule, world);
  return free(world, false) ?? { verdict: 'ask', reason: noRuleFor(call.tool, host) };
}

function noRuleFor(tool: string, host: string): Sentence {
  return tool === networkTool
    ? say('No rule lets commands reach {host}.', { host })
    : say('No rule allows fetching from {host}.', { host });
}

function judgeNamed(set: RuleSet, call: ToolUse, world: World): Because {
  const { now, skip } = world.context;
  if (isBookkeeping(call.tool))
    return { verdict: 'allow', source: { scope: 'builtin' }, reason: say('It only keeps the agent’s own list.') };
  if (call.tool === 'EnterPlanMode')
    return { verdict: 'allow', source: { scope: 'builtin' }, reason: say('Making a plan changes nothing.') };
  const name = nameOf(call);
  const rule =
    set.allow.tool(call.tool, now) ?? (name === undefined ? undefined : set.allow.named(call.tool, name, now));
  if (rule) return ruled(rule, world);
  const skipped = (call.tool === 'Skill' && skip.skills) || (call.tool.startsWith('mcp__') && skip.mcp);
  const trustedCall = free(world, skipped);
  if (trustedCall) return trustedCall;
  const what = name === undefined ? call.tool : `${call.tool} ${name}`;
  return { verdict: 'ask', reason: say('No rule allows {what}.', { what }) };
}

function ruled(rule: CompiledRule, world: World): Because {
  if (world.context.mode === 'plan') return { verdict: 'ask', reason: say('In plan mode only reading is free.') };
  return becauseOf(rule);
}

function free(world: World, skipped: boolean): Because | undefined {
  const { trustAll, mode } = world.context;
  if (mode === 'plan') return undefined;
  if (trustAll || mode === 'bypassPermissions') return trusted(world);
  return skipped
    ? { verdict: 'allow', source: { scope: 'mode' }, reason: say('A skip setting allows this kind of call.') }
    : undefined;
}

/** A tool of a server or of an agent does what nobody can see from here; the files of Latch itself are not among what a rule gave it. */
function namesOwnFile(call: ToolUse, world: World): boolean {
  if (!call.tool.startsWith('mcp__') && !isAgentTool(call.tool)) return false;
  return textsIn(call.input).some(text => {
    // Of a long text only the beginning is looked through for paths.
    if (/\.latch\b/i.test(text)) return true;
    return pathsIn(text).some(path => {
      if (isOwn(path)) return true;
      const { lexical, real } = world.forms(path);
      return isOwn(lexical) || (real !== undefined && isOwn(real));
    });
  });
}
