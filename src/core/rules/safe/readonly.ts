import type { Place, ShellWord, SimpleCommand } from '../shell/syntax';
import { safeArguments } from './flags';
import type { OperandRule, SafeCommand } from '../tables/safeCommand';
import { namedElsewhere, replacements, tellsVersion } from '../tables/versions';
import { safeCommands } from '../tables/safeCommands';
import { type World } from '../paths/world';
import { say, type Sentence } from '../../texts/sentence';
import { resolvedValue, staticWord } from '../shell/word';
import { withNames } from './names';
import { noFolder, unknownForm, unknownPart } from './objections';
import { operandsObjection, pathObjection } from './operands';
import { findObjection, xargsObjection } from './starters';
import { specialRules } from './special';
import { isTellable } from '../tables/variables';

const commands = new Map(Object.entries(safeCommands));

export function isKnownReader(program: string): boolean {
  return commands.has(program);
}

/** Why a command is not proven read-only, or `undefined` when it is. The words are without wrappers. */
export function readOnlyObjection(
  words: readonly ShellWord[],
  command: SimpleCommand,
  world: World,
): Sentence | undefined {
  if (command.role !== undefined) return undefined;
  // Other programs have these names there, and paths lead by other rules.
  if (world.context.platform === 'win32') return say('On Windows no command is proven to only read.');
  const program = words[0]?.value;
  if (program === undefined) return say('The program is not known.');
  const safe = commands.get(program);
  const asksVersion = words.length === 2 && tellsVersion(program, words[1]?.value ?? '');
  const another = versionObjection(program, command.place, asksVersion ? replacements(program) : [], world);
  if (asksVersion || another) return another;
  if (!safe) return say('{program} is not known to be read-only.', { program });
  const place = command.place;
  const written = words.slice(1);
  const args =
    takesNames(safe) && !safe.inert
      ? written.map(word => withNames(withFolder(word, place, world), place, world))
      : written;
  const elsewhere = looksAround.has(safe.operands) ? folderObjection(place, world) : undefined;
  if (elsewhere !== undefined) return elsewhere;
  if (safe.operands === 'xargs') return xargsObjection(args, command, world, readOnlyObjection);
  if (safe.operands === 'find') return findObjection(args, command, world, readOnlyObjection);
  const special = specialRules[safe.operands];
  if (special) return special(args, command, world);
  const dynamic = dynamicObjection(safe, args);
  if (dynamic !== undefined) return dynamic;
  if (program === 'printf' && mayAssign(args)) return say('printf may assign a variable.');
  const { without } = safe;
  if (without && args.some(word => textsOf(word).some(text => without.test(text)))) return unknownForm;
  if (safe.form) return formObjection(safe.form, args, place, world);
  const read = safeArguments(safe, args);
  if ('text' in read) return read;
  return operandsObjection(safe, read, place, world);
}

/** `"$PWD/a.txt"` is the file in the folder in which it runs. */
function withFolder(word: ShellWord, { folders }: Place, world: World): ShellWord {
  const [folder, ...others] = folders;
  if (others.length > 0 || word.value !== undefined || !word.raw.includes('PWD')) return word;
  const isPlain = word.pieces.every(
    piece => piece.kind === 'text' || (piece.kind === 'variable' && piece.name === 'PWD'),
  );
  const known = isPlain ? resolvedValue(word, folder, world.context.home) : undefined;
  return known === undefined || /\s/.test(known) ? word : staticWord(known);
}

function textsOf({ value, raw, pieces: [piece] }: ShellWord): readonly string[] {
  return piece?.kind === 'names' ? piece.names : [value ?? raw];
}

/** `-v` names a variable, and so does what stands at `%n` of the format. */
export function mayAssign(args: readonly ShellWord[]): boolean {
  const format = args[args[0]?.value === '--' ? 1 : 0];
  return format !== undefined && /^-v|%[-+ #0'*\d.]{0,40}[hlLjtz]{0,2}n/.test(format.value ?? '-v');
}

function formObjection(form: RegExp, args: readonly ShellWord[], place: Place, world: World): Sentence | undefined {
  // A blank within an argument is no blank between two.
  const text = args.map(({ value }) => (value ?? '\n').replace(/ /g, '\0').replace(/\s/g, '\n')).join(' ');
  const match = form.exec(text);
  if (!match) return unknownForm;
  const file = match.groups?.['file'];
  return file === undefined ? undefined : pathObjection(staticWord(file), 'read', place, world);
}

/** Some programs are, or start, another version of themselves, which the project names. */
function versionObjection(
  program: string,
  { folders }: Place,
  names: readonly string[],
  world: World,
): Sentence | undefined {
  const texts = namedElsewhere(program);
  if (names.length === 0 && texts.length === 0) return undefined;
  const isNamed = (folder: string): boolean => {
    const entries = names.length === 0 ? [] : world.disk.entries(folder === '' ? '/' : folder);
    return (
      !entries ||
      entries.some(({ name }) => names.includes(name)) ||
      texts.some(({ file, holds }) => holds.test(world.disk.text(`${folder}/${file}`) ?? ''))
    );
  };
  return folders.flatMap(withParents).some(isNamed)
    ? say('{program} may be another one, which this project brings.', { program })
    : undefined;
}

function withParents(folder: string): readonly string[] {
  return folder === '' ? [''] : [folder, ...withParents(folder.slice(0, folder.lastIndexOf('/')))];
}

/** These look at the folder they run in, also when no operand names it. */
const looksAround: ReadonlySet<OperandRule> = new Set<OperandRule>(['path', 'grep', 'find', 'git', 'xargs']);

function folderObjection(place: Place, world: World): Sentence | undefined {
  if (place.folders.length === 0) return noFolder;
  const outside = place.folders.find(folder => !world.isInWorkspace(world.forms('.', folder)));
  return outside === undefined
    ? undefined
    : say('It looks at {path}, which lies outside the workspace.', { path: outside });
}

/** Any number of names may stand where it takes files, and nothing but files. */
function takesNames({ operands, maxOperands }: SafeCommand): boolean {
  return maxOperands === undefined && /^(?:any|path|read|grep|sed|awk|jq)$/.test(operands);
}

function dynamicObjection(safe: SafeCommand, args: readonly ShellWord[]): Sentence | undefined {
  for (const word of args) {
    for (const piece of word.pieces) {
      if (piece.kind === 'names' && !safe.inert && !takesNames(safe)) return unknownPart;
      if (piece.kind === 'brace') return say('It uses brace expansion.');
      if (piece.kind === 'glob' && !safe.globs && !safe.inert) return say('What the pattern stands for is not known.');
      if (piece.kind === 'variable' && !(safe.inert && isTellable(piece.name)))
        return say('The value of {variable} is not known.', { variable: piece.name });
      if ((piece.kind === 'substitution' || piece.kind === 'opaque') && !safe.inert) return unknownPart;
      if (piece.kind === 'process' && (safe.operands !== 'read' || !word.raw.startsWith('<')))
        return say('It writes into another command.');
    }
  }
  return undefined;
}
