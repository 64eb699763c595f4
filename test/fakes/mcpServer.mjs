// A small MCP server over stdio with four tools: one looks something up, one changes something, one asks the person a form, one sends the person to a page.
import { createInterface } from 'node:readline';

/** @typedef {{ id?: string | number, method?: string, params?: Record<string, any>, result?: any, error?: { message: string } }} Message */

const tools = [
  {
    name: 'find_ticket',
    description: 'Finds a ticket by its number.',
    inputSchema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
    annotations: { title: 'Find ticket', readOnlyHint: true },
  },
  {
    name: 'close_ticket',
    description: 'Closes a ticket with a comment.',
    inputSchema: {
      type: 'object',
      properties: { number: { type: 'integer' }, comment: { type: 'string' } },
      required: ['number', 'comment'],
    },
    annotations: { title: 'Close ticket', readOnlyHint: false },
  },
  {
    name: 'plan_release',
    description: 'Asks the person for the details of a release.',
    inputSchema: { type: 'object', properties: { version: { type: 'string' } } },
    annotations: { title: 'Plan release', readOnlyHint: false },
  },
  {
    name: 'sign_in',
    description: 'Sends the person to a page to sign in.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { title: 'Sign in', readOnlyHint: false },
  },
];

const releaseForm = {
  type: 'object',
  properties: {
    channel: { type: 'string', title: 'Channel', enum: ['stable', 'beta', 'nightly'] },
    announce: { type: 'boolean', title: 'Announce it?', default: true },
    reviewers: { type: 'integer', title: 'Reviewers needed', minimum: 1, maximum: 5, default: 2 },
    contact: { type: 'string', title: 'Contact', format: 'email', description: 'Who answers questions about it' },
    note: { type: 'string', title: 'Note', maxLength: 200 },
  },
  required: ['channel', 'announce'],
};

/** @type {Map<string, (message: Message) => void>} */
const waiting = new Map();
let asked = 0;

/** @param {Record<string, unknown>} message */
const send = message => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** @param {string} method @param {Record<string, unknown>} params @returns {Promise<Message>} */
function askClient(method, params) {
  asked += 1;
  const id = `server-${asked}`;
  return new Promise(done => {
    waiting.set(id, done);
    send({ id, method, params });
  });
}

/** @param {string} name @param {Record<string, any>} input @returns {Promise<string>} */
async function call(name, input) {
  switch (name) {
    case 'find_ticket':
      return `Ticket ${input.number}: "The total is wrong when the cart is empty" (open).`;
    case 'close_ticket':
      return `Ticket ${input.number} is closed: ${input.comment}`;
    case 'plan_release': {
      const reply = await askClient('elicitation/create', {
        message: `Details for release ${input.version ?? 'next'}`,
        requestedSchema: releaseForm,
      });
      if (reply.error !== undefined) throw new Error(reply.error.message);
      return `The person answered ${reply.result?.action}: ${JSON.stringify(reply.result?.content ?? {})}`;
    }
    case 'sign_in': {
      const reply = await askClient('elicitation/create', {
        mode: 'url',
        message: 'Please sign in',
        url: 'https://tickets.example/sign-in',
        elicitationId: 'sign-in-1',
      });
      if (reply.error !== undefined) throw new Error(reply.error.message);
      return `The person answered ${reply.result?.action}.`;
    }
    default:
      throw new Error(`There is no tool ${name}.`);
  }
}

/** @param {Message} message */
async function handle(message) {
  if (message.method === undefined) {
    const done = waiting.get(String(message.id));
    waiting.delete(String(message.id));
    return done?.(message);
  }
  if (message.id === undefined) return undefined;
  const { id, method, params = {} } = message;
  switch (method) {
    case 'initialize':
      return send({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'toy', title: 'Toy tickets', version: '1.0.0' },
        },
      });
    case 'ping':
      return send({ id, result: {} });
    case 'tools/list':
      return send({ id, result: { tools } });
    case 'tools/call': {
      const content = await call(String(params.name), params.arguments ?? {}).then(
        text => ({ content: [{ type: 'text', text }] }),
        error => ({
          content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }],
          isError: true,
        }),
      );
      return send({ id, result: content });
    }
    default:
      return send({ id, error: { code: -32601, message: `There is no method ${method}.` } });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== '') void handle(JSON.parse(line));
}
