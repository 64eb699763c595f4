// Conversations as Claude Code writes them down, for whoever goes on with them.
import { describe, expect, test } from 'vitest';
import { branchOf, type Naming, namingAfter, placedIn, titleOf } from '../../src/core/conversation/lines';
import type { JsonObject } from '../../src/core/base/json';

const user = (uuid: string, parentUuid: string | null, content: JsonObject[string], more: object = {}): JsonObject => ({
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content },
  ...more,
});
const agent = (uuid: string, parentUuid: string, ...content: readonly JsonObject[]): JsonObject => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { role: 'assistant', content },
});
const text = (it: string): JsonObject => ({ type: 'text', text: it });

const lines = [
  user('u1', null, 'Fix the login'),
  agent('a1', 'u1', { type: 'thinking', thinking: 'Hm.' }, text('Which one?')),
  user('u2', 'a1', [{ type: 'image', source: {} }, text('The second')]),
  agent('lost', 'u2', text('Taken back')),
  user('u3', 'a1', 'The first'),
  user('meta', 'u3', 'A note', { isMeta: true }),
  user('cmd', 'meta', '<command-name>/compact</command-name>'),
  user('side', 'cmd', 'Look', { isSidechain: true }),
  user('r1', 'cmd', [{ type: 'tool_result', tool_use_id: 't', content: 'x' }]),
  agent('a2', 'r1', { type: 'tool_use', id: 't', name: 'Read', input: {} }, text('Done.')),
];

test('what was said is the way to the last line, without what only the agent needs', () => {
  const placed = lines.flatMap(line => placedIn(line) ?? []);
  expect(branchOf(placed).flatMap(({ said }) => said.map(it => `${it.type} ${it.text}`))).toEqual([
    'user_message Fix the login',
    'agent_message Hm.',
    'agent_message Which one?',
    'user_message The first',
    'agent_message Done.',
  ]);
});

test('a message of the terminal names what went along, also where that is all of it', () => {
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
  const paper = {
    type: 'document',
    title: 'spec.pdf',
    source: { type: 'base64', media_type: 'application/pdf', data: 'AA==' },
  };
  expect(placedIn(user('u1', null, [picture, paper, text('Build it')]))?.said).toEqual([
    { type: 'user_message', id: 'u1', text: 'Build it', attachments: ['image.png', 'spec.pdf'] },
  ]);
  expect(placedIn(user('u2', null, [picture]))?.said).toEqual([
    { type: 'user_message', id: 'u2', text: '', attachments: ['image.png'] },
  ]);
});

test('a tree that leads in a circle comes to an end', () => {
  const circle = [user('u1', 'a1', 'Hi'), agent('a1', 'u1', text('Hello'))].flatMap(line => placedIn(line) ?? []);
  expect(branchOf(circle).map(({ id }) => id)).toEqual(['u1', 'a1']);
});

describe('a conversation is called', () => {
  const named = (...more: readonly JsonObject[]): string | undefined =>
    titleOf([...lines, ...more].reduce<Naming>(namingAfter, {}));
  test.each([
    ['by its first words', named(), 'Fix the login'],
    ['as the agent calls it', named({ type: 'ai-title', aiTitle: 'Login' }), 'Login'],
    [
      'as a person calls it, the last time',
      named(
        { type: 'custom-title', customTitle: 'One' },
        { type: 'ai-title', aiTitle: 'Login' },
        { type: 'custom-title', customTitle: 'Two' },
      ),
      'Two',
    ],
    ['nothing, where nothing was said', titleOf([{ type: 'mode' }].reduce<Naming>(namingAfter, {})), undefined],
  ])('%s', (_, title, expected) => expect(title).toBe(expected));
});
