import type { JsonObject } from '../base/json';
import { kinds } from './options';

const sessionId = 'practice';
const toolCallId = 'practice';
const rawInput = { command: 'npm test', description: 'Tests' };

function message(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params: { sessionId, ...params } };
}

function update(sessionUpdate: string, of: JsonObject): JsonObject {
  return message('session/update', { update: { sessionUpdate, toolCallId, ...of } });
}

/** A call of no agent, as one tells it, asks for it and tells its end. */
export const practice: { readonly sessionId: string; readonly messages: readonly JsonObject[] } = {
  sessionId,
  messages: [
    update('tool_call', { name: 'Bash', kind: 'execute', title: 'npm test', status: 'pending', rawInput }),
    {
      ...message('session/request_permission', {
        toolCall: { toolCallId },
        options: kinds.map(kind => ({ optionId: kind, name: kind, kind })),
      }),
      id: 0,
    },
    update('tool_call_update', { status: 'completed', rawOutput: 'ok' }),
  ],
};
