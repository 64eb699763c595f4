import { operandsOfTest } from '../shell/conditions';
import type { SimpleCommand, ShellWord, Place } from '../shell/syntax';
import { isReadOnlyAwk } from './awk';
import { gitObjection } from './gitCommand';
import type { OperandRule } from '../tables/safeCommand';
import { isTellable } from '../tables/variables';
import type { World } from '../paths/world';
import { say } from '../../texts/sentence';
import type { Sentence } from '../../texts/sentence';
import { noFolder } from './objections';
import { firstObjection } from './operands';

type SpecialRule = (args: readonly ShellWord[], command: SimpleCommand, world: World) => Sentence | undefined;

/** Commands whose arguments have a shape of their own. */
export const specialRules: Partial<Record<OperandRule, SpecialRule>> = {
  git: (args, command, world) => gitObjection(args, command.place, world),
  cd: (args, command, world) => cdObjection(args, command.place, world),
  awk: (args, command, world) => awkObjection(args, command.place, world),
  test: (args, command) => testObjection(command.words, args),
  envcmd: () => say('env shows every variable or starts a program.'),
  commandq: args => commandQueryObjection(args.map(word => word.value)),
  set: args => setObjection(args.map(word => word.value)),
  readb: args => readObjection(args.map(word => word.value)),
  npm: args => npmObjection(args.map(word => word.value)),
};

function cdObjection(args: readonly ShellWord[], place: Place, world: World): Sentence | undefined {
  const target = args[0]?.value;
  if (args.length !== 1 || target === undefined || target.startsWith('-') || target === '')
    return say('The folder it changes to is not known.');
  if (place.folders.length === 0) return noFolder;
  const inside = place.folders.every(folder => world.isInWorkspace(world.forms(target, folder)));
  return inside ? undefined : say('{path} lies outside the workspace.', { path: target });
}

function testObjection(words: readonly ShellWord[], args: readonly ShellWord[]): Sentence | undefined {
  const isBracket = words[0]?.value === '[';
  if (isBracket && args.at(-1)?.value !== ']') return say('The condition is not closed.');
  const operands = operandsOfTest(isBracket ? args.slice(0, -1) : args);
  if (!operands) return say('The operator of the condition is not known.');
  for (const piece of operands.flatMap(word => word.pieces)) {
    if (piece.kind === 'text') continue;
    if (piece.kind === 'variable' && piece.quoted && isTellable(piece.name)) continue;
    // Its commands are judged by themselves, and what they print is compared as text.
    if (piece.kind === 'substitution' && piece.quoted) continue;
    return say('A part of the condition is not known.');
  }
  return undefined;
}

function commandQueryObjection(values: readonly (string | undefined)[]): Sentence | undefined {
  const isQuery = values.length >= 2 && /^-[vV]$/.test(values[0] ?? '') && values.every(value => value !== undefined);
  return isQuery ? undefined : say('command starts a program.');
}

function setObjection(values: readonly (string | undefined)[]): Sentence | undefined {
  const fine = values.every(value =>
    /^[-+][euxvfC]*o?$|^(?:pipefail|errexit|nounset|noglob|noclobber|xtrace|verbose)$/.test(value ?? '?'),
  );
  return fine && values.length > 0 ? undefined : say('set shows or changes variables.');
}

function readObjection(values: readonly (string | undefined)[]): Sentence | undefined {
  const fine = values.every(value => /^-r?s?$|^[a-z_][a-z0-9_]*$/.test(value ?? '?'));
  return fine && values.length > 0 ? undefined : say('read assigns a variable that may matter.');
}

function npmObjection(values: readonly (string | undefined)[]): Sentence | undefined {
  const [first, ...rest] = values;
  if (first === '--version' || first === '-v') return rest.length === 0 ? undefined : say('npm runs programs.');
  if (first === 'root' || first === 'prefix' || first === 'bin') {
    return rest.every(value => value === '-g')
      ? undefined
      : say('npm {command} has unknown options.', { command: first });
  }
  if (first === 'pkg' && rest[0] === 'get')
    return rest.every(value => /^[\w.[\]-]+$/.test(value ?? '')) ? undefined : say('npm pkg may write.');
  if (first !== 'ls' && first !== 'list' && first !== 'll') return say('npm runs programs or uses the network.');
  const flag =
    /^(?:--depth(?:=[0-9]+)?|--all|--json|--long|--parseable|--prod|--production|--dev|--omit=\w+|-[aglp]|[0-9]+|@?[\w./-]+)$/;
  return rest.every(value => flag.test(value ?? '--') && !/^-.*prefix/.test(value ?? ''))
    ? undefined
    : say('npm ls has unknown options.');
}

function awkObjection(args: readonly ShellWord[], place: Place, world: World): Sentence | undefined {
  let at = 0;
  for (; at < args.length; at++) {
    const value = args[at]?.value;
    if (value === undefined) return say('The awk program is not known.');
    if (value === '-F' || value === '-v') at++;
    else if (!/^-[Fv]./.test(value)) break;
  }
  const options = args.slice(0, at);
  if (options.some(word => word.value === undefined)) return say('The awk options are not known.');
  const program = args[at]?.value;
  if (program === undefined || program.startsWith('-') || !isReadOnlyAwk(program))
    return say('The awk program may do more than print.');
  return firstObjection(args.slice(at + 1), 'read', place, world);
}
