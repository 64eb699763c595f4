#!/usr/bin/env node
// Speaks just enough of the CLI's protocol to measure whoever hosts it: what it asks is answered by the host, and what is
// measured is written as one JSON object a line into BENCH_FILE. Every claim about the real CLI is tried with the real one.
import { readdirSync, readFileSync } from 'node:fs';
import { at, now, row } from './rows.mjs';

const mode = process.env.BENCH_MODE ?? 'asks';
const session_id = '00000000-0000-4000-8000-000000000001';
const line = (/** @type {object} */ message) => `${JSON.stringify(message)}\n`;
const event = (/** @type {object} */ body) =>
  line({ type: 'stream_event', event: body, session_id, parent_tool_use_id: null, uuid: session_id });
const delta = event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'w'.repeat(84) } });

/** @type {Map<string, (at: number) => void>} */
const waiting = new Map();
let asks = 0;

/** The lines of one message with one ask. @param {Record<string, unknown>} [more] */
function turn(more) {
  asks += 1;
  const id = `toolu_${asks}`;
  const input = { command: `make step-${asks}`, description: `Step ${asks}`, ...more };
  const message = {
    id: `msg_${asks}`,
    type: 'message',
    role: 'assistant',
    model: 'bench',
    content: [{ type: 'tool_use', id, name: 'Bash', input }],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input, tool_use_id: id };
  return {
    id,
    request_id: `ask_${asks}`,
    before: event({ type: 'message_start', message: { ...message, content: [] } }),
    block: line({ type: 'assistant', message, parent_tool_use_id: null, session_id, uuid: `a${asks}` }),
    ask: line({ type: 'control_request', request_id: `ask_${asks}`, request }),
    after: event({ type: 'message_stop' }),
  };
}

function result(/** @type {string} */ id) {
  const content = [{ type: 'tool_result', tool_use_id: id, content: 'ok' }];
  return line({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id, uuid: 'r' });
}

function write(/** @type {string} */ text) {
  process.stdout.write(text);
}

/** Asks once, behind `flood`, and tells how many microseconds the answer took. */
async function ask(flood = '', /** @type {Record<string, unknown>} */ more = {}) {
  const { id, request_id, before, block, ask: request, after } = turn(more);
  const lines = before + flood + block + request + after;
  const answered = new Promise(resolve => waiting.set(request_id, resolve));
  const asked = now();
  write(lines);
  const took = (await answered) - asked;
  write(result(id));
  return took;
}

/** Time of the processor of all hosts between this agent and the bench, in microseconds. */
function hostTime() {
  let sum = 0;
  for (let pid = process.ppid; pid > 1 && pid !== Number(process.env.BENCH_PID); pid = parentOf(pid))
    for (const task of readdirSync(`/proc/${pid}/task`))
      sum += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1000;
  return sum;
}

function parentOf(/** @type {number} */ pid) {
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 1);
}

const modes = {
  async asks() {
    row('first', (await ask()) / 1000);
    for (let count = 0; count < 500; count += 1) await ask();
    /** @type {number[]} */
    const times = [];
    const before = hostTime();
    for (let count = 0; count < 1500; count += 1) times.push(await ask());
    row('cpu', (hostTime() - before) / times.length);
    row('p50', at(times, 0.5));
    row('p99', at(times, 0.99));
  },
  async burst() {
    await burst(2000);
    await burst(10_000);
  },
  async stream() {
    for (let count = 0; count < 50; count += 1) await ask();
    const flood = delta.repeat(1000);
    /** @type {number[]} */
    const behind = [];
    for (let count = 0; count < 30; count += 1) behind.push(await ask(flood));
    row('behind', at(behind, 0.5));
    const begun = now();
    const { request_id, block, before, ask: request, after, id } = turn();
    const answered = new Promise(resolve => waiting.set(request_id, resolve));
    write(before);
    for (let count = 0; count < 200; count += 1)
      if (!process.stdout.write(flood)) await new Promise(resolve => process.stdout.once('drain', resolve));
    write(block + request + after);
    await answered;
    row('deltas', (now() - begun) / 1000);
    write(result(id));
    /** @type {number[]} */
    const times = [];
    for (let count = 0; count < 15; count += 1) times.push(await ask('', { note: 'x'.repeat(1_000_000) }));
    row('megabyte', at(times, 0.5) / 1000);
    const content = [{ type: 'text', text: 'word '.repeat(10_000_000) }];
    const message = { id: 'msg_long', type: 'message', role: 'assistant', model: 'bench', content };
    row(
      'line',
      (await ask(line({ type: 'assistant', message, parent_tool_use_id: null, session_id, uuid: 'l' }))) / 1000,
    );
  },
};

/** So many asks at once, each of a message of its own. */
async function burst(/** @type {number} */ count) {
  for (let warm = 0; warm < 50; warm += 1) await ask();
  const turns = Array.from({ length: count }, () => turn());
  const answered = Promise.all(turns.map(it => new Promise(resolve => waiting.set(it.request_id, resolve))));
  const start = now();
  write(turns.map(it => it.before + it.block + it.ask + it.after).join(''));
  await answered;
  row(`burst${count}`, count / ((now() - start) / 1000));
  write(turns.map(it => result(it.id)).join(''));
}

async function run() {
  const known = Object.entries(modes).find(([name]) => name === mode);
  if (!known) throw new Error(`There is no mode ${mode}.`);
  await known[1]();
  write(
    line({
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'Done.',
      session_id,
      duration_ms: 1,
      duration_api_ms: 1,
      num_turns: 1,
      total_cost_usd: 0,
      usage: { input_tokens: 1, output_tokens: 1 },
      modelUsage: {},
      permission_denials: [],
      uuid: 'e',
    }),
  );
}

let begun = false;

function read(/** @type {Buffer} */ text) {
  const moment = now();
  const start = text.subarray(0, 300).toString('latin1');
  if (start.includes('"control_response"')) {
    // A large answer is not parsed: only whom it answers is looked for.
    const id = /"request_id":"([^"]+)"/.exec(start)?.[1] ?? JSON.parse(text.toString()).response.request_id;
    waiting.get(id)?.(moment);
    waiting.delete(id);
    return;
  }
  const message = JSON.parse(text.toString());
  if (message.type === 'control_request') {
    const response = { commands: [], models: [], agents: [], output_style: 'default', account: {} };
    write(
      line({ type: 'control_response', response: { subtype: 'success', request_id: message.request_id, response } }),
    );
  } else if (message.type === 'user' && !begun) {
    begun = true;
    write(
      line({
        type: 'system',
        subtype: 'init',
        session_id,
        cwd: process.cwd(),
        model: 'bench',
        permissionMode: 'default',
        claude_code_version: '2.1.326',
        tools: ['Bash'],
        mcp_servers: [],
        slash_commands: [],
        apiKeySource: 'none',
        output_style: 'default',
        uuid: 'i',
      }),
    );
    void run();
  }
}

/** @type {Buffer[]} */
let rest = [];
process.stdin.on('data', (/** @type {Buffer} */ chunk) => {
  let from = 0;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
    rest.push(chunk.subarray(from, end));
    read(Buffer.concat(rest));
    rest = [];
    from = end + 1;
  }
  if (from < chunk.length) rest.push(chunk.subarray(from));
});
process.stdin.on('end', () => process.exit(0));
