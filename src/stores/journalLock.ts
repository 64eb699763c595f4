import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * One process writes a journal. The lock is a file with the number of that process; one whose process has ended counts
 * for nothing, so a crash locks nobody out.
 */
export function lockJournal(path: string): (() => void) | undefined {
  const lock = `${path}.lock`;
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
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
    const holder = Number(readFileSync(lock, 'utf8'));
    if (!Number.isInteger(holder) || holder <= 0) return false;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    // A process of another user is alive too.
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
