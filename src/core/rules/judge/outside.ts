import type { Context, ToolUse } from '../language/verdict';
import { baseName, isInside } from '../paths/pathText';
import { isProtected, isSensitive, World } from '../paths/world';
import { readable, readShell } from '../shell/command';
import { resolvedValue } from '../shell/word';
import { expand } from '../starts/expand';
import { fileAccesses } from '../starts/fileAccess';
import { redirectAccesses } from './forbidden';
import { field } from '../language/field';

/** Where a command would write although the sandbox lets it write only in the folder of the session. */
interface OutsideWrite {
  readonly path: string;
  /** What would have to be opened for it; absent where that is never offered. */
  readonly folder?: string;
}

/** As far as the command says it; what it says in no argument shows when it fails. Never throws. */
export function writesOutside(call: ToolUse, context: Context): readonly OutsideWrite[] {
  const text = field(call.input, 'command') ?? '';
  if (call.tool !== 'Bash' || text.length > readable.characters) return [];
  try {
    const world = new World(context, call.cwd);
    const found = new Map<string, OutsideWrite>();
    for (const path of writtenPaths(text, world)) if (isOutside(path, world)) found.set(path, offer(path, world));
    return [...found.values()].filter(({ path }) => !isBelowAnother(path, [...found.keys()]));
  } catch {
    return [];
  }
}

function writtenPaths(text: string, world: World): readonly string[] {
  const analysis = readShell(text, { folders: [world.cwd], moved: false, home: world.context.home });
  const { occurrences } = expand(analysis, text);
  const accesses = [
    ...occurrences.flatMap(({ words, command }) => fileAccesses(words).map(access => ({ access, command }))),
    ...analysis.commands.flatMap(command => redirectAccesses(command).map(access => ({ access, command }))),
  ];
  return accesses.flatMap(({ access, command }) => {
    const folder = command.place.folders[0] ?? world.cwd;
    const value = access.access === 'write' ? resolvedValue(access.word, folder, world.context.home) : undefined;
    const real = value === undefined ? undefined : world.forms(value, folder).real;
    return real === undefined ? [] : [real];
  });
}

function isBelowAnother(path: string, others: readonly string[]): boolean {
  return others.some(other => other !== path && isInside(path, other));
}

function isOutside(path: string, world: World): boolean {
  const { workspace } = world.context;
  const free = /^\/(?:dev|proc)\/|^\/tmp\/claude(?:-\d+)?(?:\/|$)/;
  return !free.test(path) && !workspace.some(folder => isInside(path, world.real(folder) ?? folder));
}

/** Never what holds secrets or what programs trust, and nothing as wide as a home. */
function offer(path: string, world: World): OutsideWrite {
  const folder = world.context.facts.entries(path) ? path : path.slice(0, path.lastIndexOf('/'));
  const { home, workspace } = world.context;
  const wide = folder.split('/').length < 3 || [home, ...workspace].some(it => isInside(world.real(it) ?? it, folder));
  const trusted = [path, folder, `${folder}/x`].some(it => isProtected(it) || isSensitive(it));
  return wide || trusted || baseName(folder) === '' ? { path } : { path, folder };
}
