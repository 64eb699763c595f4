import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The files by which a program can be started from a PATH: every one of that name, with its links resolved. */
export function programFiles(program: string, path: string): readonly string[] {
  const named = program.includes('/') ? [program] : path.split(delimiter).map(folder => join(folder, program));
  const found = named.filter(isAbsolute).flatMap(file => {
    try {
      accessSync(file, constants.X_OK);
      return [realpathSync(file)];
    } catch {
      return [];
    }
  });
  return [...new Set(found)];
}
