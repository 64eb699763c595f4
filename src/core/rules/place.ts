import type { SimpleCommand } from './command';
import { joinPath } from './pathText';

/** The folders in which a command may run: more than one when a `cd` before it may have failed, none when unknown. */
export interface Place {
  readonly folders: readonly string[];
  /** A `cd` that really goes elsewhere may have happened. */
  readonly moved: boolean;
}

const mostFolders = 8;

export function samePlace(one: Place, other: Place): boolean {
  return one.moved === other.moved && one.folders.join('\0') === other.folders.join('\0');
}

export function unionOfPlaces(one: Place, other: Place): Place {
  if (samePlace(one, other)) return one;
  const moved = one.moved || other.moved;
  if (one.folders.length === 0 || other.folders.length === 0) return { folders: [], moved };
  const folders = [...new Set([...one.folders, ...other.folders])];
  return { folders: folders.length > mostFolders ? [] : folders, moved };
}

/** Where the next command runs after this one. */
export function afterCd(command: SimpleCommand, place: Place): Place {
  const words = command.words.map(word => word.value);
  let start = 0;
  while (words[start] === 'command' || words[start] === 'builtin') start++;
  const program = words[start];
  if (program === 'pushd' || program === 'popd') return { folders: [], moved: true };
  if (program !== 'cd') return place;
  const target = words[start + 1];
  if (words.length !== start + 2 || target === undefined || target.startsWith('-') || target === '') {
    return { folders: [], moved: true };
  }
  const folders = place.folders.map(folder => joinPath(folder, target));
  const stays = folders.length > 0 && folders.every((folder, index) => folder === place.folders[index]);
  return stays ? place : { folders, moved: true };
}
