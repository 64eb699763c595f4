import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** The last bytes of a regular file, as text; it is not waited for a pipe or a device. */
export async function readEnd(path: string, bytes: number): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const status = await file.stat();
    if (!status.isFile()) return '';
    const length = Math.min(bytes, status.size);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, status.size - length);
    return buffer.toString('utf8');
  } finally {
    await file.close();
  }
}
