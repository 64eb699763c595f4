#!/usr/bin/env node
// The same asks as those of agent.mjs, over the Agent Client Protocol: a call is told, asked for, and told as completed.
import { createInterface } from 'node:readline';
import { at, now, row } from './rows.mjs';

const sessionId = 'bench';
const options = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
/** @type {Map<string, (at: number) => void>} */
const waiting = new Map();
let asks = 0;

const say = (/** @type {object} */ message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tell = (/** @type {object} */ update) => say({ method: 'session/update', params: { sessionId, update } });

async function ask() {
  asks += 1;
  const toolCallId = `toolu_${asks}`;
  const rawInput = { command: `make step-${asks}`, description: `Step ${asks}` };
  const answered = new Promise(resolve => waiting.set(toolCallId, resolve));
  const asked = now();
  tell({
    sessionUpdate: 'tool_call',
    toolCallId,
    name: 'Bash',
    kind: 'execute',
    title: 'make',
    status: 'pending',
    rawInput,
  });
  say({
    id: toolCallId,
    method: 'session/request_permission',
    params: { sessionId, toolCall: { toolCallId }, options },
  });
  const took = (await answered) - asked;
  tell({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', rawOutput: 'ok' });
  return took;
}

async function run(/** @type {unknown} */ id) {
  row('first', (await ask()) / 1000);
  for (let count = 0; count < 500; count += 1) await ask();
  /** @type {number[]} */
  const times = [];
  for (let count = 0; count < 1500; count += 1) times.push(await ask());
  row('p50', at(times, 0.5));
  row('p99', at(times, 0.99));
  say({ id, result: { stopReason: 'end_turn' } });
}

const input = createInterface({ input: process.stdin });
input.on('line', line => {
  const moment = now();
  const { id, method } = JSON.parse(line);
  if (method === undefined) waiting.get(id)?.(moment);
  else if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === 'session/new') say({ id, result: { sessionId } });
  else if (method === 'session/prompt') void run(id);
});
input.on('close', () => process.exit(0));
