#!/usr/bin/env node
// The real CLI (LATCH_TORN_CLI) behind a pipe that breaks: the first ask that comes out of it is torn in two.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const child = spawn(String(process.env.LATCH_TORN_CLI), process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(child.stdin);
let torn = false;
createInterface({ input: child.stdout }).on('line', line => {
  const tears = !torn && line.includes('"can_use_tool"');
  torn ||= tears;
  process.stdout.write(tears ? `${line.slice(0, 40)}\n${line.slice(40)}\n` : `${line}\n`);
});
child.on('close', code => process.exit(code ?? 1));
