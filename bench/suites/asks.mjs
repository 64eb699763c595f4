// What an ask costs that a rule answers, and a stream, beside hosts that judge and record nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { fileOf, peersFolder } from '../lib/peers.mjs';

const node = process.execPath;
const agent = join(root, 'bench', 'hosts', 'agent.mjs');
const host = (/** @type {string} */ name) => join(root, 'bench', 'hosts', `${name}.mjs`);

/**
 * The hosts, all driven by the same agent.
 * @param {string} mode What the agent does. @returns {(folder: string) => Promise<import('../lib/measure.mjs').Contender[]>}
 */
const hosts = mode => async folder => {
  const peers = await peersFolder();
  const rules = join(folder, 'rules.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(rules, '{"version":1,"rules":[{"action":"allow","pattern":"Bash(make:*)"}]}');
  const env = { BENCH_MODE: mode };
  const latch = (/** @type {string} */ journal) => [
    join(root, 'dist', 'latch.js'),
    'run',
    '--quiet',
    '--enforcement=off',
    `--claude=${agent}`,
    `--rules=${rules}`,
    `--folder=${folder}`,
    `--journal=${journal}`,
    '--',
    'Go',
  ];
  return [
    { name: 'floor', command: node, args: [host('floor'), agent], env },
    {
      name: 'Agent SDK',
      command: node,
      args: [host('sdk'), agent],
      env: { ...env, BENCH_SDK: fileOf(peers, '@anthropic-ai/claude-agent-sdk/sdk.mjs') },
    },
    {
      name: 'happy',
      command: node,
      args: [host('happy'), agent],
      env: { ...env, BENCH_HAPPY: fileOf(peers, 'happy-coder/dist/index.mjs') },
    },
    {
      name: 'ACP',
      command: node,
      args: [host('acp'), agent],
      env: {
        ...env,
        BENCH_ACP: fileOf(peers, '@agentclientprotocol/sdk/dist/v1/stable/acp.js'),
        BENCH_ACP_ADAPTER: fileOf(peers, '@agentclientprotocol/claude-agent-acp/dist/index.js'),
      },
    },
    // What is in memory is synced at once: this is the same work without the disk.
    { name: 'Latch in memory', command: node, args: latch(`/dev/shm/latch-bench-${process.pid}`), env },
    { name: 'Latch', command: node, args: latch(join(folder, 'journal')), env },
  ];
};

export const asks = {
  title: 'An ask that a rule answers',
  // The disk in the same run, since it is what a record is held against.
  contenders: async (/** @type {string} */ folder) => [
    ...(await hosts('asks')(folder)),
    { name: 'floor', command: node, args: [host('disk')] },
  ],
  rows: [
    { row: 'first', title: 'first ask', unit: 'ms', digits: 1 },
    { row: 'cpu', title: 'time of the processor per ask', unit: 'µs' },
    { row: 'p50', title: 'an ask, median', unit: 'µs' },
    { row: 'p99', title: 'an ask, p99', unit: 'µs' },
    { row: 'sync', title: 'one append and data sync, median', unit: 'µs' },
  ],
};

export const burst = {
  title: 'Asks that are open at once',
  contenders: hosts('burst'),
  rows: [
    { row: 'burst2000', title: '2,000 at once', unit: 'k/s', digits: 1, more: true },
    { row: 'burst10000', title: '10,000 at once', unit: 'k/s', digits: 1, more: true },
  ],
};

export const streams = {
  title: 'Streams and large messages',
  contenders: hosts('stream'),
  rows: [
    { row: 'behind', title: 'an ask behind 1,000 pieces of text', unit: 'µs' },
    { row: 'deltas', title: '200,000 pieces of text', unit: 'ms' },
    { row: 'megabyte', title: 'an input of 1 MB', unit: 'ms', digits: 1 },
    { row: 'line', title: 'a line of 50 MB', unit: 'ms' },
  ],
};

/** @param {string} name @param {string} transport @param {string} folder */
const session = (name, transport, folder) => ({
  name,
  command: node,
  args: [
    join(root, 'out', 'bench', 'transports.cjs'),
    transport,
    join(root, 'bench', 'hosts'),
    join(folder, transport),
  ],
});

export const transports = {
  title: 'An ask over each of the two protocols',
  contenders: (/** @type {string} */ folder) => [session('stdio', 'stdio', folder), session('ACP', 'acp', folder)],
  rows: [
    { row: 'first', title: 'first ask', unit: 'ms', digits: 1 },
    { row: 'p50', title: 'an ask, median', unit: 'µs' },
    { row: 'p99', title: 'an ask, p99', unit: 'µs' },
  ],
};
