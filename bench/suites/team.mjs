// A verdict by rules of a team, beside the same rules in a file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../scripts/lib/paths.mjs';

const program = join(root, 'out', 'bench', 'teamVerdicts.cjs');
/** @type {Promise<string> | undefined} */
let address;

/** A real server, which ends with this process. */
async function started() {
  const server = spawn(process.execPath, [join(root, 'test', 'fakes', 'postgresServer.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(server.stdout);
  const [line] = await once(lines, 'line');
  lines.close();
  server.unref();
  for (const stream of [server.stdin, server.stdout]) if (stream instanceof Socket) stream.unref();
  return `${line}/postgres`;
}

export const team = {
  title: 'A verdict by rules of a team',
  async contenders() {
    address ??= started();
    return [
      { name: 'the same rules in a file', command: process.execPath, args: [program] },
      { name: 'Latch', command: process.execPath, args: [program, await address] },
    ];
  },
  rows: [
    { row: 'online.p50', title: 'a command among 10,000 rules, median', unit: 'µs', digits: 1 },
    { row: 'online.p99', title: 'a command among 10,000 rules, p99', unit: 'µs', digits: 1 },
    { row: 'away.p50', title: 'while their database is away, median', unit: 'µs', digits: 1 },
    { row: 'away.p99', title: 'while their database is away, p99', unit: 'µs', digits: 1 },
  ],
};
