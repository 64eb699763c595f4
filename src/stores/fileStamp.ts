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
  for (const file of files) watchFile(file, { interval: pollMs, persistent: false }, changed);
  return () => {
    for (const file of files) unwatchFile(file, changed);
  };
}
