// The same script in the words of other model APIs, for agents that are made for those: Gemini's and OpenAI's Responses.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {import('./scenario.mjs').Block} Block
 * @typedef {{ turn: Block[], number: number, model: string }} Answer
 * @typedef {import('node:http').ServerResponse} Response
 */

/** @param {string} path @returns {'gemini' | 'responses' | undefined} */
export function dialectOf(path) {
  if (/:(?:streamG|g)enerateContent$/.test(path)) return 'gemini';
  return path === '/v1/responses' ? 'responses' : undefined;
}

/** @param {'gemini' | 'responses'} dialect @param {Response} response @param {Answer} answer @param {string} path */
export async function answerIn(dialect, response, answer, path) {
  for (const block of answer.turn) if ('waitMs' in block) await pause(block.waitMs);
  if (dialect === 'responses') responses(response, answer);
  else gemini(response, answer, path);
}

/** @param {Response} response @param {Answer} answer @param {string} path */
function gemini(response, { turn, number }, path) {
  const parts = turn.flatMap(partOf);
  const said = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
    modelVersion: 'gemini-2.5-pro',
    responseId: `response-${number}`,
  };
  if (!path.endsWith(':streamGenerateContent')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(said)}\r\n\r\n`);
}

/** @param {Block} block @returns {Record<string, unknown>[]} */
function partOf(block) {
  if ('text' in block) return [{ text: block.text }];
  if ('thinking' in block) return [{ text: block.thinking, thought: true }];
  return 'tool' in block ? [{ functionCall: { id: block.id, name: block.tool, args: block.input } }] : [];
}

/** @param {Response} response @param {Answer} answer */
function responses(response, { turn, number, model }) {
  const id = `resp_${number}`;
  const output = turn.flatMap((block, at) => itemOf(block, `${number}_${at}`));
  const usage = {
    input_tokens: 100,
    output_tokens: 10,
    total_tokens: 110,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const whole = { id, object: 'response', model, status: 'completed', output, usage };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sequence = 0;
  /** @param {string} type @param {Record<string, unknown>} rest */
  const send = (type, rest) =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...rest })}\n\n`);
  send('response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
  for (const [output_index, item] of output.entries()) {
    send('response.output_item.added', { output_index, item: { ...item, status: 'in_progress' } });
    const { id: item_id, text } = item;
    if (text !== undefined)
      send('response.output_text.delta', { item_id, output_index, content_index: 0, delta: text });
    send('response.output_item.done', { output_index, item });
  }
  send('response.completed', { response: whole });
  response.end();
}

/** @param {Block} block @param {string} id @returns {Record<string, unknown>[]} */
function itemOf(block, id) {
  if ('text' in block) {
    const content = [{ type: 'output_text', text: block.text, annotations: [] }];
    return [{ type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content, text: block.text }];
  }
  if (!('tool' in block)) return [];
  const call = { call_id: block.id ?? `call_${id}`, name: block.tool, status: 'completed' };
  return [{ type: 'function_call', id: `fc_${id}`, ...call, arguments: JSON.stringify(block.input) }];
}
