// One answer of the Messages API as a stream of server-sent events.
import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {import('./scenario.mjs').Block} Block */

/** The HTTP status the API gives an error of this type. @param {string} type */
export function statusOfError(type) {
  /** @type {Record<string, number>} */
  const statuses = {
    invalid_request_error: 400,
    authentication_error: 401,
    permission_error: 403,
    not_found_error: 404,
    request_too_large: 413,
    rate_limit_error: 429,
    api_error: 500,
    overloaded_error: 529,
  };
  return statuses[type] ?? 500;
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {{ turn: Block[], number: number, model: string, inputTokens: number, paceMs: number }} answer
 */
export async function messageStream(response, { turn, number, model, inputTokens, paceMs }) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  /** @param {string} type @param {Record<string, unknown>} rest */
  const send = (type, rest) => void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`);

  send('message_start', {
    message: {
      id: `msg_${String(number).padStart(4, '0')}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: inputTokens, output_tokens: 1 },
    },
  });
  let index = 0;
  let outputTokens = 0;
  for (const [position, block] of turn.entries()) {
    if (gone.signal.aborted) return;
    if ('waitMs' in block) {
      await pause(block.waitMs, undefined, { signal: gone.signal }).catch(() => undefined);
      continue;
    }
    if ('error' in block) {
      send('error', { error: { type: block.error, message: 'The scenario answers with an error here.' } });
      response.end();
      return;
    }
    const { start, deltas, end } = eventsOf(block, `toolu_${String(number).padStart(4, '0')}_${position}`);
    send('content_block_start', { index, content_block: start });
    // Long answers take no longer than about a second and a half, however many pieces they have.
    const wait = Math.min(paceMs, 1500 / deltas.length);
    for (const delta of deltas) {
      if (gone.signal.aborted) return;
      send('content_block_delta', { index, delta });
      outputTokens += 1;
      if (wait >= 1) await pause(wait, undefined, { signal: gone.signal }).catch(() => undefined);
    }
    for (const delta of end) send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
    index += 1;
  }
  send('message_delta', {
    delta: { stop_reason: turn.some(block => 'tool' in block) ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: Math.max(1, outputTokens) },
  });
  send('message_stop', {});
  response.end();
}

/** @param {{ text: string } | { thinking: string } | { tool: string, input: unknown, id?: string }} block @param {string} ownId */
function eventsOf(block, ownId) {
  if ('text' in block) {
    return {
      start: { type: 'text', text: '' },
      deltas: pieces(block.text, 12).map(text => ({ type: 'text_delta', text })),
      end: [],
    };
  }
  if ('thinking' in block) {
    return {
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: pieces(block.thinking, 12).map(thinking => ({ type: 'thinking_delta', thinking })),
      end: [{ type: 'signature_delta', signature: 'c2NyaXB0ZWQ=' }],
    };
  }
  return {
    start: { type: 'tool_use', id: block.id ?? ownId, name: block.tool, input: {} },
    deltas: pieces(JSON.stringify(block.input), 64).map(partial_json => ({ type: 'input_json_delta', partial_json })),
    end: [],
  };
}

/** Cuts between code points, never inside one. @param {string} text @param {number} size @returns {string[]} */
function pieces(text, size) {
  const points = Array.from(text);
  // A very long text goes in larger pieces, so that it does not become a hundred thousand events.
  const step = Math.max(size, Math.ceil(points.length / 400));
  /** @type {string[]} */
  const result = [];
  for (let at = 0; at < points.length; at += step) result.push(points.slice(at, at + step).join(''));
  return result;
}
