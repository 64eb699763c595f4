#!/usr/bin/env node
// An agent that speaks ACP as no real one does: it plays the steps of the file LATCH_STRANGE_STEPS after each prompt, and
// writes down all that it gets in the file LATCH_STRANGE_GOT.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {Record<string, any>} Message
 * @typedef {{ update: Message } | { ask: string, params: Message } | { request: string, method: string, params: Message }
 *   | { await: string } | { awaitCancel: true } | { raw: string } | { pauseMs: number } | { exit: number } | { end: string }} Step
 *   `ask` asks under this id and goes on; `await` waits for the answer to it.
 */

const session = 'strange-session';
const got = String(process.env.LATCH_STRANGE_GOT);
/** @type {Step[]} */
const steps = JSON.parse(readFileSync(String(process.env.LATCH_STRANGE_STEPS), 'utf8'));
const behaviour = process.env.LATCH_STRANGE ?? '';
/** What it says of a session: `early` updates, fields of the reply that names it, and `replies` to other requests. */
const told = JSON.parse(process.env.LATCH_STRANGE_TOLD ?? '{}');
const login = process.env.LATCH_STRANGE_LOGIN ?? '';
// As its own way to log in has it started, in a terminal.
if (process.argv.includes('--login')) {
  if (process.env.LATCH_STRANGE_HAND === 'yes') writeFileSync(login, '');
  process.exit(0);
}
let isLoggedIn = login !== '' && existsSync(login);
/** @type {Map<string, Message>} */
const replies = new Map();
let cancelled = false;
let lastTerminal = '';
/** @type {Set<() => void>} */
const waiting = new Set();

/** @param {Message} message */
const say = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** The ids of terminals are ours: it has `$LAST` in their place. @param {Message} named @returns {Message} */
const withLast = named => JSON.parse(JSON.stringify(named).replaceAll('"$LAST"', JSON.stringify(lastTerminal)));

/** @param {Message} update */
const tell = update => say({ method: 'session/update', params: { sessionId: session, update: withLast(update) } });

/** @param {() => boolean} done */
async function until(done) {
  while (!done()) await new Promise(resolve => waiting.add(() => resolve(undefined)));
}

/** @param {Step} step @returns {Promise<string | undefined>} */
async function play(step) {
  if ('update' in step) tell(step.update);
  else if ('ask' in step)
    say({
      id: step.ask,
      method: 'session/request_permission',
      params: { sessionId: session, ...withLast(step.params) },
    });
  else if ('method' in step)
    say({ id: step.request, method: step.method, params: { sessionId: session, ...withLast(step.params) } });
  else if ('await' in step) await until(() => replies.has(step.await));
  else if ('awaitCancel' in step) await until(() => cancelled);
  else if ('raw' in step) process.stdout.write(step.raw);
  else if ('pauseMs' in step) await pause(step.pauseMs);
  else if ('exit' in step) process.exit(step.exit);
  else return step.end;
  return undefined;
}

/** @param {Message} message */
async function prompt(message) {
  cancelled = false;
  let stopReason;
  for (const step of steps) stopReason ??= await play(step);
  say({ id: message.id, result: { stopReason: stopReason ?? (cancelled ? 'cancelled' : 'end_turn') } });
}

/** @param {Message} message */
function take(message) {
  const { id, method, params } = message;
  if (method === undefined) {
    replies.set(String(id), message);
    lastTerminal = message.result?.terminalId ?? lastTerminal;
  } else if (method === 'initialize') {
    if (behaviour === 'hangs') return;
    say({
      id,
      result: {
        protocolVersion: behaviour === 'newer' ? 2 : 1,
        agentInfo: { name: 'strange', version: '7' },
        agentCapabilities:
          behaviour === 'loads'
            ? { loadSession: true }
            : behaviour === 'resumes'
              ? { loadSession: true, sessionCapabilities: { resume: {} } }
              : {},
        authMethods: [
          { id: 'x', name: 'Log in with X', description: 'Opens a browser' },
          { id: 'broken', name: 'Broken' },
          {
            id: 'tui',
            name: 'By hand',
            type: 'terminal',
            args: ['--login'],
            env: { LATCH_STRANGE_HAND: 'yes', ODD: 1 },
          },
        ],
      },
    });
  } else if (method === 'authenticate') {
    isLoggedIn = params.methodId === 'x';
    if (isLoggedIn) say({ id, result: {} });
    else say({ id, error: { code: -32603, message: 'the browser was closed' } });
  } else if (method === 'session/new') {
    // Some tell of a session before they have named it.
    for (const update of told.early ?? []) tell(update);
    if (behaviour === 'login' && !isLoggedIn) say({ id, error: { code: -32000, message: 'Authentication required' } });
    else say({ id, result: { sessionId: session, ...told.session } });
  } else if (method === 'session/resume') say({ id, result: { ...told.session } });
  else if (method === 'session/load') {
    tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'said before' } });
    say({ id, result: { ...told.session } });
  } else if (method in (told.replies ?? {})) say({ id, result: told.replies[method] });
  else if (method === 'session/prompt') void prompt(message);
  else if (method === 'session/cancel') cancelled = true;
  else if (id !== undefined) say({ id, error: { code: -32601, message: 'Method not found' } });
  for (const wake of waiting) wake();
}

const input = createInterface({ input: process.stdin });
input.on('line', line => {
  appendFileSync(got, `${line}\n`);
  take(JSON.parse(line));
});
input.on('close', () => process.exit(0));
