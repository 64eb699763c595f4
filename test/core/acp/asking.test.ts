import { expect, test } from 'vitest';
import { printedFor, runAs } from '../../../src/core/acp/announced';
import { answered, readAsk } from '../../../src/core/acp/asking';
import { type AcpState, initialAcp } from '../../../src/core/acp/state';
import { mayRunUnasked, readUpdate, runUnasked, turnOver } from '../../../src/core/acp/updates';
import type { JsonObject } from '../../../src/core/base/json';

const options = [
  { optionId: 'yes-1', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no-1', name: 'No', kind: 'reject_once' },
];
const begin = initialAcp('Strange', '/w', 'm');

function told(state: AcpState, ...updates: readonly JsonObject[]): AcpState {
  return updates.reduce((before, update) => readUpdate(before, update)[0], state);
}

function ask(state: AcpState, toolCall: JsonObject) {
  const asked = readAsk(state, 'ask', { toolCall, options });
  if (!asked.ok) throw new Error(asked.what);
  return { state: asked.state, event: asked.asked };
}

const bash = { sessionUpdate: 'tool_call', toolCallId: 't', kind: 'execute', title: 'ls', rawInput: { command: 'ls' } };

test('a request takes what was told of its call before', () => {
  expect(ask(told(begin, bash), { toolCallId: 't' }).event).toMatchObject({
    toolCallId: 't',
    tool: 'Bash',
    input: { command: 'ls' },
    details: { title: 'ls', offered: { agent: 'Strange', allow: 'Yes', deny: 'No', lasting: [] } },
  });
  expect(ask(told(begin, bash), { toolCallId: 't' }).event.unsure).toBeUndefined();
});

test.each<[string, AcpState, JsonObject, string]>([
  [
    'that was not announced',
    begin,
    { toolCallId: 't', kind: 'execute', rawInput: { command: 'ls' } },
    'did not announce',
  ],
  [
    'without an input of its tool',
    told(begin, { ...bash, kind: 'read', rawInput: null, locations: [{ path: '/w/a' }] }),
    { toolCallId: 't' },
    'does not tell the input',
  ],
])('a request %s is shown with what is known, and allowed by no rule', (_, state, toolCall, why) => {
  expect(ask(state, toolCall).event.unsure?.text).toContain(why);
});

test('one id for two calls: one card while the first waits, and another call after its answer', () => {
  const first = ask(told(begin, bash), { toolCallId: 't' });
  expect(ask(first.state, { toolCallId: 't' }).event.toolCallId).toBe('t');
  const again = ask(answered(first.state, 't'), { toolCallId: 't' });
  expect(again.event).toMatchObject({ toolCallId: 't#2' });
  expect(again.event.unsure?.text).toContain('used the id of another call');
  const later = ask(turnOver(again.state, 'end_turn')[0], {
    toolCallId: 't',
    kind: 'execute',
    rawInput: { command: 'ls' },
  });
  expect(later.event).toMatchObject({ toolCallId: 't#3' });
  expect(later.event.unsure?.text).toContain('used the id of another call');
});

test('a tool that only its agent knows is for the rules about it, but not under the id of another call', () => {
  const toolCall = { toolCallId: 't', kind: 'think' };
  const first = ask(begin, toolCall);
  expect(first.event.tool).toBe('Agent(Strange):think');
  expect(first.event.unsure).toBeUndefined();
  expect(ask(answered(first.state, 't'), toolCall).event.unsure?.text).toContain('used the id of another call');
});

test.each<[string, JsonObject]>([
  ['without a call', { options }],
  ['without an id', { toolCall: {}, options }],
  ['without options', { toolCall: { toolCallId: 't' } }],
  ['with an option of no kind', { toolCall: { toolCallId: 't' }, options: [{ optionId: 'a', name: 'A' }] }],
])('a request %s breaks the protocol', (_, params) => {
  expect(readAsk(begin, 'ask', params).ok).toBe(false);
});

function story(...updates: readonly JsonObject[]): readonly string[] {
  let state = begin;
  return updates.flatMap(update => {
    const [next, events] = readUpdate(state, update);
    state = next;
    return events.map(event =>
      [
        event.type,
        ...('toolCallId' in event ? [event.toolCallId] : []),
        ...('text' in event && typeof event.text === 'string' ? [event.text] : []),
      ]
        .join(' ')
        .trim(),
    );
  });
}

const says = (text: string, messageId?: string): JsonObject => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...(messageId === undefined ? {} : { messageId }),
});

test('a text ends with what is no part of it', () => {
  expect(story(says('a'), says('b'), bash)).toEqual(['delta a', 'delta b', 'text ab']);
  expect(story(says('a', '1'), says('b', '2'))).toEqual(['delta a', 'text a', 'delta b']);
  expect(story(says('a'), { ...says('b'), sessionUpdate: 'agent_thought_chunk' })).toEqual([
    'delta a',
    'text a',
    'delta b',
  ]);
});

test('what runs without a request is told once, and ends once', () => {
  const update = { sessionUpdate: 'tool_call_update', toolCallId: 't' };
  const runs = { ...update, status: 'in_progress' };
  const ends = { ...update, status: 'completed', rawOutput: 'done' };
  expect(story(bash, runs, runs, ends, ends)).toEqual(['unasked t', 'ended t done']);
  expect(story(bash, ends)).toEqual(['unasked t', 'ended t done']);
});

test('what is said to run and is then asked for is only asked for; what is not is told as that', () => {
  const runs = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' };
  const [state, events] = readUpdate(readUpdate(initialAcp('Strange', '/w', ''), bash)[0], runs);
  expect([events, mayRunUnasked(state)]).toEqual([[], true]);
  const read = readAsk(state, 'a', { toolCall: { toolCallId: 't' }, options });
  expect(read.ok && [mayRunUnasked(read.state), read.before]).toEqual([false, []]);
  expect(runUnasked(state)[1]).toMatchObject([{ type: 'unasked', toolCallId: 't' }]);
  expect(runUnasked(runUnasked(state)[0])[1]).toEqual([]);
});

test('what is told of a call after its turn is told of that call, and is no other one', () => {
  const asked = answered(ask(told(begin, bash), { toolCallId: 't' }).state, 't');
  const late = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', rawOutput: 'done' };
  const [after, events] = readUpdate(turnOver(asked, 'cancelled')[0], late);
  expect(events).toMatchObject([{ type: 'ended', toolCallId: 't', text: 'done' }]);
  expect(readUpdate(turnOver(after, 'end_turn')[0], late)[1]).toEqual([]);
  expect(runAs(turnOver(asked, 'end_turn')[0], 'ls')[1]).toBeUndefined();
});

test('a plan is a text, and a later one takes its place', () => {
  const plan = {
    sessionUpdate: 'plan',
    entries: [
      { content: 'Go', status: 'completed' },
      { content: 'Rest', status: 'pending' },
    ],
  };
  expect(story(plan)).toEqual(['text - [x] Go\n- [ ] Rest']);
});

test.each<[string, JsonObject, string]>([
  ['an update without a kind', {}, 'malformed'],
  ['a call without an id', { sessionUpdate: 'tool_call' }, 'malformed'],
  ['a plan without entries', { sessionUpdate: 'plan' }, 'malformed'],
  ['what we do not show', { sessionUpdate: 'compaction_update' }, 'ignored'],
])('%s is for the log', (_, update, type) => {
  expect(story(update)).toEqual([type]);
});

test('of a thousand calls that are over the last are kept, and every id is known', () => {
  const ran = (id: number): readonly JsonObject[] => [
    { ...bash, toolCallId: `t${id}` },
    { sessionUpdate: 'tool_call_update', toolCallId: `t${id}`, status: 'completed' },
  ];
  const waits = told(begin, { ...bash, toolCallId: 'waits' });
  const all = told(
    ask(waits, { toolCallId: 'waits' }).state,
    ...Array.from({ length: 1000 }, (_, id) => ran(id)).flat(),
  );
  expect(all.calls.size).toBeLessThanOrEqual(200);
  expect(all.calls.get('waits')?.phase).toBe('open');
  expect(ask(all, { ...bash, toolCallId: 't3' }).event).toMatchObject({ toolCallId: 't3#2' });
  expect(ask(all, { ...bash, toolCallId: 't999' }).event).toMatchObject({ toolCallId: 't999#2' });
});

const runningNow = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' };
const runningWith = (more: JsonObject): JsonObject => ({ ...runningNow, ...more });
const text = (words: string): JsonObject => ({
  content: [{ type: 'content', content: { type: 'text', text: words } }],
});
const delta = (data: string): JsonObject => ({ _meta: { terminal_output_delta: { data, terminal_id: 't' } } });

test.each<[string, readonly JsonObject[], readonly (string | undefined)[]]>([
  [
    'beside the protocol, piece by piece',
    [delta('one\n'), delta('two\n'), { title: 'ls' }].map(more => runningWith({ status: null, ...more })),
    ['one\n', 'one\ntwo\n'],
  ],
  [
    'as what it holds so far, and as often as it likes',
    [text('one\n'), text('one\n'), text('one\ntwo\n')].map(runningWith),
    ['one\n', 'one\ntwo\n'],
  ],
  ['in words about the call, before it runs', [{ ...runningNow, status: 'pending', ...text('Lists') }], []],
  ['at its end alone', [{ ...runningNow, status: 'completed', ...text('one') }], []],
])('what a command prints while it runs is told where its agent tells it: %s', (_, updates, printed) => {
  let state = answered(ask(told(begin, { ...bash, ...text('Lists') }), { toolCallId: 't' }).state, 't');
  const heard = updates.flatMap(update => {
    const [next, events] = readUpdate(state, update);
    state = next;
    return events.flatMap(event => (event.type === 'progress' ? [event.printed] : []));
  });
  expect(heard).toEqual(printed);
});

test('nothing is told of what a call printed for which the answer is still waited for', () => {
  const { state } = ask(told(begin, bash), { toolCallId: 't' });
  expect(readUpdate(state, { ...runningNow, ...delta('one') })[1]).toEqual([]);
});

test('what a command printed that we ran for a call is what the call came to, where its agent only names the terminal', () => {
  const asked = ask(told(begin, bash), { toolCallId: 't' });
  const ran = printedFor(answered(asked.state, 't'), 't', 'a.txt');
  const end = {
    sessionUpdate: 'tool_call_update',
    toolCallId: 't',
    status: 'completed',
    content: [{ type: 'terminal', terminalId: 'x' }],
  };
  expect(readUpdate(ran, end)[1]).toMatchObject([{ type: 'ended', toolCallId: 't', ok: true, text: 'a.txt' }]);
  expect(printedFor(ran, 'nobody', 'b.txt')).toBe(ran);
});
