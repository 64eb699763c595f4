import type { JsonObject } from '../../../src/core/base/json';

/** The answers that it offers, the last of all first. */
export const options = [
  { optionId: 'yes-9', name: 'Always yes', kind: 'allow_always' },
  { optionId: 'yes-1', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no-1', name: 'No', kind: 'reject_once' },
];
export const call = { toolCallId: 't', kind: 'execute', title: 'ls', status: 'pending', rawInput: { command: 'ls' } };
export const told = { update: { sessionUpdate: 'tool_call', ...call } };
export const ends = {
  update: { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', rawOutput: 'a.txt' },
};
export const ask = (
  id: string,
  toolCall: JsonObject = { toolCallId: 't' },
  offered: readonly JsonObject[] = options,
): JsonObject => ({
  ask: id,
  params: { toolCall, options: offered },
});
export const cancelled = { outcome: { outcome: 'cancelled' } };
