// What a long session costs: to come back to it, and to hold it.
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';

const measure = (/** @type {string} */ name, /** @type {string} */ script, /** @type {string[]} */ ...args) => ({
  name,
  command: process.execPath,
  args: ['--expose-gc', join(root, 'out', 'bench', `${script}.cjs`), ...args],
});

export const sessions = {
  title: 'Long sessions',
  contenders: () => [measure('Latch', 'longSession')],
  rows: [
    { row: 'restore10000', title: '10,000 calls, until they are shown', unit: 'ms' },
    { row: 'restore50000', title: '50,000 calls, until they are shown', unit: 'ms' },
    { row: 'memory10000', title: 'memory for 10,000 calls', unit: 'MB', digits: 1 },
    { row: 'listFirst', title: 'a list of 5,000 sessions, never read before', unit: 'ms' },
    { row: 'listNext', title: 'the same in the next window', unit: 'ms' },
    { row: 'listAgain', title: 'the same again', unit: 'ms', digits: 1 },
    { row: 'memory20000', title: 'memory for 20,000 calls', unit: 'MB', digits: 1 },
  ],
};

export const disk = {
  title: 'The disk below',
  contenders: () => [{ name: 'floor', command: process.execPath, args: [join(root, 'bench', 'hosts', 'disk.mjs')] }],
  rows: [
    { row: 'sync', title: 'append and data sync, median', unit: 'µs' },
    { row: 'preallocated', title: 'the same into space that is there', unit: 'µs' },
  ],
};
