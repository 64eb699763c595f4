// A verdict among 10,000 rules, beside matchers that only say whether a pattern fits a path.
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { fileOf, peersFolder } from '../lib/peers.mjs';

const row = (/** @type {string} */ name, /** @type {string} */ title) => ({ row: name, title, unit: 'µs', digits: 1 });

export const rules = {
  title: 'A verdict among 10,000 rules',
  async contenders() {
    const peers = await peersFolder();
    const matcher = (/** @type {string} */ name, /** @type {string} */ file) => ({
      name,
      command: process.execPath,
      args: [join(root, 'bench', 'hosts', 'matchers.mjs'), name],
      env: { BENCH_MATCHER: fileOf(peers, file) },
    });
    return [
      matcher('picomatch', 'picomatch/index.js'),
      matcher('minimatch', 'minimatch/dist/commonjs/index.js'),
      matcher('ignore', 'ignore/index.js'),
      { name: 'Latch', command: process.execPath, args: [join(root, 'out', 'bench', 'rules.cjs')] },
    ];
  },
  rows: [
    { row: 'build', title: 'made ready', unit: 'ms', digits: 1 },
    row('files.p50', 'a file, median'),
    row('files.p99', 'a file, p99'),
    row('commands.p50', 'a command, median'),
    row('commands.p99', 'a command, p99'),
    row('middle.p50', '`Bash(* x *)`, median'),
    row('middle.p99', '`Bash(* x *)`, p99'),
    row('deep.p50', '`Read(**/x*/**)`, median'),
    row('deep.p99', '`Read(**/x*/**)`, p99'),
    row('dynamic.p50', 'deny rules and a program that is a variable, median'),
    row('dynamic.p99', 'deny rules and a program that is a variable, p99'),
    row('plain.p50', '`git status` among 100 rules'),
    row('pipeline.p50', 'a pipeline of 50 characters'),
    row('chain.p50', 'a chain of 1 KB'),
    row('longChain.p50', 'a chain of 100 KB'),
    row('parentheses.p50', '200,000 parentheses'),
  ],
};
