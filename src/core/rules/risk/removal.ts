/** What a deletion would take away. */
import type { SimpleCommand } from '../shell/syntax';
import { isInside, joinPath, normalPath } from '../paths/pathText';
import { lineOf } from './line';
import type { RiskName } from '../tables/riskReasons';
import { hasKind, resolvedValue } from '../shell/word';
import { type ShellWord } from '../shell/syntax';
import type { World } from '../paths/world';

/** What `rm -r` would remove. */
export function addRemoval(
  args: readonly ShellWord[],
  command: SimpleCommand,
  reasons: Set<RiskName>,
  world: World,
): void {
  const flags = args.map(word => word.value ?? '').filter(value => value.startsWith('-'));
  const recursive = flags.some(
    flag => /^-[a-zA-Z]*[rR]/.test(flag) || (flag.length > 2 && '--recursive'.startsWith(flag)),
  );
  if (!recursive) return;
  reasons.add('recursive-delete');
  const targets = args.filter(word => word.value?.startsWith('-') !== true);
  if (flags.includes('--no-preserve-root') || targets.some(word => isVital(word, command, world)))
    reasons.add('delete-root-or-home');
}

export function addFindRemoval(
  words: readonly ShellWord[],
  reasons: Set<RiskName>,
  world: World,
  command: SimpleCommand,
): void {
  if (!reasons.has('recursive-delete') || !/-delete\b|\brm\b/.test(lineOf(words))) return;
  const roots = words
    .slice(1)
    .filter(word => word.value !== '.' && word.value?.startsWith('-') !== true)
    .slice(0, 1);
  if (roots.some(word => isVital(word, command, world))) reasons.add('delete-root-or-home');
}

/** A root, a home, a top-level folder, the working folder or a parent of it, or a glob right below an unknown folder. */
function isVital(word: ShellWord, command: SimpleCommand, world: World): boolean {
  const raw = word.raw.replaceAll(/["']/g, '');
  if (/^(?:\.\/)?(?:\*|\.\*|\{\*,\.\*\}|\.\[!?\.\]\*)$/.test(raw) || /^\$\{?\w+\}?\/+(?:\*|\.\*)?$/.test(raw))
    return true;
  if (/^\$\{?(?:HOME|PWD|OLDPWD)\}?(?:\/\.?\*?)?$/.test(raw) || /^(?:\$\(pwd\)|`pwd`)(?:\/\*?)?$/.test(raw))
    return true;
  if (/^~[\w-]*(?:\/\.?\*?)?$/.test(raw)) return true;
  const folders = command.place.folders.length > 0 ? command.place.folders : [world.cwd];
  return folders.some(folder => {
    const pieces = word.pieces.filter(piece => piece.kind !== 'glob');
    const text = resolvedValue(
      { ...word, pieces, value: pieces.length === word.pieces.length ? word.value : undefined },
      folder,
      world.context.home,
    );
    if (text === undefined) return false;
    const path = joinPath(folder, text.replace(/\/+$/, '') || '/');
    // A link is removed itself; what stands behind it goes where a slash follows.
    const real = text.endsWith('/') ? world.forms(path).real : undefined;
    return [path, real].some(it => it !== undefined && isVitalPath(it, folder, world, hasKind(word, 'glob'), text));
  });
}

function isVitalPath(path: string, folder: string, world: World, hasGlob: boolean, text: string): boolean {
  if (hasGlob && !text.endsWith('/')) return false;
  const home = normalPath(world.context.home);
  if (path.split('/').length <= 2) return true;
  if (isInside(home, path) || isInside(folder, path)) return true;
  return world.context.workspace.some(root => isInside(normalPath(root), path));
}

const systemRoots =
  /^\/(?:$|etc|usr|bin|sbin|lib|lib64|var|boot|opt|dev|sys|proc|root|home|System|Library|Applications|Users)(?:\/|$)/;

export function isSystemRoot(word: ShellWord, command: SimpleCommand, world: World): boolean {
  const folder = command.place.folders[0] ?? world.cwd;
  const text = resolvedValue(word, folder, world.context.home) ?? word.raw;
  if (text.startsWith('-') || /^[\w:.+=,-]+$/.test(text)) return false;
  const path = joinPath(folder, text.replaceAll(/[*]+/g, ''));
  return (
    path === normalPath(world.context.home) ||
    (systemRoots.test(path) && !isInside(path, normalPath(world.context.home)) && path.split('/').length <= 3)
  );
}
