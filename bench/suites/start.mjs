// What the editor waits for before Latch can be asked for anything, each time in a process of its own.
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';

const load = (/** @type {string} */ name, /** @type {string} */ what) => ({
  name,
  command: process.execPath,
  args: [join(root, 'bench', 'hosts', 'load.cjs'), what],
});

export const start = {
  title: 'Start',
  contenders: () => [load('floor', 'nothing'), load('Latch', 'entry'), load('Latch with its window', 'window')],
  rows: [
    { row: 'loaded', title: 'loaded and run once', unit: 'ms', digits: 1 },
    { row: 'kilobytes', title: 'of JavaScript', unit: 'KB' },
  ],
};
