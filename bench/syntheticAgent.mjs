#!/usr/bin/env node
// Speaks just enough of the CLI's protocol to be timed: asks for one command after another, and writes down when each
// ask left and when its answer came. Used by benches only; every claim about the real CLI is tried with the real CLI.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const asks = Number(process.env.BENCH_ASKS ?? 30);
const deltas = Number(process.env.BENCH_DELTAS ?? 0);
const file = process.env.BENCH_FILE ?? '/dev/null';
const now = () => performance.timeOrigin + performance.now();
const send = message => process.stdout.write(`${JSON.stringify(message)}\n`);
const note = entry => appendFileSync(file, `${JSON.stringify(entry)}\n`);
let asked = 0;

function ask() {
  asked += 1;
  const id = `toolu_${asked}`;
  const input = { command: `make step-${asked}`, description: `Step ${asked}` };
  const event = body =>
    send({ type: 'stream_event', event: body, parent_tool_use_id: null, session_id: 's', uuid: `u${asked}` });
  event({ type: 'message_start', message: { id: `msg_${asked}`, role: 'assistant', content: [] } });
  for (let count = 0; count < deltas; count += 1) {
    if (count === 0) event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word ' } });
  }
  send({
    type: 'assistant',
    message: { id: `msg_${asked}`, role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input }] },
    parent_tool_use_id: null,
    session_id: 's',
  });
  send({
    type: 'control_request',
    request_id: `ask_${asked}`,
    request: { subtype: 'can_use_tool', tool_name: 'Bash', input, tool_use_id: id },
  });
  event({ type: 'message_stop' });
  note({ id, asked: now() });
}

function end() {
  send({ type: 'result', subtype: 'success', is_error: false, result: 'Done.', session_id: 's' });
}

createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  if (message.type === 'control_request') {
    send({ type: 'control_response', response: { subtype: 'success', request_id: message.request_id, response: {} } });
  } else if (message.type === 'user') {
    send({
      type: 'system',
      subtype: 'init',
      session_id: 's',
      cwd: process.cwd(),
      model: 'bench',
      permissionMode: 'default',
      claude_code_version: '2.1.326',
    });
    ask();
  } else if (message.type === 'control_response') {
    const id = `toolu_${asked}`;
    note({ id, answered: now() });
    send({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
      parent_tool_use_id: null,
      session_id: 's',
    });
    if (asked < asks) setTimeout(ask, Number(process.env.BENCH_PAUSE ?? 0));
    else end();
  }
});
process.stdin.on('end', () => process.exit(0));
