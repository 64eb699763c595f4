import type { JsonObject } from '../../../src/core/base/json';
import type { Card } from '../../../src/core/card/card';
import { say } from '../../../src/core/texts/sentence';
import type { CallItem, TranscriptItem } from '../../../src/core/transcript/items';
import { kindOf } from '../../../src/core/call/call';
import { cardFrom } from '../samples/sample';
import { inState, screen, type Story } from './story';

const markdown = `## What I changed

The port is read in [vite.config.ts](vite.config.ts#L12), see \`src/server.ts:40\` and the [guide](https://example.org/guide/ports).

\`\`\`ts
// The port of the development server.
export const server = { port: 8080, open: true, name: 'shop' };
\`\`\`

1. Read the configuration
2. Changed **one** line
   - and its test
   - [x] ran it

- [x] done
- [ ] to do

| file | lines | why |
|:-----|------:|:---:|
| src/server.ts | 3 | port |
| README.md | 1 | the table tells it |

> Nothing else reads the port[^1].

[^1]: Searched with \`rg 3000\`.

<details>HTML stays text</details>

\`\`\`mermaid
graph TD; A-->B;
\`\`\``;

const said: readonly TranscriptItem[] = [
  { kind: 'user', id: 'u1', text: 'The dev server should use port 8080.' },
  { kind: 'text', id: 't1', text: markdown, settled: true },
];

interface Logged extends Partial<Pick<CallItem, 'returned' | 'task' | 'parent' | 'seconds' | 'printed'>> {
  readonly card: Card;
}

let calls = 0;

/** A call that has ended, as a line of the log. */
function ended(tool: string, input: JsonObject, more: Partial<Card> & Omit<Logged, 'card'> = {}): Logged {
  const { returned, task, parent, ...changes } = more;
  calls += 1;
  const outcome = { choice: 'allow', by: 'person', edited: false, stop: false } as const;
  const card = {
    ...inState(cardFrom(`log-${calls}`, { kind: kindOf(tool), tool, input }), 'done'),

    batchId: `log-${calls}`,
    outcome,
    durationMs: 120,
    ...changes,
  };
  return {
    card,
    ...(returned === undefined ? {} : { returned }),
    ...(task === undefined ? {} : { task }),
    ...(parent === undefined ? {} : { parent }),
  };
}

const denied = {
  choice: 'deny',
  by: 'rule',
  detail: 'Bash(git push:*)',
  where: 'project .latch/rules.json:3',
} as const;

function log(): readonly Logged[] {
  return [...looked(), ...worked(), ...went()];
}

function looked(): readonly Logged[] {
  const read = (path: string): Logged =>
    ended('Read', { file_path: path }, { returned: { kind: 'file', path, from: 1, lines: 40, total: 40 } });
  return [
    read('/home/ana/shop/src/cart.js'),
    read('/home/ana/shop/src/price.js'),
    read('/home/ana/shop/test/cart.test.js'),
    read('/home/ana/shop/package.json'),
  ];
}

function worked(): readonly Logged[] {
  return [
    ended(
      'Edit',
      { file_path: '/home/ana/shop/src/cart.js', old_string: 'a', new_string: 'b' },
      {
        returned: {
          kind: 'change',
          path: '/home/ana/shop/src/cart.js',
          created: false,
          hunks: [
            {
              before: 11,
              after: 11,
              lines: [' function total(items) {', '-  return sum(items);', '+  return sum(items) * rate;', ' }'],
            },
          ],
        },
      },
    ),
    ended(
      'Bash',
      { command: 'npm test' },
      {
        durationMs: 1900,
        returned: {
          kind: 'output',
          text: '\u001b[32m✓\u001b[0m 33 passed\n\u001b[31m✗\u001b[0m 1 failed\nsrc/cart.js:12:3: expected 8',
        },
      },
    ),
    ended(
      'Bash',
      { command: 'npm run lint' },
      { state: 'failed', result: { ok: false, text: 'Exit code 2\nsrc/cart.js: unused variable' } },
    ),
    ended(
      'Bash',
      { command: 'git push origin main' },
      { state: 'denied', outcome: { ...denied, edited: false, stop: false } },
    ),
    ended(
      'Grep',
      { pattern: 'rate' },
      {
        state: 'failed',
        result: {
          ok: false,
          text: '<tool_use_error>Error: No such tool available: Grep. Search with `grep`.</tool_use_error>',
        },
      },
    ),
  ];
}

function went(): readonly Logged[] {
  const agent = ended(
    'Agent',
    { subagent_type: 'reviewer', description: 'Look at the tests', prompt: 'Look at the tests.' },
    {
      state: 'running',
      task: { taskId: 't1', state: 'running', doing: 'Running npm test', tokens: 10_400, calls: 2 },
    },
  );
  const parent = agent.card.toolCallId;
  return [
    ended(
      'AskUserQuestion',
      { questions: [{ question: 'Which rate?', options: [] }] },
      { returned: { kind: 'answers', answers: [{ question: 'Which rate?', answer: 'The one of the country' }] } },
    ),
    agent,
    ended('Bash', { command: 'npm test -- --watch=false' }, { parent, returned: { kind: 'output', text: 'ok' } }),
    ended(
      'Bash',
      { command: 'npm run dev' },
      {
        returned: { kind: 'output', text: '', taskId: 't2' },
        task: { taskId: 't2', state: 'running', background: true },
      },
    ),
    {
      card: inState(
        cardFrom('log-lint', { kind: 'bash', tool: 'Bash', input: { command: 'npm run lint' } }),
        'running',
      ),
      seconds: 30,
      printed:
        '> shop@1.0.0 lint\n\u001b[33msrc/cart.ts:12:5: warning: the rate is never read\u001b[0m\nchecked 41 of 97 files',
    },
  ];
}

function logStory(): Story {
  const lines = log();
  const cards = lines.map(line => line.card);
  const items = lines.map(
    ({ card, ...more }): TranscriptItem =>
      Object.assign(more, { kind: 'call' as const, id: `call:${card.toolCallId}`, toolCallId: card.toolCallId }),
  );
  const around: readonly TranscriptItem[] = [
    {
      kind: 'user',
      id: 'u1',
      text: 'The cart has to know the tax rate.',
      attachments: ['image.png', 'tax rates of all countries from 2019 to 2026.pdf', 'rates.csv'],
    },
    { kind: 'thinking', id: 'k1', text: 'Where are prices summed up?', settled: true, durationMs: 4200 },
    ...items,
    {
      kind: 'text',
      id: 'sub',
      text: 'I look at the tests of the cart.',
      settled: true,
      parent: cards[10]?.toolCallId ?? '',
    },
    {
      kind: 'notice',
      id: 'notice:retry',
      level: 'warning',
      text: say('The model did not answer ({reason}). Trying again: {attempt} of {most}.', {
        reason: 'overloaded, 529',
        attempt: 3,
        most: 10,
      }),
    },
    {
      kind: 'divider',
      id: 'd1',
      text: say('Conversation shortened from {before} to {after} tokens', { before: '120k', after: '14k' }),
    },
    {
      kind: 'todos',
      id: 'todos',
      todos: [
        { id: '1', text: 'Find where prices are summed up', state: 'done' },
        { id: '2', text: 'Multiply by the rate', state: 'going' },
        { id: '3', text: 'Try it', state: 'open' },
      ],
    },
  ];
  const made = screen([], around);
  return { name: 'work-log', group: 'conversation', snapshot: { ...made, cards } };
}

/** What is said and done in a conversation, in all its forms. */
export function conversationStories(): readonly Story[] {
  return [{ name: 'markdown', group: 'conversation', snapshot: screen([], said) }, logStory()];
}
