// An engine that speaks MongoDB's language where there is no MongoDB: DocumentDB, which Debian has, in a Debian of its own.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canInstall, installPackages, problemOf } from './debian.mjs';
import { withLock } from './lock.mjs';
import { cacheDir } from './paths.mjs';
import { step } from './progress.mjs';

/** The first Debian with it is newer than most machines: what it is built on would not run beside what is here. */
const [release, engine] = ['sid', 'postgresql-18-documentdb'];

/** What the tests of a team are told of that engine, and what of them cannot be tried where there is none. */
export async function engineOfTests() {
  const found = await ensureDocumentdb();
  if ('system' in found) return { env: { LATCH_DOCUMENTDB: found.system } };
  const what = process.env.MONGODB_URI === undefined ? 'all of MongoDB' : 'to kill a MongoDB and to cut the way to it';
  return { env: {}, skipped: `${what}. The engine of the tests is not here (${found.problem}).` };
}

/** @returns {Promise<{ system: string } | { problem: string }>} The folder of that Debian, or why there can be none. */
async function ensureDocumentdb() {
  const system = join(cacheDir(), 'documentdb-18');
  if (existsSync(system)) return { system };
  if (!canInstall) return { problem: 'only root can have it, on a Debian' };
  mkdirSync(cacheDir(), { recursive: true });
  return withLock(`${system}.lock`, async () => {
    if (existsSync(system)) return { system };
    const half = `${system}.half`;
    rmSync(half, { recursive: true, force: true });
    const problem = await step('Downloading the DocumentDB engine from Debian, once', () => made(half));
    if (problem !== undefined) return { problem };
    renameSync(half, system);
    return { system };
  });
}

/** @param {string} folder */
async function made(folder) {
  if ((await problemOf('mmdebstrap', ['--version'])) !== undefined) {
    const problem = await installPackages(['mmdebstrap']);
    if (problem !== undefined) return problem;
  }
  // A mirror that stands still for a while is as good for tests; what it has is signed all the same.
  const anyAge = '--aptopt=Acquire::Check-Valid-Until "false"';
  return problemOf('mmdebstrap', ['--quiet', '--variant=essential', `--include=${engine}`, anyAge, release, folder]);
}
