import type { ModelRequest } from './scriptedModel.mjs';

/** What the model was told of each call, by the id of the call. */
export function toolResultsIn(requests: readonly ModelRequest[]): Record<string, string> {
  const results: Record<string, string> = {};
  for (const { body } of requests) {
    for (const message of body['messages'] ?? []) {
      if (!Array.isArray(message.content)) continue;
      for (const block of message.content) {
        if (block.type === 'tool_result')
          results[block.tool_use_id] =
            typeof block.content === 'string' ? block.content : JSON.stringify(block.content);
      }
    }
  }
  return results;
}
