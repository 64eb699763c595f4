import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * One process writes a journal. The lock is a file that names that process; one whose process has ended counts for
 * nothing, so a crash locks nobody out.
 */
export function lockJournal(path: string): (() => void) | undefined {
  const lock = `${path}.lock`;
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      writeFileSync(lock, nameOf(process.pid), { flag: 'wx', mode: 0o600 });
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
    const named = readFileSync(lock, 'utf8');
    const holder = Number(named.split(' ')[0]);
    if (!Number.isInteger(holder) || holder <= 0) return false;
    process.kill(holder, 0);
    return named === nameOf(holder);
  } catch (error) {
    // A process of another user is alive too.
    return codeOf(error) === 'EPERM';
  }
}

/** The number of a process and, where the system tells, when it began: numbers are given again. */
function nameOf(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return `${pid} ${afterName.split(' ')[19] ?? ''}`;
  } catch {
    return String(pid);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
