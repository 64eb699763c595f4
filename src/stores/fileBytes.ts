import { type BigIntStats, existsSync, fstatSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';

/** A new file with the first bytes of one that is open; none where there is no room for all of them. */
export async function copied(file: FileHandle, path: string, bytes: number): Promise<FileHandle> {
  const next = await open(path, 'wx+', 0o600);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, 0);
    await writeAll(next, buffer.subarray(0, bytesRead), 0);
    return next;
  } catch (error) {
    await next.close();
    await rm(path, { force: true });
    throw error;
  }
}

export async function writeAll(file: FileHandle, data: Buffer, position: number): Promise<void> {
  let offset = 0;
  while (offset < data.length) {
    const { bytesWritten } = await file.write(data, offset, data.length - offset, position + offset);
    offset += bytesWritten;
  }
}

/** Which file is open does not change while it is. */
const identities = new WeakMap<FileHandle, BigIntStats>();

/**
 * Whether this is the file that is read at this path. Asked at once and not in turn: to hand so small a question to another
 * thread and to wait for it costs ten times what the system takes to answer, and each record asks twice.
 */
export function isAt(file: FileHandle, path: string): boolean {
  try {
    const ours = identityOf(file);
    const there = statSync(path, { bigint: true, throwIfNoEntry: false });
    return there?.ino === ours.ino && there.dev === ours.dev;
  } catch {
    return false;
  }
}

/** Whether nobody has written behind these bytes of a file that is open, nor moved it, nor put another one in its place. */
export function isUntouched(file: FileHandle | undefined, path: string, bytes: number): boolean {
  if (!file) return false;
  const { nlink, size } = fstatSync(file.fd);
  return nlink === 0 ? !existsSync(path) : size <= bytes && isAt(file, path);
}

function identityOf(file: FileHandle): BigIntStats {
  const known = identities.get(file) ?? fstatSync(file.fd, { bigint: true });
  identities.set(file, known);
  return known;
}
