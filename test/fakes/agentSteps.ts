// Steps for the fake agent: the frames of the CLI, with no more in them than a test needs.
import { fileURLToPath } from 'node:url';

export const fakeAgent = fileURLToPath(new URL('fakeAgent.mjs', import.meta.url));

export const user = { awaitUser: true };

export const init = {
  say: {
    type: 'system',
    subtype: 'init',
    session_id: '00000000-0000-4000-8000-000000000000',
    model: 'fake',
    permissionMode: 'default',
    claude_code_version: '0.0.0',
    cwd: '/',
  },
};

/** One message of the model with these calls, and its end. */
export function message(id: string, ...calls: readonly { id: string; tool: string; input: object }[]): object[] {
  const blocks = calls.map(call => ({
    say: {
      type: 'assistant',
      parent_tool_use_id: null,
      message: { id, content: [{ type: 'tool_use', id: call.id, name: call.tool, input: call.input }] },
    },
  }));
  const start = { say: { type: 'stream_event', event: { type: 'message_start', message: { id } } } };
  return [start, ...blocks, { say: { type: 'stream_event', event: { type: 'message_stop' } } }];
}

export function ask(requestId: string, toolCallId: string | undefined, input: object, more: object = {}): object {
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', display_name: 'Bash', input, ...more };
  const named = toolCallId === undefined ? request : { ...request, tool_use_id: toolCallId };
  return { say: { type: 'control_request', request_id: requestId, request: named } };
}

export function result(toolCallId: string, text = 'ok', ok = true): object {
  const content = [{ type: 'tool_result', tool_use_id: toolCallId, content: text, is_error: !ok }];
  return { say: { type: 'user', message: { role: 'user', content } } };
}

export const turnEnd = { say: { type: 'result', subtype: 'success', is_error: false, result: 'Done.' } };

/** One message with one command, which is asked once and answered once. */
export const call = { id: 'a', tool: 'Bash', input: { command: 'echo' } };
export const oneCall = [
  user,
  init,
  ...message('m', call),
  ask('r1', 'a', call.input),
  { awaitAnswers: ['r1'] },
  result('a'),
  turnEnd,
];
