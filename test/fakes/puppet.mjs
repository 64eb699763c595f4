#!/usr/bin/env node
// An agent whose every word comes from the test: what the test sends goes to stdout, and what the host says goes to the test.
import { closeSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** @typedef {{ write: string } | { exit: number } | { close: true } | { pause: true } | { turn: number }} Command */

const test = connect(String(process.env.LATCH_PUPPET));
createInterface({ input: test }).on('line', line => {
  /** @type {Command} */
  const command = JSON.parse(line);
  if ('write' in command) process.stdout.write(command.write);
  else if ('exit' in command) process.exit(command.exit);
  else if ('pause' in command) input.pause();
  else if ('turn' in command) test.write(`${line}\n`);
  else {
    closed = true;
    closeSync(0);
  }
});
test.on('close', () => process.exit(0));

let closed = false;
const input = createInterface({ input: process.stdin });
input.on('line', line => test.write(`${line}\n`));
// As the real one does, it ends when nobody speaks to it any more.
input.on('close', () => {
  if (!closed) process.exit(0);
});
process.stdin.on('error', () => {});
