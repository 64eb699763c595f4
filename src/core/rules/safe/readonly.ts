import { type SimpleCommand, upstreamOf, type ShellWord } from '../shell/syntax';
import type { Place } from '../shell/syntax';
import { findPaths, isReadOnlyAwk, isReadOnlyJq, isReadOnlySed } from './programs';
import { type SafeArguments, safeArguments } from './flags';
import { gitObjection } from './gitCommand';
import type { OperandRule, SafeCommand } from '../tables/safeCommand';
import { safeCommands } from '../tables/safeCommands';
import { hasKind, resolvedValue } from '../shell/word';
import { globMayMeetSecret, isSensitive, strangePath, type World } from '../paths/world';

const commands = new Map(Object.entries(safeCommands));

/** Variables that hold no secret. */
const tellableVariable =
  /^(?:HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|LANG|TERM|HOSTNAME|UID|EUID|PPID|SHLVL|RANDOM|SECONDS|LINENO|[a-z_][a-z0-9_]*|[?#$!0-9@*-])$/;
const tellableEnvironment =
  /^(?:HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TERM|HOSTNAME|PATH|NODE_ENV|CI|TZ|EDITOR|VISUAL|PAGER|COLUMNS|LINES|DISPLAY|TMPDIR|XDG_[A-Z_]+)$/;

export function isKnownReader(program: string): boolean {
  return commands.has(program);
}

/** Why a command is not proven read-only, or `undefined` when it is. The words are without wrappers. */
export function readOnlyObjection(
  words: readonly ShellWord[],
  command: SimpleCommand,
  world: World,
): string | undefined {
  if (command.role !== undefined) return undefined;
  const program = words[0]?.value;
  if (program === undefined) return 'The program is not known.';
  const safe = commands.get(program);
  if (!safe) return `${program} is not known to be read-only.`;
  const args = words.slice(1);
  const place = command.place;
  const elsewhere = looksAround.has(safe.operands) ? folderObjection(place, world) : undefined;
  if (elsewhere !== undefined) return elsewhere;
  const special = specialRules[safe.operands];
  if (special) return special(args, command, world);
  const dynamic = dynamicObjection(safe, args);
  if (dynamic !== undefined) return dynamic;
  if (program === 'printf' && (args[0]?.value?.startsWith('-v') ?? args.length > 0))
    return 'printf may assign a variable.';
  const read = safeArguments(safe, args);
  if (typeof read === 'string') return read;
  return operandsObjection(safe, read, place, world);
}

/** These look at the folder they run in, also when no operand names it. */
const looksAround: ReadonlySet<OperandRule> = new Set<OperandRule>(['path', 'grep', 'find', 'git', 'xargs']);

function folderObjection(place: Place, world: World): string | undefined {
  if (place.folders.length === 0) return 'The folder it runs in is not known.';
  const outside = place.folders.find(folder => !world.isInWorkspace(world.forms('.', folder)));
  return outside === undefined ? undefined : `It looks at ${outside}, which lies outside the workspace.`;
}

type SpecialRule = (args: readonly ShellWord[], command: SimpleCommand, world: World) => string | undefined;

/** Commands whose arguments have a shape of their own. */
const specialRules: Partial<Record<OperandRule, SpecialRule>> = {
  git: (args, command, world) => gitObjection(args, command.place, world),
  find: (args, command, world) => findObjection(args, command.place, world),
  cd: (args, command, world) => cdObjection(args, command.place, world),
  awk: (args, command, world) => awkObjection(args, command.place, world),
  test: (args, command) => testObjection(command.words, args),
  xargs: xargsObjection,
  envcmd: () => 'env shows every variable or starts a program.',
  commandq: args => commandQueryObjection(args.map(word => word.value)),
  set: args => setObjection(args.map(word => word.value)),
  readb: args => readObjection(args.map(word => word.value)),
  npm: args => npmObjection(args.map(word => word.value)),
};

function dynamicObjection(safe: SafeCommand, args: readonly ShellWord[]): string | undefined {
  for (const word of args) {
    for (const piece of word.pieces) {
      if (piece.kind === 'brace') return 'It uses brace expansion.';
      if (piece.kind === 'glob' && !safe.globs && !safe.inert) return 'What the pattern stands for is not known.';
      if (piece.kind === 'variable' && !(safe.inert && tellableVariable.test(piece.name)))
        return `The value of $${piece.name} is not known.`;
      if ((piece.kind === 'substitution' || piece.kind === 'opaque') && !safe.inert)
        return 'A part of the arguments is not known.';
      if (piece.kind === 'process' && (safe.operands !== 'read' || !word.raw.startsWith('<')))
        return 'It writes into another command.';
    }
  }
  return undefined;
}

function operandsObjection(safe: SafeCommand, read: SafeArguments, place: Place, world: World): string | undefined {
  const { operands } = read;
  if (safe.maxOperands !== undefined && operands.length > safe.maxOperands)
    return 'It has more operands than reading needs.';
  const pathFlags = new Set((safe.pathFlags ?? '').split(' '));
  for (const value of read.values) {
    if (value.word.value === undefined && !safe.inert) return 'The value of an option is not known.';
    if (pathFlags.has(value.flag)) {
      const objection = pathObjection(value.word, 'read', place, world);
      if (objection !== undefined) return objection;
    } else if (isSensitive(value.word.value ?? '')) return 'An option names a file that may hold secrets.';
  }
  const rule = operandRules[safe.operands];
  return rule ? rule(read, safe, place, world) : 'It is not known to be read-only.';
}

type OrdinaryRule = (read: SafeArguments, safe: SafeCommand, place: Place, world: World) => string | undefined;

const operandRules: Partial<Record<OperandRule, OrdinaryRule>> = {
  none: (read, safe) => (read.operands.every(word => isBsdFlag(safe, word)) ? undefined : 'It takes no operands here.'),
  any: () => undefined,
  path: (read, _, place, world) => firstObjection(read.operands, 'path', place, world),
  read: (read, _, place, world) => firstObjection(read.operands, 'read', place, world),
  grep: (read, _, place, world) =>
    firstObjection(hasPattern(read) ? read.operands : read.operands.slice(1), 'read', place, world),
  date: read =>
    read.operands.every(word => word.value?.startsWith('+') === true) ? undefined : 'It may set the clock.',
  env: read => environmentObjection(read.operands),
  sed: (read, _, place, world) => sedObjection(read.operands, place, world),
  jq: (read, _, place, world) => jqObjection(read.operands, place, world),
};

function hasPattern(read: SafeArguments): boolean {
  return read.flags.some(
    flag => flag === 'e' || flag === 'f' || flag === 'regexp' || flag === 'file' || flag === 'files',
  );
}

function isBsdFlag(safe: SafeCommand, word: ShellWord): boolean {
  const { bsd } = safe;
  if (bsd === undefined || word.value === undefined) return false;
  return /^[0-9]+$/.test(word.value) || word.value.split('').every(letter => bsd.includes(letter));
}

function firstObjection(
  operands: readonly ShellWord[],
  access: 'path' | 'read',
  place: Place,
  world: World,
): string | undefined {
  for (const word of operands) {
    const objection = pathObjection(word, access, place, world);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

/** Why a command may not read this file without a question. */
export function pathObjection(
  word: ShellWord,
  access: 'path' | 'read',
  place: Place,
  world: World,
): string | undefined {
  if (word.value === '-' || hasKind(word, 'process')) return undefined;
  if (place.folders.length === 0) return 'The folder it runs in is not known.';
  const isGlob = hasKind(word, 'glob');
  for (const folder of place.folders) {
    const text = isGlob ? globText(word, world) : resolvedValue(word, folder, world.context.home);
    if (text === undefined) return `${word.raw} is not known.`;
    const strange = strangePath(text);
    if (strange !== undefined) return strange;
    if (isGlob && access === 'read' && globMayMeetSecret(text))
      return `${word.raw} may meet a file that holds secrets.`;
    const forms = world.forms(
      isGlob ? text.slice(0, text.search(/[*?[]|$/)).replace(/[^/]*$/, '') || '.' : text,
      folder,
    );
    if (!world.isInWorkspace(forms)) return `${text} lies outside the workspace.`;
    if (access === 'read' && (isSensitive(forms.lexical) || isSensitive(forms.real ?? '')))
      return `${text} may hold secrets.`;
    if (isGlob && /(?:^|\/)\.\.(?:\/|$)/.test(text)) return `${text} may lie outside the workspace.`;
  }
  return undefined;
}

function globText(word: ShellWord, world: World): string | undefined {
  let text = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'text' || piece.kind === 'glob') text += piece.text;
    else if (piece.kind === 'tilde' && piece.user === '') text += world.context.home;
    else return undefined;
  }
  return text;
}

function findObjection(args: readonly ShellWord[], place: Place, world: World): string | undefined {
  const values: string[] = [];
  for (const word of args) {
    if (word.value === undefined || word.raw.startsWith('$')) return 'What find is told to do is not known.';
    values.push(word.value);
  }
  const paths = findPaths(values);
  if (!paths) return 'This form of find does more than look.';
  return firstObjection(
    paths.map(path => ({ raw: path, value: path, pieces: [] })),
    'path',
    place,
    world,
  );
}

function cdObjection(args: readonly ShellWord[], place: Place, world: World): string | undefined {
  const target = args[0]?.value;
  if (args.length !== 1 || target === undefined || target.startsWith('-') || target === '')
    return 'The folder it changes to is not known.';
  if (place.folders.length === 0) return 'The folder it runs in is not known.';
  const inside = place.folders.every(folder => world.isInWorkspace(world.forms(target, folder)));
  return inside ? undefined : `${target} lies outside the workspace.`;
}

function testObjection(words: readonly ShellWord[], args: readonly ShellWord[]): string | undefined {
  if (words[0]?.value === '[' && args.at(-1)?.value !== ']') return 'The condition is not closed.';
  for (const word of args) {
    if (/^-(?:v|R|eq|ne|lt|le|gt|ge)$|^=~$/.test(word.value ?? '')) return 'This condition evaluates its operand.';
    for (const piece of word.pieces) {
      if (piece.kind === 'text') continue;
      if (piece.kind === 'variable' && piece.quoted && tellableVariable.test(piece.name)) continue;
      return 'A part of the condition is not known.';
    }
  }
  const operator = /^(?:-[a-zA-Z]+|!|==?|!=|<|>)$/;
  const dynamic = args.some(word => word.value === undefined);
  if (dynamic && !operator.test(args[0]?.value ?? '') && !operator.test(args[1]?.value ?? ''))
    return 'The operator of the condition is not known.';
  return undefined;
}

const listers = new Set(['find', 'ls', 'git', 'rg', 'fd', 'grep']);
const afterXargs = new Set(['ls', 'grep', 'wc', 'stat', 'file', 'du', 'basename', 'dirname', 'echo']);

/** The names that reach `xargs` must come from a command that lists files of the workspace. */
function xargsObjection(args: readonly ShellWord[], command: SimpleCommand, world: World): string | undefined {
  const inner = args[0]?.value;
  if (inner === undefined || !afterXargs.has(inner)) return 'xargs starts a program with arguments that are not known.';
  const upstream = upstreamOf(command.stdin);
  if (!listers.has(upstream[0]?.words[0]?.value ?? '')) return 'The arguments that xargs adds are not known.';
  if (upstream.some(one => /^(?:echo|printf|cat|sed|awk|tr|rev|cut)$/.test(one.words[0]?.value ?? ''))) {
    return 'The arguments that xargs adds are not known.';
  }
  return readOnlyObjection(args, command, world);
}

function commandQueryObjection(values: readonly (string | undefined)[]): string | undefined {
  const isQuery = values.length >= 2 && /^-[vV]$/.test(values[0] ?? '') && values.every(value => value !== undefined);
  return isQuery ? undefined : 'command starts a program.';
}

function setObjection(values: readonly (string | undefined)[]): string | undefined {
  const fine = values.every(value =>
    /^[-+][euxvfC]*o?$|^(?:pipefail|errexit|nounset|noglob|noclobber|xtrace|verbose)$/.test(value ?? '?'),
  );
  return fine && values.length > 0 ? undefined : 'set shows or changes variables.';
}

function readObjection(values: readonly (string | undefined)[]): string | undefined {
  const fine = values.every(value => /^-r?s?$|^[a-z_][a-z0-9_]*$/.test(value ?? '?'));
  return fine && values.length > 0 ? undefined : 'read assigns a variable that may matter.';
}

function npmObjection(values: readonly (string | undefined)[]): string | undefined {
  const [first, ...rest] = values;
  if (first === '--version' || first === '-v') return rest.length === 0 ? undefined : 'npm runs programs.';
  if (first === 'root' || first === 'prefix' || first === 'bin') {
    return rest.every(value => value === '-g') ? undefined : `npm ${first} has unknown options.`;
  }
  if (first === 'pkg' && rest[0] === 'get')
    return rest.every(value => /^[\w.[\]-]+$/.test(value ?? '')) ? undefined : 'npm pkg may write.';
  if (first !== 'ls' && first !== 'list' && first !== 'll') return 'npm runs programs or uses the network.';
  const flag =
    /^(?:--depth(?:=[0-9]+)?|--all|--json|--long|--parseable|--prod|--production|--dev|--omit=\w+|-[aglp]|[0-9]+|@?[\w./-]+)$/;
  return rest.every(value => flag.test(value ?? '--') && !/^-.*prefix/.test(value ?? ''))
    ? undefined
    : 'npm ls has unknown options.';
}

function environmentObjection(operands: readonly ShellWord[]): string | undefined {
  if (operands.length === 0) return 'It shows every variable of the environment.';
  return operands.every(word => tellableEnvironment.test(word.value ?? ''))
    ? undefined
    : 'The variable may hold a secret.';
}

function sedObjection(operands: readonly ShellWord[], place: Place, world: World): string | undefined {
  const script = operands[0]?.value;
  if (script === undefined || !isReadOnlySed(script)) return 'The sed script may do more than print.';
  return firstObjection(operands.slice(1), 'read', place, world);
}

function jqObjection(operands: readonly ShellWord[], place: Place, world: World): string | undefined {
  const filter = operands[0]?.value;
  if (filter === undefined || !isReadOnlyJq(filter)) return 'The jq filter may read more than its input.';
  return firstObjection(operands.slice(1), 'read', place, world);
}

function awkObjection(args: readonly ShellWord[], place: Place, world: World): string | undefined {
  let at = 0;
  for (; at < args.length; at++) {
    const value = args[at]?.value;
    if (value === undefined) return 'The awk program is not known.';
    if (value === '-F' || value === '-v') at++;
    else if (!/^-[Fv]./.test(value)) break;
  }
  const options = args.slice(0, at);
  if (options.some(word => word.value === undefined)) return 'The awk options are not known.';
  const program = args[at]?.value;
  if (program === undefined || program.startsWith('-') || !isReadOnlyAwk(program))
    return 'The awk program may do more than print.';
  return firstObjection(args.slice(at + 1), 'read', place, world);
}
