import type { Because } from '../language/verdict';
import type { World } from '../paths/world';
import { isContained } from '../safe/code';
import { filesOfSed } from '../safe/sed';
import { isContainedSql } from '../safe/sql';
import { type ShellWord, type SimpleCommand, upstreamOf } from '../shell/syntax';
import type { Occurrence } from '../starts/expand';
import { staticWord } from '../shell/word';
import { programName } from '../starts/program';
import { type Language, languageName, languageOf, looksLikeCode, runningModules, takesData } from '../tables/languages';
import { isKnownForFiles } from '../starts/fileAccess';
import { wrapperOf } from '../starts/wrapper';
import { shells } from '../tables/wrappers';
import { fedTexts, isUnderstood, mayStart, textOf } from './mentions';
import { ruleForHosts } from './reached';
import type { RuleSet } from './ruleSet';
import { scriptOfSed } from '../safe/sedScript';

/**
 * Code in another language can put any name together, so every rule that forbids something asks about it, unless the
 * person allowed that very interpreter.
 */
export function foreignCode(
  set: RuleSet,
  action: 'deny' | 'ask',
  occurrences: readonly Occurrence[],
  world: World,
): Because | undefined {
  const { now } = world.context;
  const rules = set[action];
  const rule =
    rules.deniedCommands?.any(now) ?? rules.edit.any(now) ?? rules.read.any(now) ?? ruleForHosts(set, action, world);
  if (!rule) return undefined;
  for (const occurrence of occurrences) {
    const { words, command } = occurrence;
    const code = codeOf(occurrence, world);
    if (code === undefined) continue;
    const allowed = set.allow.commands?.exactRule(words, now) ?? set.allow.commands?.wideRule(words, now);
    if (allowed === undefined) return mayStart(rule, code === '' ? command.text : code);
  }
  return undefined;
}

/** A program in another language that is not known to start nothing and to name what it opens. */
function codeOf(occurrence: Occurrence, world: World): string | undefined {
  const { words, command } = occurrence;
  const program = programName(words[0]?.value ?? '');
  const args = words.slice(1);
  if (/^g?sed$/.test(program)) {
    const script = scriptOfSed(args);
    return script !== undefined && filesOfSed(script) !== undefined ? undefined : (script ?? '');
  }
  if (/^[gmn]?awk$/.test(program)) return codeOfAwk(args, command, world);
  const language = languageOf(program);
  // What comes out of another command is a program for whatever is not known to take it as text.
  if (!language) return codeOfUnknown(program, occurrence, world);
  const code = writtenCode(program, language, args, command);
  if (code === undefined) return undefined;
  const name = languageName(program);
  if (/^(?:sqlite3|psql|mysql|mariadb)$/.test(name)) return isContainedSql(code) ? undefined : code;
  const fed = args.every(({ value }) => value === '-') ? fedText(command) : undefined;
  const written = fed === undefined ? args : [staticWord(name === 'python' ? '-c' : '-e'), staticWord(fed)];
  return isContained(name, written, command.place, world) ? undefined : code;
}

/** A program that nothing is known of may have a language too. */
function codeOfUnknown(program: string, occurrence: Occurrence, world: World): string | undefined {
  const { words, command } = occurrence;
  const args = words.slice(1);
  const isProgram = args.some(isProcess);
  const values = args.map(textOf);
  const isUnknown =
    !takesData(program) && !isKnownForFiles(program) && !shells.has(program) && !wrapperOf(program, words);
  const code = isUnknown ? values.find((value, at) => looksLikeCode(value, values[at - 1])) : undefined;
  const fed = isUnknown
    ? command.redirects.flatMap(({ text, operator, target }) => text ?? (operator === '<<<' ? textOf(target) : []))
    : [];
  if (!isProgram && code === undefined && fed.length === 0) return undefined;
  return isUnderstood(occurrence, world) ? undefined : (code ?? command.text);
}

function isProcess(word: ShellWord): boolean {
  return word.pieces.some(({ kind }) => kind === 'process') && word.raw.startsWith('<');
}

function codeOfAwk(args: readonly ShellWord[], { place }: SimpleCommand, world: World): string | undefined {
  const brought = args.find(
    (word, at) => isStream(word) && /^(?:-\w*[fE]|--file|-We|exec)$/.test(args[at - 1]?.value ?? ''),
  );
  if (brought) return textOf(brought);
  const reaching = args.find(word => reachesOut.test((word.value ?? word.raw).replaceAll(plainTarget, '')));
  return reaching && !isContained('awk', args, place, world) ? textOf(reaching) : undefined;
}

/** What a program of awk writes where its text says so is looked at by its name. */
const plainTarget = />>?\s*"[^"\\]*"\s*(?=[;}\n]|$)/g;
const reachesOut = /system|getline|[|@>]|ARG[VC]|ENVIRON|PROCINFO|SYMTAB|^-[-a-zA-Z]*(?:i|l|load|include)/;

/** A text of the command line, or what comes out of another command. */
function isStream(word: ShellWord): boolean {
  return isProcess(word) || /^-$|^\/dev\/(?:stdin|fd\/)|^\/proc\//.test(word.value ?? '');
}

function writtenCode(
  program: string,
  language: Language,
  args: readonly ShellWord[],
  command: SimpleCommand,
): string | undefined {
  const texts: string[] = [];
  let hasProgram = false;
  for (const [at, word] of args.entries()) {
    const text = word.value ?? '';
    if (languageName(program) === 'python' && /^-\w*m$/.test(args[at - 1]?.value ?? ''))
      if (runningModules.has(text)) texts.push(text, ...args.slice(at + 1).map(textOf));
    const isInline = language.inline.test(text) || /^--?\w.*[\s'"`;()]/s.test(text);
    if (isInline) texts.push(text, textOf(args[at + 1]));
    else if (language.operands && !text.startsWith('-')) texts.push(textOf(word));
    else if (isStream(word)) texts.push(textOf(word), ...fedTexts(command));
    else if (text.startsWith('-') && /^--?(?:m|version|help|[vVh])$/.test(text)) hasProgram = true;
    else if (!text.startsWith('-')) hasProgram = true;
  }
  const isFed = language.alwaysFed === true || (language.fed === true && !hasProgram && texts.length === 0);
  if (isFed && isFedText(command)) texts.push('', ...fedTexts(command));
  if (language.operands && isFedText(command)) texts.push(...fedTexts(command));
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** The one text that is fed, where it is written in the command. */
function fedText({ redirects, stdin }: SimpleCommand): string | undefined {
  const [one, ...others] = redirects;
  if (one === undefined || others.length > 0 || stdin !== undefined || one.dynamicText === true) return undefined;
  return one.text ?? (one.operator === '<<<' ? one.target?.value : undefined);
}

function isFedText(command: SimpleCommand): boolean {
  const redirects = [...command.redirects, ...(command.stdin?.redirects ?? [])];
  return (
    upstreamOf(command.stdin).length > 0 ||
    redirects.some(({ operator, target }) => operator.startsWith('<') && target?.value !== '/dev/null')
  );
}
