import { type SimpleCommand, type ShellWord, upstreamOf } from '../shell/syntax';
import type { Place } from '../shell/syntax';
import { safeArguments } from './flags';
import type { OperandRule, SafeCommand } from '../tables/safeCommand';
import { safeCommands } from '../tables/safeCommands';
import { type World } from '../paths/world';
import { say, type Sentence } from '../../texts/sentence';
import { operandsObjection, treeObjection } from './operands';
import { staticWord } from '../shell/word';
import { specialRules, tellableVariable } from './special';

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
  const program = words[0]?.value;
  if (program === undefined) return say('The program is not known.');
  const safe = commands.get(program);
  if (!safe) return say('{program} is not known to be read-only.', { program });
  const args = words.slice(1);
  const place = command.place;
  const elsewhere = looksAround.has(safe.operands) ? folderObjection(place, world) : undefined;
  if (elsewhere !== undefined) return elsewhere;
  if (safe.operands === 'xargs') return xargsObjection(args, command, world);
  const special = specialRules[safe.operands];
  if (special) return special(args, command, world);
  const dynamic = dynamicObjection(safe, args);
  if (dynamic !== undefined) return dynamic;
  if (program === 'printf' && (args[0]?.value?.startsWith('-v') ?? args.length > 0))
    return say('printf may assign a variable.');
  const read = safeArguments(safe, args);
  if ('text' in read) return read;
  return operandsObjection(safe, read, place, world);
}

/** These look at the folder they run in, also when no operand names it. */
const looksAround: ReadonlySet<OperandRule> = new Set<OperandRule>(['path', 'grep', 'find', 'git', 'xargs']);

function folderObjection(place: Place, world: World): Sentence | undefined {
  if (place.folders.length === 0) return say('The folder it runs in is not known.');
  const outside = place.folders.find(folder => !world.isInWorkspace(world.forms('.', folder)));
  return outside === undefined
    ? undefined
    : say('It looks at {path}, which lies outside the workspace.', { path: outside });
}

function dynamicObjection(safe: SafeCommand, args: readonly ShellWord[]): Sentence | undefined {
  for (const word of args) {
    for (const piece of word.pieces) {
      if (piece.kind === 'brace') return say('It uses brace expansion.');
      if (piece.kind === 'glob' && !safe.globs && !safe.inert) return say('What the pattern stands for is not known.');
      if (piece.kind === 'variable' && !(safe.inert && tellableVariable.test(piece.name)))
        return say('The value of {variable} is not known.', { variable: piece.name });
      if ((piece.kind === 'substitution' || piece.kind === 'opaque') && !safe.inert)
        return say('A part of the arguments is not known.');
      if (piece.kind === 'process' && (safe.operands !== 'read' || !word.raw.startsWith('<')))
        return say('It writes into another command.');
    }
  }
  return undefined;
}

const listers = new Set(['find', 'ls', 'git', 'rg', 'fd', 'grep']);

const afterXargs = new Set(['ls', 'grep', 'wc', 'stat', 'file', 'du', 'basename', 'dirname', 'echo']);

/** The names that reach `xargs` must come from a command that lists files of the workspace. */
function xargsObjection(args: readonly ShellWord[], command: SimpleCommand, world: World): Sentence | undefined {
  const inner = args[0]?.value;
  if (inner === undefined || !afterXargs.has(inner))
    return say('xargs starts a program with arguments that are not known.');
  const upstream = upstreamOf(command.stdin);
  if (!listers.has(upstream[0]?.words[0]?.value ?? '')) return say('The arguments that xargs adds are not known.');
  if (inner === 'grep') {
    const objection = treeObjection([staticWord('.')], command.place, world);
    if (objection !== undefined) return objection;
  }
  if (upstream.some(one => /^(?:echo|printf|cat|sed|awk|tr|rev|cut)$/.test(one.words[0]?.value ?? ''))) {
    return say('The arguments that xargs adds are not known.');
  }
  return readOnlyObjection(args, command, world);
}
