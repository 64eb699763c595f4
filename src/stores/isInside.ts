import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path lies below a folder; both as they really are, without links. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
