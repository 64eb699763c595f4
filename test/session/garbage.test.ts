// Whatever an agent writes, nothing of it is taken for a yes, and what comes after it is still read.
import { test } from 'vitest';
import { expect } from '../support/inWords';
import { ask, init, message, result, turnEnd, user } from '../fakes/agentSteps';
import { openFakeStage } from '../channel/fakeStage';

const bytes = (...values: number[]): object => ({ base64: Buffer.from(values).toString('base64') });
const line = (text: string): object => ({ raw: `${text}\n` });
const say = (value: object): object => ({ say: value });
const assistant = (content: unknown): object => say({ type: 'assistant', message: { id: 'x', content } });

const garbage: Readonly<Record<string, readonly object[]>> = {
  'no JSON': [line('Segmentation fault'), line('{"type":"assistant"'), line('}{')],
  'other JSON': [line('null'), line('"yes"'), line('[1,2]'), line('true'), line('{}'), line(''), line('  \r')],
  'bytes that are no text': [bytes(0, 1, 2, 0xff, 0xfe, 0x0a), bytes(0xc3, 0x28, 0x0a)],
  'unknown types': [
    say({ type: 'control_grant', request_id: 'r0' }),
    say({ type: 7 }),
    say({ type: 'system', subtype: null }),
  ],
  'wrong types of fields': [
    assistant('text'),
    assistant([
      null,
      7,
      { type: 'tool_use' },
      { type: 'tool_use', id: 1, name: 2, input: 3 },
      { type: 'text', text: 4 },
    ]),
    say({ type: 'assistant' }),
    say({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 4 }, null, 'x'] } }),
    say({ type: 'stream_event', event: { type: 'content_block_delta', delta: 'x', index: 'y' } }),
    say({ type: 'stream_event', event: null }),
    say({ type: 'result', subtype: 4, errors: 'x', result: {}, terminal_reason: [] }),
    say({ type: 'control_response', response: 'yes' }),
    say({ type: 'control_response', response: { subtype: 'success' } }),
    say({ type: 'control_cancel_request' }),
    say({ type: 'control_cancel_request', request_id: 'never asked' }),
    say({ type: 'system', subtype: 'init', session_id: 4, permissionMode: {} }),
    say({ type: 'system', subtype: 'task_started', task_id: [], tool_use_id: {} }),
  ],
};

test.each(Object.entries(garbage))('%s between the frames', async (_, steps) => {
  const stage = await openFakeStage([
    user,
    init,
    ...steps,
    ...message('m', { id: 'a', tool: 'Bash', input: { command: 'echo' } }),
    ...steps,
    ask('r1', 'a', { command: 'echo' }),
    ...steps,
    { awaitAnswers: ['r1'] },
    result('a'),
    turnEnd,
  ]);
  await stage.send();
  await stage.asked('a');
  expect(stage.got().filter(({ type }) => type === 'control_response')).toEqual([]);
  stage.allow('a');
  await stage.card('a', 'done');
  await stage.idle();
  expect(stage.got().filter(({ type }) => type === 'control_response')).toHaveLength(1);
});

test('requests that nobody knows are refused, and those without a readable call too', async () => {
  const request = (id: string, body: unknown): object =>
    say({ type: 'control_request', request_id: id, request: body });
  const stage = await openFakeStage([
    user,
    init,
    request('r1', { subtype: 'request_user_dialog', dialog_kind: 'refusal_fallback_prompt', payload: {} }),
    request('r2', { subtype: 'grant_everything' }),
    request('r3', 'can_use_tool'),
    request('r4', { subtype: 'can_use_tool', tool_name: 'Bash', input: 'rm -rf /' }),
    request('r5', { subtype: 'can_use_tool', tool_name: 7, input: {} }),
    say({ type: 'control_request', request: { subtype: 'can_use_tool', tool_name: 'Bash', input: {} } }),
    request('r6', { subtype: 'hook_callback', callback_id: 'latch-pre', input: 'x' }),
    request('r7', {
      subtype: 'hook_callback',
      callback_id: 'latch-pre',
      input: { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
    }),
    request('r8', { subtype: 'mcp_message', server_name: 'x', message: {} }),
    { awaitAnswers: ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8'] },
    turnEnd,
  ]);
  await stage.send();
  await stage.idle();
  for (const id of ['r1', 'r2', 'r3', 'r4', 'r5', 'r8'])
    expect(stage.answersTo(id), id).toMatchObject([
      { subtype: 'error', error: expect.stringMatching(/^Latch does not/) },
    ]);
  for (const id of ['r6', 'r7'])
    expect(stage.answersTo(id), id).toMatchObject([
      { subtype: 'success', response: { hookSpecificOutput: { permissionDecision: 'deny' } } },
    ]);
  expect(stage.history).toEqual([]);
  // Eight that were refused, and one that could not be read: of it the agent is asked again.
  expect(stage.transcript.filter(item => item.kind === 'notice')).toHaveLength(9);
});

test('an ask that is torn in two is asked for again, and answered', async () => {
  const stage = await openFakeStage([
    user,
    init,
    ...message('m', { id: 'a', tool: 'Bash', input: { command: 'echo' } }),
    { torn: Object.values(ask('r1', 'a', { command: 'echo' }))[0] },
    { awaitAnswers: ['r1'] },
    result('a'),
    turnEnd,
  ]);
  await stage.send();
  await stage.asked('a');
  expect(stage.transcript).toContainEqual({
    kind: 'notice',
    id: expect.anything(),
    level: 'warning',
    text: 'Claude Code wrote a line that cannot be read, and was asked again for what it waits for.',
  });
  stage.allow('a');
  await stage.idle();
  expect(stage.answersTo('r1')).toMatchObject([{ response: { behavior: 'allow' } }]);
});

test('an agent that writes a thousand unreadable lines is asked again once for all of them', async () => {
  const stage = await openFakeStage([user, init, { repeat: 'no JSON\n', times: 1000 }, { pauseMs: 100 }, turnEnd]);
  await stage.send();
  await stage.idle();
  expect(stage.transcript.filter(item => item.kind === 'notice')).toHaveLength(1);
  expect(stage.got().filter(({ type }) => type === 'control_request')).toHaveLength(2);
});

test('a session that has ended takes no work any more, and starts nothing', async () => {
  const stage = await openFakeStage([user, init, turnEnd]);
  await stage.send();
  await stage.idle();
  const { session } = stage;
  const ending = session.end();
  for (const work of [() => session.send('More'), () => session.restart()])
    await expect(work()).rejects.toThrow('This session has ended.');
  await ending;
  for (const work of [() => session.send('More'), () => session.restart(), async () => session.rename('x')])
    await expect(work()).rejects.toThrow('This session has ended.');
  expect(session.pid).toBeUndefined();
  expect(session.view.status.state).toBe('ended');
  expect(session.transcript.filter(item => item.kind === 'user')).toHaveLength(1);
});

test('a line of 50 MB is read whole, and characters cut in two by the pipe survive', async () => {
  const chunk = '0123456789abcdef'.repeat(65_536);
  const call = { id: 'a', tool: 'Write', input: { file_path: '/tmp/x', content: 'CONTENT' } };
  const [head = '', tail = ''] = JSON.stringify({
    type: 'assistant',
    parent_tool_use_id: null,
    message: { id: 'm', content: [{ type: 'tool_use', id: call.id, name: call.tool, input: call.input }] },
  }).split('CONTENT');
  const euro = Buffer.from('€');
  const stage = await openFakeStage([
    user,
    init,
    { raw: head },
    { base64: euro.subarray(0, 1).toString('base64') },
    { pauseMs: 30 },
    { base64: euro.subarray(1).toString('base64') },
    { repeat: chunk, times: 50 },
    { raw: `${tail}\n` },
    { awaitAnswers: ['none'] },
  ]);
  await stage.send();
  const card = await stage.card('a', 'waiting');
  expect(card.input['content']).toBe(`€${chunk.repeat(50)}`);
}, 30_000);
