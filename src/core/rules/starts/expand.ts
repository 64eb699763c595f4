import { Budget, mostSteps } from '../language/budget';
import { readShell } from '../shell/command';
import type { Analysis, Doubt, SimpleCommand } from '../shell/syntax';
import { expandBraces } from './braces';
import { scanCommands } from './lexical';
import { started } from './started';
import { joinPath } from '../paths/pathText';
import { hasKind, makeWord, resolvedValue } from '../shell/word';
import { type Piece, type ShellWord } from '../shell/syntax';
import { say } from '../../texts/sentence';

/** One command that a call would start, directly or through another one. */
export interface Occurrence {
  readonly words: readonly ShellWord[];
  /** The simple command it stands in. */
  readonly command: SimpleCommand;
  /** False when it depends on how an unknown option is read. */
  readonly sure: boolean;
}

/** Everything a shell text may start, for rules that forbid and for the risk. */
export interface Expansion {
  readonly occurrences: readonly Occurrence[];
  /** Doubts found inside shell texts that are arguments of other commands. */
  readonly doubts: readonly Doubt[];
  /** Texts in other languages that may start programs. */
  readonly codes: readonly string[];
  /** A shell runs a text that cannot be seen from here. */
  readonly unseen: boolean;
}

const deepest = 24;

export function expand(analysis: Analysis, text: string): Expansion {
  const queue: { command: SimpleCommand; words: readonly ShellWord[]; sure: boolean; depth: number }[] = [];
  const occurrences: Occurrence[] = [];
  const doubts: Doubt[] = [];
  const codes: string[] = [];
  let unseen = false;
  const budget = new Budget(mostSteps.starting);
  const hasParameters = analysis.commands.some(({ words }) => words[0]?.value === 'set' && words.length > 1);
  const add = (command: SimpleCommand, words: readonly ShellWord[], sure: boolean, depth: number): void => {
    if (!budget.take(words.length / 4)) return;
    for (const one of splitWords(words, command, hasParameters, budget))
      queue.push({ command, words: one, sure, depth });
  };
  // Where there are too many, the scanner names each only once.
  for (const words of scanned(analysis, text)) add(scannedCommand(words), words, true, 0);
  for (const command of analysis.commands) add(command, command.words, true, 0);
  for (let next = 0; next < queue.length; next++) {
    const item = queue[next];
    if (!item) break;
    if (item.words.length > 0) occurrences.push({ words: item.words, command: item.command, sure: item.sure });
    if (item.depth > deepest) budget.take(Number.POSITIVE_INFINITY);
    if (!budget.take(effortOf(item))) break;
    for (const start of started(item.words, item.command)) {
      if (start.kind === 'unseen') unseen = true;
      else if (start.kind === 'code') codes.push(start.text);
      else if (start.kind === 'command')
        add(movedTo(start.folder, item.command), start.words, item.sure && start.sure, item.depth + 1);
      else if (start.text.trim() !== '' && budget.take(start.text.length / charactersPerStep)) {
        const inner = readShell(start.text, item.command.place);
        doubts.push(...inner.doubts);
        const nested: Analysis = inner;
        for (const command of nested.commands) {
          const fed =
            command.stdin === undefined && item.command.stdin ? { ...command, stdin: item.command.stdin } : command;
          add(fed, fed.words, item.sure, item.depth + 1);
        }
        for (const words of scanned(nested, start.text)) add(scannedCommand(words), words, item.sure, item.depth + 1);
      }
    }
  }
  if (!budget.take(0)) doubts.push({ kind: 'very-long', reason: say('It starts more commands than can be followed.') });
  return { occurrences, doubts, codes, unseen };
}

/** So many characters of a shell text are read in one step. */
const charactersPerStep = 8;

/** In steps: what is looked at to say what one command starts, or what it does. */
export function effortOf({ words, command }: { words: readonly ShellWord[]; command: SimpleCommand }): number {
  const { stdin } = command;
  return 4 + words.length / 2 + command.redirects.length + (stdin ? stdin.to - stdin.from : 0);
}

function scanned(analysis: Analysis, text: string): readonly (readonly ShellWord[])[] {
  const needed = analysis.doubts.some(doubt => doubt.kind === 'unparseable' || doubt.kind === 'very-long');
  return needed ? scanCommands(text) : [];
}

/** The command in another folder, where a wrapper changes to it first. */
function movedTo(folder: ShellWord | undefined, command: SimpleCommand): SimpleCommand {
  if (folder === undefined) return command;
  const { home } = command.place;
  const folders = command.place.folders.map(from => {
    const value = resolvedValue(folder, from, home);
    return value === undefined ? undefined : joinPath(from, value);
  });
  const known = folders.filter(it => it !== undefined);
  return { ...command, place: { folders: known.length < folders.length ? [] : known, moved: true, home } };
}

function scannedCommand(words: readonly ShellWord[]): SimpleCommand {
  const text = words.map(word => word.raw).join(' ');
  return {
    text,
    words,
    assignments: [],
    redirects: [],
    place: { folders: [], moved: true, home: '' },
    stdin: undefined,
  };
}

/** The commands a word list stands for once braces and `$IFS` are expanded. */
function splitWords(
  words: readonly ShellWord[],
  command: SimpleCommand,
  hasParameters: boolean,
  budget: Budget,
): readonly (readonly ShellWord[])[] {
  if (!words.some(word => hasKind(word, 'brace', 'variable', 'opaque'))) return [words];
  const split = words
    .flatMap(word => bracedWords(word, command, budget))
    .flatMap(word => splitAtBlanks(word, hasParameters));
  return split.length === 0 ? [words] : [split];
}

const stepsPerBraces = 40;

function bracedWords(word: ShellWord, command: SimpleCommand, budget: Budget): readonly ShellWord[] {
  if (!hasKind(word, 'brace') || !budget.take(stepsPerBraces)) return [word];
  const sources = expandBraces(word.raw);
  if (!sources) return [word];
  const read = readShell(`: ${sources.join(' ')}`, command.place).commands.at(-1);
  return read?.words.slice(1) ?? [word];
}

/** An unquoted `$IFS` is a blank, and positional parameters are empty in a command of their own. */
function splitAtBlanks(word: ShellWord, hasParameters: boolean): readonly ShellWord[] {
  const empty = (piece: Piece): boolean => isBlankOrEmpty(piece) && (!hasParameters || nameOf(piece) === 'IFS');
  if (!word.pieces.some(empty)) return [word];
  const groups: Piece[][] = [[]];
  for (const piece of word.pieces) {
    if (!empty(piece)) groups.at(-1)?.push(piece);
    else if (nameOf(piece) === 'IFS') groups.push([]);
  }
  const words = groups.filter(pieces => pieces.length > 0).map(pieces => makeWord(word.raw, pieces));
  return words;
}

function nameOf(piece: Piece): string | undefined {
  return piece.kind === 'opaque' || piece.kind === 'variable' ? piece.name : undefined;
}

function isBlankOrEmpty(piece: Piece): boolean {
  if (piece.kind === 'opaque') return piece.name === 'IFS';
  return piece.kind === 'variable' && (piece.name === 'IFS' ? !piece.quoted : /^[@*1-9]$/.test(piece.name));
}
