import type { Analysis, Doubt, ShellWord, SimpleCommand } from '../shell/syntax';
import { becauseOf, type CompiledRule } from '../match/compiled';
import { foreignCode } from './codes';
import { madeProgram } from './made';
import { reachedHost } from './reached';
import { mentionedCommand, mentionedPath, openedPath } from './mentions';
import { sharedPath } from './shared';
import { steered } from './steered';
import { configuredProgram } from './gitUse';
import { forbiddingRule } from './path';
import { effortOf, type Expansion } from '../starts/expand';
import { type FileAccess, fileAccesses } from '../starts/fileAccess';
import { joinRaw, normalPath, throughProcess } from '../paths/pathText';
import type { RuleSet } from './ruleSet';
import type { Because } from '../language/verdict';
import { hole } from '../match/wildcard';
import { filledIn } from '../safe/starters';
import { hasKind, resolvedValue, staticWord } from '../shell/word';
import type { PathForms, World } from '../paths/world';
import { say } from '../../texts/sentence';

/** A command line as the rules look at it. */
export interface Reading {
  readonly text: string;
  readonly analysis: Analysis;
  readonly expansion: Expansion;
  readonly doubts: readonly Doubt[];
}

export function allCommands(reading: Reading): ReadonlySet<SimpleCommand> {
  return new Set([...reading.analysis.commands, ...reading.expansion.occurrences.map(one => one.command)]);
}

/** The rule of this action that meets the command; an `ask` when a deny rule may meet it. */
export function forbidden(set: RuleSet, action: 'deny' | 'ask', reading: Reading, world: World): Because | undefined {
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
    reachedHost(set, action, reading.expansion.occurrences, world) ??
    sharedPath(set, action, reading.expansion.occurrences, world) ??
    configuredProgram(set, action, reading.expansion.occurrences, world) ??
    steered(set, action, reading.expansion.occurrences, world) ??
    madeProgram(set, action, reading.expansion.occurrences, world) ??
    foreignCode(set, action, reading.expansion.occurrences, world);
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
  const widened = widensWildcards(reading.text);
  const look = (access: FileAccess, command: SimpleCommand): PathHit | undefined => {
    const hit = forbiddenAccess(set, action, access, command, world);
    if (hit?.sure) return hit;
    maybe ??= hit;
    if (widened && hasKind(access.word, 'glob'))
      maybe ??= { because: unknownPath(set, action, access, command), sure: false };
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

/** To follow a path, and to hold it against the rules. */
const stepsPerAccess = 3;

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
    world.budget.spend(stepsPerAccess);
    if (forms === undefined) return { because: unknownPath(set, action, access, command), sure: false };
    const rule = forbiddingRule(set, action, kind, forms, world);
    // Of many names that a word may stand for, it need not be this one.
    if (rule && words !== written) return { because: uncertain(rule, command.text), sure: false };
    if (rule) return { because: becauseOf(rule, command.text), sure: true };
  }
  return undefined;
}

/** With these options of bash and zsh a wildcard stands for files whose name begins with a dot as well. */
function widensWildcards(text: string): boolean {
  return /dotglob|globdots|\b(?:zsh|set|setopt)\b[^;|&\n]*\s-\w*4/i.test(text.replaceAll(/[_'"\\]/g, ''));
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

/** A file in a folder that was opened before, under a number. */
const openedBefore = /^\/+(?:dev|proc\/.*)\/+fd\/+[0-9]+\/+(?!\.\.)./;

/** The path in its two forms; a glob becomes a path with holes. */
function formsOf(word: ShellWord, folder: string | undefined, world: World): PathForms | undefined {
  const known = word.pieces.length === 0 ? word.value : resolvedValue(word, folder, world.context.home);
  if (known !== undefined) {
    if ((folder === undefined && !known.startsWith('/')) || openedBefore.test(known)) return undefined;
    return world.forms(known.startsWith('~') ? `./${known}` : known, folder ?? '/');
  }
  let text = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'tilde' && piece.user === '') text += world.context.home;
    else if (piece.kind === 'glob') text += hole;
    else return undefined;
  }
  if ((folder === undefined && !text.startsWith('/')) || openedBefore.test(text)) return undefined;
  return { lexical: normalPath(throughProcess(joinRaw(folder ?? '/', text), folder ?? '/')), real: undefined };
}
