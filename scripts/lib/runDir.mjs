// The folder of one run. Its logs stay for a while, everything else goes when the run ends.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from './paths.mjs';

const keptRuns = 10;

/** @returns {string} A new folder with a log folder in it. */
export function newRunDir() {
  const runs = join(cacheDir(), 'runs');
  mkdirSync(runs, { recursive: true });
  const ended = readdirSync(runs)
    .toSorted()
    .filter(name => !isAlive(Number(name.split('-').at(-1))));
  for (const old of ended.slice(0, -keptRuns)) rmSync(join(runs, old), { recursive: true, force: true });
  // A run that was killed could not clear up after itself.
  for (const recent of ended.slice(-keptRuns)) clearRunDir(join(runs, recent));
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const dir = join(runs, `${stamp}-${process.pid}`);
  mkdirSync(join(dir, 'log'), { recursive: true });
  return dir;
}

/** Removes all but the logs. @param {string} dir */
export function clearRunDir(dir) {
  for (const name of readdirSync(dir).filter(entry => entry !== 'log')) {
    rmSync(join(dir, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
