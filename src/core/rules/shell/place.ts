import type { SimpleCommand, Place } from './syntax';
import { joinRaw, normalPath, throughProcess } from '../paths/pathText';
import { resolvedValue } from './word';
const mostFolders = 8;

export function samePlace(one: Place, other: Place): boolean {
  return one.moved === other.moved && one.folders.join('\0') === other.folders.join('\0');
}

export function unionOfPlaces(one: Place, other: Place): Place {
  if (samePlace(one, other)) return one;
  const moved = one.moved || other.moved;
  const { home } = one;
  if (one.folders.length === 0 || other.folders.length === 0) return { folders: [], moved, home };
  const folders = [...new Set([...one.folders, ...other.folders])];
  return { folders: folders.length > mostFolders ? [] : folders, moved, home };
}

/** Where the next command runs after this one. */
export function afterCd(command: SimpleCommand, place: Place): Place {
  let start = 0;
  while (command.words[start]?.value === 'command' || command.words[start]?.value === 'builtin') start++;
  const program = command.words[start]?.value;
  const unknown: Place = { folders: [], moved: true, home: place.home };
  if (program === 'popd') return unknown;
  if (program !== 'cd' && program !== 'pushd') return place;
  const args = command.words.slice(start + 1);
  while (/^-(?:-|[LPe@]+)$/.test(args[0]?.value ?? '')) args.shift();
  const folders = place.folders.flatMap(folder => {
    const home = program === 'cd' ? place.home : undefined;
    const target = args[0] ? resolvedValue(args[0], folder, place.home) : home;
    return args.length > 1 || target === undefined || target === '' || /^[-+]/.test(target)
      ? []
      : [normalPath(throughProcess(joinRaw(folder, target), folder))];
  });
  if (folders.length < place.folders.length || folders.length === 0) return unknown;
  const stays = folders.every((folder, index) => folder === place.folders[index]);
  return stays ? place : { folders, moved: true, home: place.home };
}
