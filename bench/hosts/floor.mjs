// The least that a host can do: reads lines, and lets everything run that is asked. It judges and records nothing.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const agent = spawn(process.execPath, [process.argv[2] ?? ''], { stdio: ['pipe', 'pipe', 'inherit'] });
const send = (/** @type {object} */ message) => agent.stdin.write(`${JSON.stringify(message)}\n`);
createInterface({ input: agent.stdout }).on('line', text => {
  // Only what it must read is parsed.
  if (text.startsWith('{"type":"control_request"')) {
    const { request_id, request } = JSON.parse(text);
    const response = { behavior: 'allow', updatedInput: request.input };
    send({ type: 'control_response', response: { subtype: 'success', request_id, response } });
  } else if (text.startsWith('{"type":"result"')) agent.stdin.end();
});
send({ type: 'user', message: { role: 'user', content: 'Go' } });
