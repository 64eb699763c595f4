import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { say } from '../core/texts/sentence';
import { Told } from '../core/texts/told';

/** Rules and settings are small; a repository may bring a file of any size. */
const largest = 32 * 1024 * 1024;

/**
 * The text of a file that somebody else may have put there. A pipe, a device or a file without end would hold up the
 * window or fill its memory, so only regular files are read, and not more of them than they said they hold.
 */
export function readSmallFile(path: string, most = largest): string {
  // Without O_NONBLOCK the opening of a pipe waits for a writer.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Told(say('It is no regular file.'));
    if (found.size > most) throw new Told(say('It is larger than {most} bytes.', { most }));
    const bytes = Buffer.alloc(found.size);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, length);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}
