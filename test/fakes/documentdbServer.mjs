// A real DocumentDB engine in a Debian of its own, with the wire of MongoDB before it: both on the loopback.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { changeStreams } from './changeStreams.mjs';
import { openGateway } from './mongoGateway.mjs';
import { asArguments, fail, freePort, keepRunning } from './keepRunning.mjs';

const [system = '', streams] = process.argv.slice(2);
const folder = mkdtempSync(join(system, 'tmp', 'latch-documentdb-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const data = `/tmp/${basename(folder)}/data`;
const programs = '/usr/lib/postgresql/18/bin';
const within = ['--userspec=postgres:postgres', system];

for (const [command, args] of /** @type {const} */ ([
  ['chroot', [system, 'chown', 'postgres:postgres', `/tmp/${basename(folder)}`]],
  [
    'chroot',
    [
      ...within,
      `${programs}/initdb`,
      '-D',
      data,
      '-U',
      'latch',
      '-A',
      'trust',
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
    ],
  ],
])) {
  const made = spawnSync(command, args, { encoding: 'utf8' });
  if (made.status !== 0) fail(`${args.join(' ')}: ${made.error?.message ?? made.stderr}`);
}

const port = await freePort();
const engine = `postgres://latch@127.0.0.1:${port}/postgres`;
const gateway = await openGateway({ url: engine, ...(streams === undefined ? {} : { around: changeStreams() }) });
const settings = {
  listen_addresses: '127.0.0.1',
  port,
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '32MB',
  // Where there is no /dev/shm.
  dynamic_shared_memory_type: 'mmap',
  shared_preload_libraries: 'pg_cron,pg_documentdb_core,pg_documentdb',
  'cron.database_name': 'postgres',
};
keepRunning(
  () =>
    spawn('chroot', [...within, `${programs}/postgres`, '-D', data, ...asArguments(settings)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  async () => {
    const client = new Client({ connectionString: engine }).on('error', () => {});
    await client.connect();
    await client.query('create extension if not exists documentdb cascade');
    await client.end();
    return `mongodb://127.0.0.1:${gateway} ${engine}`;
  },
);
