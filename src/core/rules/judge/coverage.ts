import type { ShellAssignment, SimpleCommand } from '../shell/syntax';
import { becauseOf, type CompiledRule } from '../match/compiled';
import { fileAccesses } from '../starts/fileAccess';
import type { RuleSet } from './ruleSet';
import { mayAssign, readOnlyObjection } from '../safe/readonly';
import { isSafeAssignment, isSafeVariable } from '../tables/files';
import { isOwnVariable, isTellable } from '../tables/variables';
import { programName } from '../starts/program';
import { isHarmlessKey } from '../tables/gitKeys';
import type { Because } from '../language/verdict';
import { hasKind, resolvedValue } from '../shell/word';
import type { Piece, ShellWord } from '../shell/syntax';
import { isKeptPlace, type World } from '../paths/world';
import { fedTexts, filesInScript, isInert, pathsIn } from './mentions';
import { say, type Sentence } from '../../texts/sentence';
import { isInside, normalPath } from '../paths/pathText';
import { unpacks } from '../starts/trees';
import { redirectsVerdict } from './redirects';
import { stages } from './stages';

/** Whether rules or the read-only list cover one simple command, and why. */
export interface Coverage {
  readonly because: Because;
  /** Covered without any rule. */
  readonly readOnly: boolean;
}

export function cover(set: RuleSet, command: SimpleCommand, world: World): Coverage {
  const objection = assignmentsObjection(command) ?? undefined;
  const redirect = redirectsVerdict(set, command, world);
  const body = objection === undefined ? coverWords(set, command, world) : asks(command, objection);
  if (body.because.verdict !== 'allow') return { because: body.because, readOnly: false };
  if (redirect.because && redirect.because.verdict !== 'allow') {
    return { because: { ...redirect.because, command: command.text }, readOnly: false };
  }
  return { because: body.because, readOnly: body.readOnly && redirect.readOnly };
}

function asks(command: SimpleCommand, reason: Sentence): Coverage {
  return { because: { command: command.text, verdict: 'ask', reason }, readOnly: false };
}

function asksOfProtected(command: SimpleCommand, path: string): Coverage {
  return asks(command, say('{path} is a protected path: writing it is always asked.', { path }));
}

function allows(command: SimpleCommand, reason: Sentence): Coverage {
  return { because: { command: command.text, verdict: 'allow', source: { scope: 'builtin' }, reason }, readOnly: true };
}

function isOwnName(name: string): boolean {
  return (/^[a-z_][a-z0-9_]*$/.test(name) && !meaningfulVariable.test(name)) || isOwnVariable(name);
}

/** Lower-case names that shells or programs give a meaning. */
const meaningfulVariable =
  /^(?:path|fpath|cdpath|manpath|mailpath|module_path|prompt|psvar|histchars|auto_resume|npm_config_\w+|\w+_proxy)$/;

function assignmentsObjection(command: SimpleCommand): Sentence | undefined {
  const standalone = command.words.length === 0;
  for (const assignment of command.assignments) {
    if (!isFineAssignment(assignment, standalone) && !isForRead(assignment, command))
      return say('Setting {variable} may change what programs do.', { variable: assignment.name });
  }
  return undefined;
}

/** `IFS= read`: how this one line is split, and nothing else. */
function isForRead({ name, value, complex }: ShellAssignment, { words }: SimpleCommand): boolean {
  return name === 'IFS' && words[0]?.value === 'read' && !complex && (value === undefined || value.value !== undefined);
}

function isFineAssignment(assignment: ShellAssignment, standalone: boolean): boolean {
  if (assignment.complex) return false;
  const value = assignment.value?.value ?? (assignment.value === undefined ? '' : undefined);
  if (isSafeAssignment(assignment.name, value)) return true;
  return standalone && !isSafeVariable(assignment.name) && isOwnName(assignment.name);
}

function coverWords(set: RuleSet, command: SimpleCommand, world: World): Coverage {
  if (command.role !== undefined) return allows(command, say('A condition or redirection starts nothing.'));
  if (command.words.length === 0) {
    if (command.redirects.length > 0)
      return asks(command, say('A redirection without a command empties or creates a file.'));
    const secret = command.assignments.flatMap(({ value }) => value?.pieces ?? []).find(isPerhapsSecret);
    if (secret) return asks(command, say('The value of {variable} is not known.', { variable: secret.name }));
    return allows(command, say('Setting a local variable is harmless.'));
  }
  const exported = exportVerdict(command);
  if (exported) return exported;
  const rule = coveringRule(set, command, world);
  if (rule) return ruleCoverage(rule, command, world);
  const objection = readOnlyStages(command, world);
  if (objection === undefined) return allows(command, say('It is proven to only read.'));
  return asks(command, say('No rule allows it. {reason}', { reason: objection }));
}

/** Another variable would show what it holds. */
function isPerhapsSecret(piece: Piece): piece is Piece & { kind: 'variable' } {
  return piece.kind === 'variable' && piece.binding === undefined && !isTellable(piece.name);
}

/** `read PATH`, `printf -v PATH`: a name among the arguments is set, which programs may use. */
function setsByName({ words: [program, ...args] }: SimpleCommand): boolean {
  const name = program?.value ?? '';
  if (name === 'printf' ? !mayAssign(args) : !/^(?:read|mapfile|readarray|getopts)$/.test(name)) return false;
  return args.some(({ value }, at) => {
    const [, set] = /^(?:-v)?([A-Za-z_]\w*)$/.exec(value ?? (at > 1 ? '' : 'PATH')) ?? [];
    return set !== undefined && !isOwnName(set);
  });
}

/** `export NAME=value`: only harmless names. */
function exportVerdict(command: SimpleCommand): Coverage | undefined {
  const program = command.words[0]?.value ?? '';
  if (setsByName(command)) return asks(command, say('{program} changes variables that programs may use.', { program }));
  if (!/^(?:export|declare|typeset|readonly|local|unset)$/.test(program)) return undefined;
  const fine = command.words.slice(1).every(word => {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(word.value ?? '') ?? [];
    return name !== undefined && value !== undefined && isSafeAssignment(name, value);
  });
  if (program === 'export' && command.words.length > 1 && fine)
    return allows(command, say('Exporting this variable is harmless.'));
  return asks(command, say('{program} changes variables that programs may use.', { program }));
}

function ruleCoverage(rule: CompiledRule, command: SimpleCommand, world: World): Coverage {
  for (const { word, access } of fileAccesses(command.words)) {
    if (access === 'write' && reachesProtected(word, command, world)) {
      return asksOfProtected(command, word.raw);
    }
  }
  if (unpacks(command.words) && unpacksAtHome(command, world)) return asksOfProtected(command, '~');
  const key = setsProgram(command.words);
  if (key !== undefined) return asks(command, say('The setting {key} may start a program.', { key }));
  const readOnly = readOnlyStages(command, world) === undefined;
  if (!readOnly && !isInert(command.words)) {
    const path = mentionedProtected(command, world);
    if (path !== undefined) return asksOfProtected(command, path);
  }
  return { because: becauseOf(rule, command.text), readOnly };
}

/** `.gi[t]/hooks/x`: what the pattern stands for is told by the disk. */
function globReachesProtected(word: ShellWord, folder: string, world: World): boolean {
  if (!word.pieces.every(({ kind }) => kind === 'text' || kind === 'glob')) return false;
  const pattern = word.pieces.map(piece => ('text' in piece ? piece.text : '')).join('');
  return world.disk.globbed(world.forms(pattern, folder).lexical)?.some(path => world.protects(path)) !== false;
}

/** What an archive holds may be named like any setting of the person. */
function unpacksAtHome({ words, place }: SimpleCommand, world: World): boolean {
  const folders = place.folders.length > 0 ? place.folders : [world.cwd];
  const isHome = (path: string): boolean => isInside(normalPath(world.context.home), path);
  const into = fileAccesses(words).filter(({ access }) => access === 'write');
  return folders.some(folder => {
    const targets = into.map(({ word }) => resolvedValue(word, folder, world.context.home));
    const known = targets.filter(it => it !== undefined).map(it => world.forms(it, folder).lexical);
    return known.length > 0 ? known.some(isHome) : isHome(folder);
  });
}

/** What these are fed are the names of files, or what to do. */
const startsWhatItIsFed =
  /^(?:xargs|parallel|ed|ex|vim?|cpio|pax|(?:ba|da|z|k)?sh|python[\d.]*|perl|node|ruby|php|sqlite3)$/;

const usualEditor =
  /^(?:less|more|most|cat|delta|bat|diff-so-fancy|vim?|nvim|nano|micro|hx|emacs|emacsclient|code|codium|cursor|subl)(?: -[\w=-]+)*$/;

/** `git config core.hooksPath x` writes the configuration of git, from which git then starts programs. */
function setsProgram(words: readonly ShellWord[]): string | undefined {
  const values = words.map(({ value, raw }) => value ?? raw);
  if (programName(values[0] ?? '') !== 'git') return undefined;
  const at = values.indexOf('config');
  if (at < 0 || values.some(value => /^--(?:get|list|unset|remove|rename)|^-l$/.test(value))) return undefined;
  const key = values.findIndex((value, index) => index > at && /^[a-z][\w-]*\.(?:.*\.)?[a-z][\w-]*$/i.test(value));
  const name = values[key]?.toLowerCase();
  if (name === undefined || key + 1 >= values.length) return undefined;
  if (/^core\.(?:editor|pager)$/.test(name) && usualEditor.test(values[key + 1] ?? '')) return undefined;
  const isAlias = name.startsWith('alias.') && !/^[!$]|^$/.test(values[key + 1] ?? '');
  return !isAlias && (!isHarmlessKey(name) || name === 'core.hookspath') ? values[key] : undefined;
}

/** A command that is not understood may write whatever its arguments name, by an option or inside a text. */
function mentionedProtected(command: SimpleCommand, world: World): string | undefined {
  const folders = command.place.folders.length > 0 ? command.place.folders : [world.cwd];
  const fed = startsWhatItIsFed.test(programName(command.words[0]?.value ?? '')) ? fedTexts(command) : [];
  const texts = [...command.words.slice(1).map(word => word.value ?? word.raw), ...fed];
  const paths = [...texts.flatMap(pathsIn), ...filesInScript(command.words)];
  return paths.find(path => folders.some(folder => world.protects(world.lexical(path, folder))));
}

export function reachesProtected(word: ShellWord, command: SimpleCommand, world: World): boolean {
  const folders = command.place.folders.length > 0 ? command.place.folders : [world.cwd];
  return folders.some(folder => {
    const text = resolvedValue(word, folder, world.context.home);
    if (text === undefined) return world.protects(`/${word.raw}`) || globReachesProtected(word, folder, world);
    return isKeptPlace(world.forms(text, folder), world);
  });
}

const neverWide = new Set(['watch', 'setsid', 'ionice', 'flock']);
const findActions = /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls|files0-from)/;

function coveringRule(set: RuleSet, command: SimpleCommand, world: World): CompiledRule | undefined {
  const { now } = world.context;
  const rules = set.allow.commands;
  const whole = set.allow.tool('Bash', now);
  if (!rules || hasUnknownProgram(command.words)) return undefined;
  if (whole) return whole;
  for (const stage of stages(command)) {
    const found =
      (stage.exact ? rules.exactRule(stage.words, now) : undefined) ??
      (isWide(stage.words) ? rules.wideRule(stage.words, now) : undefined);
    if (found) return found;
  }
  return undefined;
}

function hasUnknownProgram(words: readonly ShellWord[]): boolean {
  return words[0]?.value === undefined;
}

/** Whether a prefix or glob rule may cover these words at all. */
function isWide(words: readonly ShellWord[]): boolean {
  const program = words[0]?.value;
  if (program === undefined || neverWide.has(programName(program))) return false;
  if (words.some(word => hasKind(word, 'brace'))) return false;
  if (!/^g?find$/.test(programName(program))) return true;
  return words.every(word => word.value !== undefined && !findActions.test(word.value));
}

function readOnlyStages(command: SimpleCommand, world: World): Sentence | undefined {
  const changes = command.assignments.some(one => !isFineAssignment(one, false) && !isForRead(one, command));
  if (changes && command.words.length > 0) {
    return say('A variable may change what it does.');
  }
  let reason: Sentence | undefined;
  for (const stage of stages(command)) {
    if (stage.words.length === 0 || !stage.exact) break;
    reason = readOnlyObjection(stage.words, command, world);
    if (reason === undefined) return undefined;
  }
  return reason;
}
