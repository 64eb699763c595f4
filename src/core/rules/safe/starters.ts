import { say, type Sentence } from '../../texts/sentence';
import type { World } from '../paths/world';
import { type ShellWord, type SimpleCommand, upstreamOf } from '../shell/syntax';
import { staticWord } from '../shell/word';
import { readFind } from './find';
import { foundFiles, listedNames } from './listing';
import { withNames } from './names';
import { tooMany } from './objections';
import { firstObjection } from './operands';

/** The programs that start others with the names of files: `find -exec` and `xargs`. */

type Judge = (words: readonly ShellWord[], command: SimpleCommand, world: World) => Sentence | undefined;

export function findObjection(
  args: readonly ShellWord[],
  command: SimpleCommand,
  world: World,
  judge: Judge,
): Sentence | undefined {
  const values: string[] = [];
  for (const word of args) {
    if (word.value === undefined || word.raw.startsWith('$')) return say('What find is told to do is not known.');
    values.push(word.value);
  }
  const search = readFind(values);
  if (!search || search.followsLinks) return say('This form of find does more than look.');
  const objection = firstObjection(search.paths.map(staticWord), 'path', command.place, world);
  if (objection !== undefined || search.runs.length === 0) return objection;
  const files = foundFiles(search, command.place, world);
  if (!files) return tooMany;
  for (const run of search.runs) {
    const [program = '', ...rest] = run;
    const filled = rest.map(value => (value === '{}' ? namesWord(files) : staticWord(value)));
    const known = run.every(value => value === '{}' || !value.includes('{}'));
    const started = known && program !== '{}' ? startedObjection(program, filled, command, world, judge) : unknownNames;
    if (started !== undefined) return started;
  }
  return undefined;
}

/** One word that stands for any number of names. */
function namesWord(names: readonly string[]): ShellWord {
  return { raw: '{}', pieces: [{ kind: 'names', names }], value: undefined };
}

const unknownNames = say('The arguments that it adds are not known.');

/** These print any name and open nothing. */
const printers = new Set(['echo', 'basename', 'dirname']);
/** A builtin of the shell, or a program that starts or remembers others, is something else outside of it. */
const notStarted = new Set('cd set exit command read wait break continue type xargs find test [ printf'.split(' '));

function startedObjection(
  program: string,
  args: readonly ShellWord[],
  command: SimpleCommand,
  world: World,
  judge: Judge,
): Sentence | undefined {
  if (notStarted.has(program)) return say('{program} is not known to be read-only.', { program });
  const started: SimpleCommand = { ...command, assignments: [], redirects: [], stdin: undefined };
  return judge([staticWord(program), ...args], started, world);
}

const alone = /^(?:-0|-r|-0r|-r0|--null|--no-run-if-empty|-d\\n|-[nL][0-9]+|--max-(?:args|lines)=[0-9]+|-t)$/;

/** The arguments that `xargs` adds must be names that are known, or it only prints them. */
export function xargsObjection(
  args: readonly ShellWord[],
  command: SimpleCommand,
  world: World,
  judge: Judge,
): Sentence | undefined {
  const values = args.map(word => word.value);
  let placeholder: string | undefined;
  let at = 0;
  for (; values[at]?.startsWith('-') === true; at++) {
    const value = values[at] ?? '';
    const glued = /^-I(.+)$/.exec(value)?.[1];
    if (value === '-I' || glued !== undefined) placeholder = glued ?? values[++at] ?? '';
    else if (value === '-d' && values[at + 1] === '\\n') at++;
    else if (/^-[nL]$/.test(value) && /^[0-9]+$/.test(values[at + 1] ?? '')) at++;
    else if (!alone.test(value)) return say('The option {option} is not known.', { option: value });
  }
  const program = values[at];
  const rest = args.slice(at + 1);
  // A few names at a time may be any number of starts, which only those that print them may have.
  if (values.slice(0, at).some(value => /^(?:-[nL]|--max)/.test(value ?? '')) && !printers.has(program ?? ''))
    return unknownNames;
  if (program === undefined || rest.some(({ value }) => value === undefined))
    return say('xargs starts a program with arguments that are not known.');
  const upstream = upstreamOf(command.stdin);
  const fed = command.redirects.every(({ operator }) => !operator.startsWith('<'));
  const names = fed ? listedNames(upstream, world) : undefined;
  if (names === undefined && !printers.has(program)) return say('The arguments that xargs adds are not known.');
  if (placeholder === undefined)
    return startedObjection(program, [...rest, namesWord(names ?? [])], command, world, judge);
  if (placeholder === '' || program.includes(placeholder)) return unknownNames;
  const filled: ShellWord[] = [];
  for (const word of rest) {
    if (word.value === placeholder) filled.push(namesWord(names ?? []));
    else if (word.value?.includes(placeholder) !== true || printers.has(program)) filled.push(word);
    else return unknownNames;
  }
  return startedObjection(program, filled, command, world, judge);
}

/** A word as the names that `find` fills in for it, or its variables stand for, where they are known. */
export function filledIn(word: ShellWord, { words, place }: SimpleCommand, world: World): ShellWord {
  const [piece] = word.pieces;
  if (piece?.kind !== 'opaque' || word.raw !== '{}' || words[0]?.value !== 'find') return withNames(word, place, world);
  const search = readFind(words.slice(1).map(({ value }) => value ?? '\n'));
  const files = search && foundFiles(search, place, world);
  return files ? namesWord(files) : word;
}
