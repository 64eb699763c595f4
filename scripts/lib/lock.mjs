// One run at a time in a folder, across processes. A lock whose holder is gone is taken over.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const beatMs = 2000;
// A holder that has not been heard of for this long is taken for dead, on whatever machine it was.
const staleMs = 30_000;

/** @template T @param {string} lock A path that does not exist while nobody holds it. @param {() => Promise<T>} body @returns {Promise<T>} */
export async function withLock(lock, body) {
  await take(lock);
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(lock, now, now);
    } catch {
      // The folder was deleted under us; the work itself will notice.
    }
  }, beatMs);
  try {
    return await body();
  } finally {
    clearInterval(beat);
    rmSync(lock, { recursive: true, force: true });
  }
}

/** @param {string} lock */
async function take(lock) {
  for (let told = false; ; await pause(250)) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), String(process.pid));
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (isStale(lock)) {
      const aside = `${lock}-${process.pid}-${Date.now()}`;
      try {
        renameSync(lock, aside);
        rmSync(aside, { recursive: true, force: true });
      } catch {
        // Another process was faster.
      }
      continue;
    }
    if (!told) console.log('Another run is setting up; waiting for it ...');
    told = true;
  }
}

/** @param {string} lock */
function isStale(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > staleMs) return true;
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
