/** What a deletion would take away. */
import { type SimpleCommand, type ShellWord, upstreamOf } from '../shell/syntax';
import { isInside, joinPath, normalPath } from '../paths/pathText';
import { Disk } from '../paths/disk';
import { resolvedValue, staticWord } from '../shell/word';
import type { World } from '../paths/world';
import { programName } from '../starts/program';
import type { Occurrence } from '../starts/expand';
import { lineOf } from './line';
import { pathsOf } from './wordPaths';
import { meanings, type Scene } from './scene';

const removers = new Set('rm srm rimraf shred trash trash-put del-cli grm'.split(' '));
const alwaysRecursive = new Set('srm rimraf del-cli trash trash-put'.split(' '));

/** What `rm -r` and its like would remove, whether it is named, listed by the command before, or fed. */
export function addRemoval({ words, command }: Occurrence, program: string, scene: Scene): void {
  if (!removers.has(program)) return;
  const args = words.slice(1);
  const flags = args.map(word => word.value ?? '').filter(value => value.startsWith('-'));
  const recursive = flags.some(
    flag => /^-[a-zA-Z]*[rR]/.test(flag) || (flag.length > 2 && '--recursive'.startsWith(flag)),
  );
  if (!recursive && !alwaysRecursive.has(program)) return;
  const targets = args.filter(word => word.value?.startsWith('-') !== true);
  for (const target of targets) addFolder(target, command, scene);
  // Parameters of a function are among what is known at run time alone.
  if (targets.length === 0) scene.effects.add('recursive-delete');
  if (targets.length === 0 && scene.vital !== undefined) scene.effects.add('delete-root-or-home', scene.vital);
  if (flags.includes('--no-preserve-root')) scene.effects.add('delete-root-or-home');
  addVital(targets, command, scene);
  const isFed = programName(command.words[0]?.value ?? '') !== program;
  if (isFed) addVital(listedBefore(command), command, scene);
}

const mostCounted = 1000;

function addFolder(target: ShellWord, command: SimpleCommand, { effects, world }: Scene): void {
  const [path, other] = pathsOf(target, command, world);
  if (path === undefined || other !== undefined) return effects.add('recursive-delete', target.raw);
  const files = target.value === undefined ? undefined : new Disk(world.context.facts, mostCounted).filesBelow(path);
  effects.add('recursive-delete', world.shown(path), files === undefined ? {} : { count: files.length });
}

function addVital(targets: readonly ShellWord[], command: SimpleCommand, scene: Scene): void {
  // What is only known at run time may be whatever the call names.
  const named = scene.vital;
  if (named !== undefined && targets.some(target => isUnknown(target, command, scene)))
    scene.effects.add('delete-root-or-home', named);
  for (const target of targets.flatMap(word => [...meanings(word, scene.values), ...meantPath(word)]))
    if (isVital(target, command, scene.world)) scene.effects.add('delete-root-or-home', target.raw);
}

function isUnknown(target: ShellWord, command: SimpleCommand, { world, values }: Scene): boolean {
  return meanings(target, values).some(
    word => word.pieces.some(({ kind }) => unknownKinds.has(kind)) && pathsOf(word, command, world).length === 0,
  );
}

const unknownKinds: ReadonlySet<string> = new Set(['variable', 'substitution', 'opaque', 'process']);

/** Of `$/home/ana`, what is left when the name behind the `$` was lost: nobody has a folder that is called `$`. */
function meantPath({ value }: ShellWord): readonly ShellWord[] {
  return value?.startsWith('$/') === true ? [staticWord(value.slice(1))] : [];
}

/** What the commands before a pipe, or a here-string, hand over to be removed. */
function listedBefore(command: SimpleCommand): readonly ShellWord[] {
  const fed = [...command.redirects, ...(command.stdin?.redirects ?? [])].filter(one => one.operator === '<<<');
  const listed = upstreamOf(command.stdin).flatMap(({ words }) => {
    const program = programName(words[0]?.value ?? '');
    const operands = words.slice(1).filter(word => word.value?.startsWith('-') !== true);
    if (program === 'ls' || program === 'dir') return operands.length > 0 ? operands : [everything];
    if (program === 'find' || program === 'fd') return rootsOf(words);
    return program === 'echo' || program === 'printf' ? operands : [];
  });
  // `parallel rm ::: a b`
  const given = command.words.slice(1 + command.words.findIndex(word => /^:::+\+?$/.test(word.value ?? '')));
  const own = given.length < command.words.length ? given : [];
  return [...fed.flatMap(({ target }) => target ?? []), ...listed, ...own];
}

const everything: ShellWord = { raw: '*', pieces: [{ kind: 'glob', text: '*' }], value: undefined };

/** The folders in which `find` looks, without `.`, of which its conditions choose. */
function rootsOf(words: readonly ShellWord[]): readonly ShellWord[] {
  const args = words.slice(1);
  const end = args.findIndex(word => /^(?:-[^HLPD]|[!(])/.test(word.value ?? ''));
  return args.slice(0, end < 0 ? args.length : end).filter(word => !/^(?:\.\/?|-.*)$/.test(word.value ?? ''));
}

export function addFindRemoval({ words, command }: Occurrence, scene: Scene): void {
  if (!scene.effects.has('recursive-delete') || !/-delete\b|\b(?:rm|unlink|shred|rmdir|truncate)\b/.test(lineOf(words)))
    return;
  addVital(rootsOf(words), command, scene);
}

/** Programs that replace or empty what they are pointed at: `rsync --delete x/ ~`, `mv / x`, `chattr -R +i /etc`. */
export function addReplacement({ words, command }: Occurrence, program: string, line: string, scene: Scene): void {
  const operands = words.slice(1).filter(word => word.value?.startsWith('-') !== true);
  if (/^(?:rsync|rclone)$/.test(program) && /(?:^| )--del|^(?:sync|purge|delete) /.test(line))
    addVital(operands.slice(-1), command, scene);
  if (/^g?mv$/.test(program)) {
    const sources = operands.slice(0, -1).flatMap(word => meanings(word, scene.values));
    if (line.endsWith('/dev/null') || sources.some(word => isVital(word, command, scene.world)))
      scene.effects.add('system-destroy');
  }
  const isRecursive = /(?:^| )(?:-[a-zA-Z]*R|--recursive)/.test(line);
  if (/^(?:chmod|chown|chgrp|chattr|setfacl)$/.test(program) && isRecursive)
    if (operands.some(word => isSystemRoot(word, command, scene.world))) scene.effects.add('system-destroy');
}

/** A root, a home, a top-level folder, the working folder or a parent of it, or a glob right below an unknown folder. */
function isVital(word: ShellWord, command: SimpleCommand, world: World): boolean {
  const raw = word.raw.replaceAll(/["']/g, '');
  if (/^\{\*,\.\*\}$/.test(raw) || /^\$\{?\w+\}?\/+(?:\*|\.\*)?$/.test(raw)) return true;
  if (/^\$\{?(?:HOME|PWD|OLDPWD)\}?(?:\/\.?\*?)?$/.test(raw) || /^(?:\$\(pwd\)|`pwd`)(?:\/\*?)?$/.test(raw))
    return true;
  if (/^~[\w-]*(?:\/\.?\*?)?$/.test(raw)) return true;
  // Right below the root, whatever is known of the name; and the root of the repository.
  if (
    /^\/(?:\$|[^/]*[*?[])[^/]*\/?$/.test(raw) ||
    /^(?:\$\(|`)git rev-parse --show-toplevel(?:\)|`)(?:\/\*?)?$/.test(raw)
  )
    return true;
  if (/^\$\{HOME:[?-][^}]*\}\/*\*?$/.test(raw)) return true;
  const folders = command.place.folders.length > 0 ? command.place.folders : [world.cwd];
  return folders.some(folder => {
    const text = textOfAll(word, folder, world.context.home);
    if (text === undefined) return false;
    const path = joinPath(folder, text.replace(/\/+$/, '') || '/');
    // A link is removed itself; what stands behind it goes where a slash follows.
    const real = text.endsWith('/') ? world.forms(path).real : undefined;
    return [path, real].some(it => it !== undefined && isVitalPath(it, folder, world));
  });
}

/**
 * The folder of which a word takes everything: `a/*` and `a/.[a-z]*` take all of `a`, as `a` does, and `a/b*` takes
 * what nobody can tell.
 */
function textOfAll(word: ShellWord, folder: string, home: string): string | undefined {
  if (!word.pieces.some(piece => piece.kind === 'glob')) return resolvedValue(word, folder, home);
  const pieces = word.pieces.filter(piece => piece.kind !== 'glob');
  const rest = resolvedValue({ ...word, pieces, value: undefined }, folder, home);
  if (rest === undefined || !/(?:^|\/)[.\]\w-]{0,2}$/.test(rest)) return undefined;
  const last = rest.slice(rest.lastIndexOf('/') + 1);
  // Only dots, and what stands between brackets, are left of a name that says nothing.
  if (!/^\.{0,2}$/.test(last)) return undefined;
  return rest.slice(0, rest.length - last.length) || './';
}

export function isVitalPath(path: string, folder: string, world: World): boolean {
  const home = normalPath(world.context.home);
  if (path.split('/').length <= 2) return true;
  if (isInside(home, path) || isInside(folder, path)) return true;
  return world.context.workspace.some(root => isInside(normalPath(root), path));
}

const systemRoots =
  /^\/(?:$|etc|usr|bin|sbin|lib|lib64|var|boot|opt|dev|sys|proc|root|home|System|Library|Applications|Users)(?:\/|$)/;

function isSystemRoot(word: ShellWord, command: SimpleCommand, world: World): boolean {
  const folder = command.place.folders[0] ?? world.cwd;
  const text = resolvedValue(word, folder, world.context.home) ?? word.raw;
  if (text.startsWith('-') || /^[\w:.+=,-]+$/.test(text)) return false;
  const path = joinPath(folder, text.replaceAll(/[*]+/g, ''));
  return (
    path === normalPath(world.context.home) ||
    (systemRoots.test(path) && !isInside(path, normalPath(world.context.home)) && path.split('/').length <= 3)
  );
}
