import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf, lives } from './fileLock';

/**
 * One process writes a journal. The lock is a file that names that process; one whose process has ended counts for
 * nothing, so a crash locks nobody out.
 */
export function lockJournal(path: string): (() => void) | undefined {
  const lock = `${path}.lock`;
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      writeFileSync(lock, `${process.pid} ${beganAt(process.pid) ?? ''}`, { flag: 'wx', mode: 0o600 });
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (holderLives(lock)) return undefined;
      rmSync(lock, { force: true });
    }
  }
  return undefined;
}

function holderLives(lock: string): boolean {
  try {
    const [named, began] = readFileSync(lock, 'utf8').split(' ');
    const holder = Number(named);
    if (!Number.isInteger(holder) || holder <= 0 || !lives(holder)) return false;
    const now = beganAt(holder);
    // Numbers are given again: one that began at another time is somebody else.
    return !began || now === undefined || began === now;
  } catch {
    return false;
  }
}

/** When a process began, in the words of the system; undefined where it does not tell. */
function beganAt(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}
