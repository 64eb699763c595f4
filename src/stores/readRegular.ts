import { codeOf } from './errorCode';
import { readSmallFile } from './readSmallFile';

/** What is larger is not looked through by a person either. */
const largest = 1024 * 1024;

/** The text of a file that a repository brings; undefined where there is none, `unreadable` for what is no such file. */
export function readRegular(path: string): string | { readonly unreadable: true } | undefined {
  try {
    return readSmallFile(path, largest);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { unreadable: true };
  }
}
