import { type FileHandle, open, stat } from 'node:fs/promises';

/** A new file with the first bytes of one that is open. */
export async function copied(file: FileHandle, path: string, bytes: number): Promise<FileHandle> {
  const next = await open(path, 'wx+', 0o600);
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, 0);
  await writeAll(next, buffer.subarray(0, bytesRead), 0);
  return next;
}

export async function writeAll(file: FileHandle, data: Buffer, position: number): Promise<void> {
  let offset = 0;
  while (offset < data.length) {
    const { bytesWritten } = await file.write(data, offset, data.length - offset, position + offset);
    offset += bytesWritten;
  }
}

/** Whether this is the file that is read at this path. */
export async function isAt(file: FileHandle, path: string): Promise<boolean> {
  const [ours, there] = await Promise.all([
    file.stat({ bigint: true }),
    stat(path, { bigint: true }).catch(() => undefined),
  ]);
  return there?.ino === ours.ino && there.dev === ours.dev;
}
