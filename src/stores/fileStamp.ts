import { statSync, unwatchFile, watchFile } from 'node:fs';

/** Changes with every change of a file, so that it is read again only then; undefined when there is none. */
export function stampOf(file: string): string | undefined {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return undefined;
  }
}

const pollMs = 250;

/**
 * Tells when one of these files is made, changed or removed. They are asked again and again: notifications do not come
 * from every disk, and not for folders that do not exist yet.
 */
export function watchFiles(files: readonly string[], changed: () => void): () => void {
  const ends = files.map(file => watchOne(file, changed));
  return () => {
    for (const end of ends) end();
  };
}

function watchOne(file: string, changed: () => void): () => void {
  let stamp = stampOf(file);
  // Node also tells of a file that was not there and is not there.
  const look = (): void => {
    const now = stampOf(file);
    if (now === stamp) return;
    stamp = now;
    changed();
  };
  watchFile(file, { interval: pollMs, persistent: false }, look);
  return () => unwatchFile(file, look);
}
