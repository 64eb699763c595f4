import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Puts a text in the place of a file, so that whoever reads it sees the old or the new one whole, also after a crash.
 * `stillOurs` is asked at the last moment.
 */
export async function writeAtomically(
  path: string,
  text: string,
  {
    mode = 0o666,
    lasting = true,
    stillOurs,
  }: {
    readonly mode?: number;
    /** Whether it has to be there after a crash of the machine too. */
    readonly lasting?: boolean;
    readonly stillOurs: () => boolean;
  },
): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const before = await stat(path).catch(() => undefined);
  try {
    const file = await open(temporary, 'wx', before ? before.mode & 0o777 : mode);
    try {
      await file.writeFile(text, 'utf8');
      if (lasting) await file.sync();
    } finally {
      await file.close();
    }
    if (!stillOurs()) return false;
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  if (lasting) await syncFolder(dirname(path));
  return true;
}

/** The rename itself is on the disk only with its folder. Windows cannot open a folder, and needs no such sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
