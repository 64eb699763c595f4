// npm run lock: brings package-lock.json up to date, and complete for every platform.
// A registry need not carry the builds of all platforms. What npm does not find there it leaves out of the lockfile, and
// "npm ci" then refuses that lockfile everywhere. So what is missing is put back by name and version, without a hash.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { step } from './lib/progress.mjs';
import { npm } from './lib/run.mjs';

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, optionalDependencies?: Record<string, string>, os?: string[], cpu?: string[], libc?: string[] }} Entry */

await main(async () => {
  await step('Updating package-lock.json', () =>
    npm('Updating package-lock.json', ['install', '--package-lock-only'], { cwd: root }),
  );
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  /** @type {Record<string, Entry>} */
  const packages = lock.packages;
  const missing = missingPlatforms(packages);
  lock.packages = Object.fromEntries(
    Object.entries({ ...packages, ...missing }).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} builds for other platforms put back.`);
});

/** @param {Record<string, Entry>} packages @returns {Record<string, Entry>} */
function missingPlatforms(packages) {
  const missing = Object.values(packages).flatMap(({ dev, optionalDependencies = {} }) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => packages[`node_modules/${name}`] === undefined && /^\d/.test(version))
      .map(([name, version]) => [
        `node_modules/${name}`,
        { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true },
      ]),
  );
  return Object.fromEntries(missing);
}

/** Builds carry their platform at the end of their name: linux-x64-musl, win32-arm64. @param {string} name */
function platformOf(name) {
  const [, os, cpu, libc] = /(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-(\w+))?$/.exec(name) ?? [];
  if (os === undefined || cpu === undefined) return {};
  return { os: [os], cpu: [cpu], ...(libc === 'musl' ? { libc: ['musl'] } : {}) };
}
