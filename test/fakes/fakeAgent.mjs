#!/usr/bin/env node
// An agent that does what the real one will not: it plays a list of steps on stdout and writes down all that it gets.
// The steps are in the file named by LATCH_FAKE_STEPS; what comes in on stdin goes to the file named by LATCH_FAKE_STDIN.
import { appendFileSync, closeSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {Record<string, any>} Message
 * @typedef {{ say: Message } | { raw: string } | { base64: string } | { repeat: string, times: number }
 *   | { deafMs: number } | { orphan: string } | { torn: Message } | { stderr: string } | { pauseMs: number } | { awaitUser: true } | { awaitAnswers: string[] }
 *   | { closeStdin: true } | { exit: number }} Step `awaitAnswers` waits until each of these requests has an answer.
 */

const stepsFile = String(process.env.LATCH_FAKE_STEPS);
const stdinFile = String(process.env.LATCH_FAKE_STDIN);

let users = 0;
let deaf = false;
/** @type {Set<string>} */
const answered = new Set();
/** @type {Map<string, Message>} */
const asked = new Map();
/** @type {Set<() => void>} */
const waiting = new Set();

/** @param {() => boolean} done */
async function until(done) {
  while (!done()) {
    await new Promise(resolve => {
      const wake = () => resolve(waiting.delete(wake));
      waiting.add(wake);
    });
  }
}

/** @param {Message} message */
function take(message) {
  if (message.type === 'user') users += 1;
  if (message.type === 'control_response') answered.add(String(message.response?.request_id));
  // What the host asks for is granted, as the real one does.
  if (message.type === 'control_request') {
    const pending_permission_requests = [...asked.values()].filter(({ request_id }) => !answered.has(request_id));
    say({
      type: 'control_response',
      response: { subtype: 'success', request_id: message.request_id, response: {}, pending_permission_requests },
    });
  }
  for (const wake of waiting) wake();
}

/** @param {Message} message */
const say = message => {
  note(message);
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

/** What it asks, it says again when it is initialized once more. @param {Message} message */
const note = message => {
  if (message.request?.subtype === 'can_use_tool') asked.set(message.request_id, message);
};

/** @param {string | Uint8Array} data @returns {Promise<void>} */
const write = data => new Promise(done => process.stdout.write(data, () => done()));

/** @param {Step} step */
async function play(step) {
  if ('say' in step) say(step.say);
  else if ('torn' in step) {
    note(step.torn);
    const line = JSON.stringify(step.torn);
    await write(`${line.slice(0, line.length / 2)}\n${line.slice(line.length / 2)}\n`);
  } else if ('raw' in step) await write(step.raw);
  else if ('base64' in step) await write(Buffer.from(step.base64, 'base64'));
  else if ('repeat' in step) for (let n = 0; n < step.times; n += 1) await write(step.repeat);
  else if ('stderr' in step) process.stderr.write(step.stderr);
  else if ('pauseMs' in step) await pause(step.pauseMs);
  else if ('deafMs' in step) {
    input.pause();
    await pause(step.deafMs);
  }
  // It holds on to our stdout when we are gone.
  else if ('orphan' in step) spawn(step.orphan, { shell: true, detached: true, stdio: 'inherit' }).unref();
  else if ('awaitUser' in step) {
    await until(() => users > 0);
    users -= 1;
  } else if ('awaitAnswers' in step) await until(() => step.awaitAnswers.every(id => answered.has(id)));
  else if ('closeStdin' in step) {
    deaf = true;
    closeSync(0);
  } else process.exit(step.exit);
}

const input = createInterface({ input: process.stdin });
input.on('line', line => {
  appendFileSync(stdinFile, `${line}\n`);
  take(JSON.parse(line));
});
// As the real one does, it ends when nobody speaks to it any more.
input.on('close', () => {
  if (!deaf) process.exit(0);
});
process.stdin.on('error', () => {});

/** @type {Step[]} */
const steps = JSON.parse(readFileSync(stepsFile, 'utf8'));
for (const step of steps) await play(step);
