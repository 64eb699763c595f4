import { constants, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { codeOf } from './errorCode';

const largestFile = 1024 * 1024;

/**
 * The text of a file; undefined where there is none, and `unreadable` where there is something else: a device or a pipe
 * has no end, and what is too large is not looked through by a person either.
 */
export async function readRegular(path: string): Promise<string | { readonly unreadable: true } | undefined> {
  try {
    // Opening a pipe would wait for whoever writes into it.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile() || found.size > largestFile) return { unreadable: true };
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { unreadable: true };
  }
}

/** The same at once, for what is small and asked often; undefined for everything that is not such a file. */
export function readRegularNow(path: string): string | undefined {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= largestFile ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
