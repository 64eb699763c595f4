import { readable, readShell } from '../shell/command';
import type { Analysis, Doubt, SimpleCommand } from '../shell/syntax';
import { becauseOf, type CompiledRule } from '../match/compiled';
import { longestCommand, TooBig } from '../language/budget';
import { cover, type Coverage, reachesProtected } from './coverage';
import { foreignCode, mayChangeOwn, mentionedCommand, mentionedPath, openedPath, steered } from './mentions';
import { withAliases } from './gitAliases';
import { configuredProgram } from './gitUse';
import { forbiddingRule, trusted } from './path';
import { effortOf, expand, type Expansion } from '../starts/expand';
import { type FileAccess, fileAccesses } from '../starts/fileAccess';
import { joinPath } from '../paths/pathText';
import { effect } from '../risk/effects';
import { effectsOf } from '../risk/effectsOf';
import { riskOf } from '../risk/risk';
import type { RuleSet } from './ruleSet';
import { isOwnVariable } from '../tables/variables';
import type { Because, ToolUse, Verdict } from '../language/verdict';
import { hole } from '../match/wildcard';
import { filledIn } from '../safe/starters';
import { resolvedValue, staticWord } from '../shell/word';
import { type ShellWord } from '../shell/syntax';
import type { PathForms, World } from '../paths/world';
import { say, type Sentence } from '../../texts/sentence';

interface Reading {
  readonly text: string;
  readonly analysis: Analysis;
  readonly expansion: Expansion;
  readonly doubts: readonly Doubt[];
}

export const ownFilesReason = say(
  'It may change a file in which Latch keeps its rules, its record or its settings: that is always asked.',
);

/** What the rules say of a shell command. */
export function evaluateBash(set: RuleSet, call: ToolUse, text: string, world: World): Verdict {
  if (text.length > longestCommand) throw new TooBig();
  world.budget.spend(Math.min(text.length, readable.characters) / 8);
  const analysis = readShell(text, { folders: [world.cwd], moved: false, home: world.context.home });
  const expansion = withAliases(expand(analysis, text), world);
  const seen = [...analysis.doubts, ...expansion.doubts];
  const { commands } = analysis;
  const forbids = forbidden(set, 'deny', { text, analysis, expansion, doubts: seen }, world);
  const found = effectsOf(call, world, { text, commands, expansion, doubts: seen });
  const coverages = coveragesOf(set, commands, world);
  const effects = coverages.includes(tooBig) ? [...found, effect('very-long')] : found;
  const risk = riskOf(effects);
  const onlyReads = coverages.length > 0 && coverages.every(one => one.readOnly);
  const doubts = onlyReads ? seen.filter(({ kind }) => kind !== 'group') : [...seen, ...ownVariables(analysis)];
  const reading: Reading = { text, analysis, expansion, doubts };
  const isReadOnly = doubts.length === 0 && onlyReads;
  const decided = decide(
    set,
    reading,
    forbids,
    risk.risk === 'critical' ? risk.riskSentence : undefined,
    coverages.map(one => one.because),
    world,
  );
  const others = coverages.map(one => one.because).filter(one => one !== decided);
  return { decision: decided.verdict, readOnly: isReadOnly, ...risk, effects, because: [decided, ...others] };
}

const tooBig: Coverage = {
  because: { verdict: 'ask', reason: say('It is too big to be judged.') },
  readOnly: false,
};

/** Where a call is too big, what a rule forbids still counts. */
function coveragesOf(set: RuleSet, commands: readonly SimpleCommand[], world: World): readonly Coverage[] {
  try {
    return commands.map(command => {
      world.budget.spend(6 + command.words.length + 4 * command.redirects.length);
      return cover(set, command, world);
    });
  } catch (error) {
    if (!(error instanceof TooBig)) throw error;
    return [tooBig];
  }
}

/** Programs that a rule allows may look at variables that those proven to only read do not. */
function ownVariables({ commands }: Analysis): readonly Doubt[] {
  return commands
    .flatMap(({ assignments, words }) => (words.length === 0 ? assignments : []))
    .filter(({ name }) => isOwnVariable(name))
    .map(({ name }) => ({
      kind: 'group',
      reason: say('Setting {variable} may change what programs do.', { variable: name }),
    }));
}

function decide(
  set: RuleSet,
  reading: Reading,
  denied: Because | undefined,
  critical: Sentence | undefined,
  coverages: readonly Because[],
  world: World,
): Because {
  const { context } = world;
  if (denied?.verdict === 'deny') return denied;
  const asked = denied ?? forbidden(set, 'ask', reading, world);
  if (asked) return asked;
  const hidden = reading.doubts.find(doubt => doubt.kind === 'hidden-text');
  if (hidden) return { verdict: 'ask', reason: hidden.reason };
  if (critical !== undefined)
    return { verdict: 'ask', reason: say('{risk} No rule allows this without a question.', { risk: critical }) };
  const own = mayChangeOwn(reading.expansion.occurrences, allCommands(reading), world);
  if (own) return { command: own.text, verdict: 'ask', reason: ownFilesReason };
  const free = withoutQuestions(reading, world);
  if (free) return free;
  const [doubt] = reading.doubts;
  if (doubt) return { verdict: 'ask', reason: doubt.reason };
  const open = coverages.find(one => one.verdict !== 'allow');
  if (open) return open;
  const ruled = coverages.find(one => one.rule !== undefined) ?? coverages[0];
  if (ruled === undefined) return { verdict: 'ask', reason: say('The command is empty.') };
  if (context.mode === 'plan' && ruled.rule !== undefined)
    return { verdict: 'ask', reason: say('In plan mode only reading is free.') };
  return ruled;
}

/** Trust-all and the skip setting, which deny and ask rules have already passed. */
function withoutQuestions(reading: Reading, world: World): Because | undefined {
  const { trustAll, mode, skip } = world.context;
  if (mode === 'plan' || !(trustAll || mode === 'bypassPermissions' || skip.bash)) return undefined;
  if (reading.text.trim() === '') return undefined;
  for (const [word, command] of writtenWords(reading)) {
    if (reachesProtected(word, command, world))
      return {
        verdict: 'ask',
        reason: say('{path} is a protected path: writing it is always asked.', { path: word.raw }),
      };
  }
  if (trustAll || mode === 'bypassPermissions') return trusted(world);
  return { verdict: 'allow', source: { scope: 'mode' }, reason: say('The setting latch.skip.bash allows commands.') };
}

function* writtenWords(reading: Reading): Iterable<readonly [ShellWord, SimpleCommand]> {
  for (const occurrence of reading.expansion.occurrences) {
    for (const access of fileAccesses(occurrence.words))
      if (access.access === 'write') yield [access.word, occurrence.command];
  }
  for (const command of allCommands(reading)) {
    for (const access of redirectAccesses(command)) if (access.access === 'write') yield [access.word, command];
  }
}

function allCommands(reading: Reading): ReadonlySet<SimpleCommand> {
  return new Set([...reading.analysis.commands, ...reading.expansion.occurrences.map(one => one.command)]);
}

/** The rule of this action that meets the command; an `ask` when a deny rule may meet it. */
function forbidden(set: RuleSet, action: 'deny' | 'ask', reading: Reading, world: World): Because | undefined {
  const { now } = world.context;
  const rules = set[action];
  const whole = rules.tool('Bash', now);
  if (whole) return becauseOf(whole);
  const commands = rules.deniedCommands;
  const ignoreCase = world.context.platform !== 'linux';
  let maybe: Because | undefined;
  for (const occurrence of commands === undefined || commands.isEmpty ? [] : reading.expansion.occurrences) {
    world.budget.spend(effortOf(occurrence) / 4);
    const hit = commands?.find(occurrence.words, ignoreCase, now, world.budget);
    if (!hit) continue;
    if (hit.sure && occurrence.sure) return becauseOf(hit.rule, occurrence.command.text);
    maybe ??= uncertain(hit.rule, occurrence.command.text);
  }
  const path = forbiddenPath(set, action, reading, world);
  if (path?.sure) return path.because;
  maybe ??=
    path?.because ??
    mentioned(set, action, reading, now) ??
    mentionedCommand(set, action, reading.expansion.occurrences, world) ??
    mentionedPath(set, action, reading.expansion.occurrences, world) ??
    openedPath(set, action, reading.expansion.occurrences, world) ??
    configuredProgram(set, action, reading.expansion.occurrences, world) ??
    steered(set, action, reading.expansion.occurrences, world) ??
    foreignCode(set, action, reading.expansion, world);
  return maybe;
}

function uncertain(rule: CompiledRule, command: string | undefined): Because {
  return becauseOf(
    rule,
    command,
    'ask',
    say('A part of the command is not known, so the {action} rule {rule} may apply.', {
      action: say(rule.action),
      rule: rule.text,
    }),
  );
}

/** Programs that start others from a text that is not shell, or that cannot be seen. */
function mentioned(set: RuleSet, action: 'deny' | 'ask', reading: Reading, now: number): Because | undefined {
  const commands = set[action].deniedCommands;
  if (!commands || commands.isEmpty) return undefined;
  for (const code of reading.expansion.codes) {
    const rule = commands.findMention(code, now);
    if (rule) return uncertain(rule, code);
  }
  const unread =
    reading.expansion.unseen ||
    reading.doubts.some(doubt => doubt.kind === 'unparseable' || doubt.kind === 'very-long');
  const rule = unread ? commands.any(now) : undefined;
  return rule && uncertain(rule, undefined);
}

interface PathHit {
  readonly because: Because;
  readonly sure: boolean;
}

function forbiddenPath(set: RuleSet, action: 'deny' | 'ask', reading: Reading, world: World): PathHit | undefined {
  const rules = set[action];
  if (rules.read.isEmpty && rules.edit.isEmpty && !rules.tool('Edit', world.context.now)) return undefined;
  let maybe: PathHit | undefined;
  const look = (access: FileAccess, command: SimpleCommand): PathHit | undefined => {
    const hit = forbiddenAccess(set, action, access, command, world);
    if (hit?.sure) return hit;
    maybe ??= hit;
    return undefined;
  };
  for (const occurrence of reading.expansion.occurrences) {
    for (const access of fileAccesses(occurrence.words)) {
      const hit = look(access, occurrence.command);
      if (hit) return hit;
    }
  }
  for (const command of allCommands(reading)) {
    for (const access of redirectAccesses(command)) {
      const hit = look(access, command);
      if (hit) return hit;
    }
  }
  return maybe;
}

/** The files that the redirections of a command open. */
export function redirectAccesses(command: SimpleCommand): readonly FileAccess[] {
  return command.redirects.flatMap((redirect): FileAccess[] => {
    const { operator, target } = redirect;
    if (!target || operator === '<<<' || /^(?:\/dev\/(?:null|stdout|stderr)|[0-9]+-?|-)$/.test(target.value ?? ''))
      return [];
    const isInput = operator === '<' || operator === '<&';
    return [{ word: target, access: isInput ? 'read' : 'write' }];
  });
}

function forbiddenAccess(
  set: RuleSet,
  action: 'deny' | 'ask',
  access: FileAccess,
  command: SimpleCommand,
  world: World,
): PathHit | undefined {
  const kind = access.access === 'write' ? 'edit' : 'read';
  const folders = command.place.folders.length > 0 ? command.place.folders : [undefined];
  const word = filledIn(access.word, command, world);
  const [piece] = word.pieces;
  const written = [word];
  const words = piece?.kind === 'names' ? piece.names.map(staticWord) : written;
  for (const [folder, one] of folders.flatMap(at => words.map(it => [at, it] as const))) {
    const forms = formsOf(one, folder, world);
    if (forms === undefined) return { because: unknownPath(set, action, access, command), sure: false };
    const rule = forbiddingRule(set, action, kind, forms, world);
    // Of many names that a word may stand for, it need not be this one.
    if (rule && words !== written) return { because: uncertain(rule, command.text), sure: false };
    if (rule) return { because: becauseOf(rule, command.text), sure: true };
  }
  return undefined;
}

function unknownPath(set: RuleSet, action: 'deny' | 'ask', access: FileAccess, command: SimpleCommand): Because {
  return {
    command: command.text,
    verdict: 'ask',
    reason: say('Which file {file} is cannot be told, so a {action} rule for files may apply.', {
      file: access.word.raw,
      action: say(action),
    }),
  };
}

/** The path in its two forms; a glob becomes a path with holes. */
function formsOf(word: ShellWord, folder: string | undefined, world: World): PathForms | undefined {
  const known = word.pieces.length === 0 ? word.value : resolvedValue(word, folder, world.context.home);
  if (known !== undefined) {
    if (folder === undefined && !known.startsWith('/')) return undefined;
    return world.forms(known.startsWith('~') ? `./${known}` : known, folder ?? '/');
  }
  let text = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'tilde' && piece.user === '') text += world.context.home;
    else if (piece.kind === 'glob') text += hole;
    else return undefined;
  }
  if (folder === undefined && !text.startsWith('/')) return undefined;
  return { lexical: joinPath(folder ?? '/', text), real: undefined };
}
