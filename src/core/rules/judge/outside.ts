import type { Context, ToolUse } from '../language/verdict';
import { isInside } from '../paths/pathText';
import { isOpenable, isSensitive, World } from '../paths/world';
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
export function writesOutside(
  call: ToolUse,
  context: Context,
  writable: readonly string[] = [],
): readonly OutsideWrite[] {
  const text = field(call.input, 'command') ?? '';
  if (call.tool !== 'Bash' || text.length > readable.characters) return [];
  try {
    const world = new World(context, call.cwd);
    const found = new Map<string, OutsideWrite>();
    for (const path of writtenPaths(text, world))
      if (isOutside(path, writable, world)) found.set(path, offer(path, world));
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

function isOutside(path: string, writable: readonly string[], world: World): boolean {
  const { workspace } = world.context;
  const free = /^\/(?:dev|proc)\/|^\/tmp\/claude(?:-\d+)?(?:\/|$)/;
  const open = [...workspace.map(folder => world.real(folder) ?? folder), ...writable];
  return !free.test(path) && !open.some(folder => isInside(path, folder));
}

function offer(path: string, world: World): OutsideWrite {
  const folder = world.context.facts.entries(path) ? path : path.slice(0, path.lastIndexOf('/'));
  const { home, workspace } = world.context;
  const kept = [home, ...workspace].map(it => world.real(it) ?? it);
  const trusted = world.protects(path) || isSensitive(path);
  return trusted || !isOpenable(folder, kept, it => world.protects(it)) ? { path } : { path, folder };
}
