// A model that plays a script: the Messages API with streaming, on loopback. The real CLI talks to it as to the real one.
// As a command: node test/fakes/scriptedModel.mjs --scenario FILE --workspace DIR [--requests DIR] [--port N]
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fillIn, isObject, readScenario, ScenarioError } from './scenario.mjs';
import { messageStream, statusOfError } from './messageStream.mjs';
import { answerIn, dialectOf } from './otherDialects.mjs';

/**
 * @typedef {import('./scenario.mjs').Scenario} Scenario
 * @typedef {import('./scenario.mjs').Turn} Turn
 * @typedef {{ number: number, speaker: 'main' | 'agent' | 'helper', body: Record<string, any> }} ModelRequest
 *   `main` is the conversation, `agent` a subagent, `helper` a request without tools (a title, a summary).
 * @typedef {{ url: string, port: number, requests: ModelRequest[], close(): Promise<void> }} ScriptedModel
 */

/**
 * @param {{ scenario: Scenario, workspace: string, requestsDir?: string | undefined, port?: number, paceMs?: number }} options
 *   `paceMs` is the pause between two pieces of streamed text.
 * @returns {Promise<ScriptedModel>}
 */
export async function startScriptedModel({ scenario, workspace, requestsDir, port = 0, paceMs = 12 }) {
  if (requestsDir !== undefined) mkdirSync(requestsDir, { recursive: true });
  /** @type {ModelRequest[]} */
  const requests = [];
  const script = turnsOf(scenario);

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response @returns {Promise<void>} */
  const answer = async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    if (request.method !== 'POST') {
      response.writeHead(path === '/' ? 200 : 404).end();
      return;
    }
    const body = await bodyOf(request);
    if (body === undefined) return sendError(response, 400, 'invalid_request_error', 'The body is not a JSON object.');
    if (path === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: roughTokens(body) });
    const dialect = dialectOf(path);
    if (path !== '/v1/messages' && dialect === undefined)
      return sendError(response, 404, 'not_found_error', `There is no ${path} here.`);

    const speaker = speakerOf(body, request.headers['x-claude-code-agent-id']);
    const number = requests.push({ number: requests.length + 1, speaker, body });
    if (requestsDir !== undefined) {
      const name = `${String(number).padStart(3, '0')}.json`;
      writeFileSync(join(requestsDir, name), `${JSON.stringify(body, null, 2)}\n`);
    }
    const turn = fillIn(script.next(speaker, body), { $WORKSPACE: workspace, $PLAN_FILE: planFileIn(body) });
    if (dialect !== undefined) return answerIn(dialect, response, { turn, number, model: String(body.model) }, path);
    const first = turn[0];
    if (first !== undefined && 'error' in first) {
      return sendError(response, statusOfError(first.error), first.error, 'The scenario answers with an error here.');
    }
    return messageStream(response, { turn, number, model: String(body.model), inputTokens: roughTokens(body), paceMs });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      console.error(`The scripted model failed: ${String(error)}`);
      response.destroy();
    });
  });

  await new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => done(undefined));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The scripted model has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** @param {Scenario} scenario */
function turnsOf(scenario) {
  let mainTurn = 0;
  /** @type {Map<string, number>} */
  const agentTurns = new Map();
  return {
    /** @param {ModelRequest['speaker']} speaker @param {Record<string, unknown>} body @returns {Turn} */
    next(speaker, body) {
      if (speaker === 'helper') return [{ text: 'A scripted conversation' }];
      if (speaker === 'agent') {
        const prompt = promptOf(body);
        const [key, turns] = [...scenario.agents].find(([text]) => prompt.includes(text)) ?? ['', []];
        const turn = agentTurns.get(key) ?? 0;
        agentTurns.set(key, turn + 1);
        return turns[turn] ?? [{ text: 'Done.' }];
      }
      const turn = scenario.repeat ? mainTurn % scenario.turns.length : mainTurn;
      mainTurn += 1;
      return scenario.turns[turn] ?? [{ text: 'Done.' }];
    },
  };
}

/**
 * The CLI (2.1.326) marks a subagent twice: by a header with the agent's id, and by a line at the head of the system prompt.
 * @param {Record<string, unknown>} body @param {unknown} agentId @returns {ModelRequest['speaker']}
 */
function speakerOf(body, agentId) {
  if (!Array.isArray(body.tools) || body.tools.length === 0) return 'helper';
  const head = Array.isArray(body.system) ? JSON.stringify(body.system[0] ?? '') : '';
  return agentId !== undefined || head.includes('cc_is_subagent=true') ? 'agent' : 'main';
}

/** What a subagent was asked is the first message of its conversation. @param {Record<string, unknown>} body */
function promptOf(body) {
  const first = Array.isArray(body.messages) ? body.messages[0] : undefined;
  return textIn(isObject(first) ? first.content : '');
}

/** @param {unknown} content @returns {string} */
function textIn(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map(block => (isObject(block) && typeof block.text === 'string' ? block.text : '')).join('\n');
}

/** In plan mode the CLI names the one file a plan may be written to; the script cannot know it in advance. @param {Record<string, unknown>} body */
function planFileIn(body) {
  const paths = JSON.stringify(body.messages ?? []).match(/\/[^"\\\s]*\/plans\/[^"\\\s/]+\.md/g);
  return paths?.at(-1) ?? '/no-plan-file.md';
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<Record<string, unknown> | undefined>} */
async function bodyOf(request) {
  /** @type {Buffer[]} */
  const parts = [];
  try {
    for await (const part of request) parts.push(part);
    const value = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @param {unknown} value */
const roughTokens = value => Math.ceil(JSON.stringify(value).length / 4);

/** @param {import('node:http').ServerResponse} response @param {number} status @param {unknown} value */
function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {string} type @param {string} message */
function sendError(response, status, type, message) {
  sendJson(response, status, { type: 'error', error: { type, message } });
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const { values } = parseArgs({
      options: {
        scenario: { type: 'string' },
        workspace: { type: 'string' },
        requests: { type: 'string' },
        port: { type: 'string' },
      },
    });
    if (values.scenario === undefined) throw new ScenarioError('Say which scenario to play: --scenario FILE.');
    const model = await startScriptedModel({
      scenario: readScenario(values.scenario),
      workspace: resolve(values.workspace ?? '.'),
      requestsDir: values.requests,
      port: Number(values.port ?? 0),
    });
    console.log(`Scripted model: ${model.url}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
