import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/base/json';
import type { Judge } from '../../../src/core/call/judgement';
import { quoted } from '../../../src/core/texts/sentence';
import { ask, call, cancelled, ends, options, told } from './strangeCalls';
import { openStrangeStage } from './strangeStage';

const selected = (optionId: string): JsonObject => ({ outcome: { outcome: 'selected', optionId } });
const because = [{ verdict: 'allow', reason: quoted('') }] as const;
const allowAll: Judge = () => ({
  verdict: { decision: 'allow', readOnly: false, by: { kind: 'rule', rule: 'Bash', reason: quoted('') } },
  risk: 'low',
  riskSentence: quoted(''),
  because,
});

describe('an agent with ids of its own', () => {
  test('is answered with the id that it gave to once, and its call ends', async () => {
    const stage = await openStrangeStage([told, ask('a'), { await: 'a' }, ends]);
    await stage.session.send('Go');
    expect(await stage.card('t', 'waiting')).toMatchObject({ kind: 'bash', tool: 'Bash', input: { command: 'ls' } });
    stage.allow('t');
    expect((await stage.card('t', 'done')).result).toEqual({ ok: true, text: 'a.txt' });
    expect(stage.reply('a')).toMatchObject({ result: selected('yes-1') });
    await stage.idle();
    expect(stage.session.view).toMatchObject({ agent: 'Strange' });
  });

  test('is answered no with the id that it gave to that', async () => {
    const stage = await openStrangeStage([told, ask('a'), { await: 'a' }]);
    await stage.session.send('Go');
    await stage.card('t', 'waiting');
    stage.deny('t');
    await stage.until('the answer', () => stage.reply('a') !== undefined);
    expect(stage.reply('a')).toMatchObject({ result: selected('no-1') });
  });

  test('gets its lasting answer from a person who chose it, and from no rule', async () => {
    const stage = await openStrangeStage([told, ask('a'), { await: 'a' }, ends]);
    await stage.session.send('Go');
    await stage.card('t', 'waiting');
    stage.allow('t', { option: 'yes-9' });
    await stage.card('t', 'done');
    expect(stage.reply('a')).toMatchObject({ result: selected('yes-9') });
  });

  test('that offers nothing but always is asked about, and can only be denied', async () => {
    const [always] = options;
    const stage = await openStrangeStage([told, ask('a', undefined, always ? [always] : []), { await: 'a' }], {
      judge: allowAll,
    });
    await stage.session.send('Go');
    const card = await stage.card('t', 'waiting');
    expect(card.because[0]?.reason.text).toContain('offers no way to allow this once');
    expect(() => stage.allow('t')).toThrow('offers no way to allow this once');
    stage.deny('t');
    await stage.until('the answer', () => stage.reply('a') !== undefined);
    expect(stage.reply('a')).toMatchObject({ result: cancelled });
  });

  test('is allowed by a rule, once', async () => {
    const stage = await openStrangeStage([told, ask('a'), { await: 'a' }, ends], { judge: allowAll });
    await stage.session.send('Go');
    await stage.card('t', 'done');
    expect(stage.reply('a')).toMatchObject({ result: selected('yes-1') });
  });

  test('that announces nothing is asked about, whatever the rules allow', async () => {
    const stage = await openStrangeStage([ask('a', call), { await: 'a' }], { judge: allowAll });
    await stage.session.send('Go');
    expect((await stage.card('t', 'waiting')).because[0]?.reason.text).toContain('did not announce');
  });

  test('takes no edited input', async () => {
    const stage = await openStrangeStage([told, ask('a'), { await: 'a' }]);
    await stage.session.send('Go');
    await stage.card('t', 'waiting');
    expect(() => stage.allow('t', { updatedInput: { command: 'pwd' } })).toThrow('takes no edited input');
  });

  test('asks twice under one id: one card, and the same answer to both', async () => {
    const stage = await openStrangeStage([told, ask('a'), ask('b'), { await: 'a' }, { await: 'b' }, ends]);
    await stage.session.send('Go');
    await stage.card('t', 'waiting');
    await stage.until('both', () => stage.cards.size === 1);
    stage.allow('t');
    await stage.card('t', 'done');
    expect([stage.reply('a'), stage.reply('b')]).toMatchObject([
      { result: selected('yes-1') },
      { result: selected('yes-1') },
    ]);
  });

  test('uses the id of an answered call again: another card', async () => {
    const stage = await openStrangeStage([told, ask('a'), { await: 'a' }, ends, ask('b', call), { await: 'b' }]);
    await stage.session.send('Go');
    await stage.card('t', 'waiting');
    stage.allow('t');
    expect((await stage.card('t#2', 'waiting')).input).toEqual({ command: 'ls' });
    expect(stage.reply('b')).toBeUndefined();
  });

  test('runs without asking: shown and recorded as that', async () => {
    const stage = await openStrangeStage([told, ends]);
    await stage.session.send('Go');
    expect((await stage.card('t', 'done')).problem?.text).toBe('Strange did not ask for this.');
    const records = (await stage.journal()).map(({ record }) => record.type);
    expect(records).toContain('ran_unasked');
  });
});

test('the time limit takes no', async () => {
  const stage = await openStrangeStage([told, ask('a'), { await: 'a' }], { timeLimit: () => 50 });
  await stage.session.send('Go');
  await stage.card('t', 'expired');
  await stage.until('the answer', () => stage.reply('a') !== undefined);
  expect(stage.reply('a')).toMatchObject({ result: selected('no-1') });
});

test('what breaks the protocol gets its error, and never a decision', async () => {
  const stage = await openStrangeStage([
    { raw: 'no json\n{"no":"rpc"}\n' },
    { request: 'bad', method: 'session/request_permission', params: { toolCall: {}, options } },
    { request: 'unknown', method: 'session/delete_everything', params: {} },
    { request: 'relative', method: 'fs/write_text_file', params: { path: 'a', content: 'b' } },
    { await: 'bad' },
    { await: 'unknown' },
    { await: 'relative' },
  ]);
  await stage.session.send('Go');
  await stage.until('the answers', () => stage.reply('relative') !== undefined);
  expect(['bad', 'unknown', 'relative'].map(id => stage.reply(id)?.['error'])).toMatchObject([
    { code: -32602 },
    { code: -32601 },
    { code: -32602 },
  ]);
  expect(stage.got().filter(({ id }) => id === null)).toMatchObject([
    { error: { code: -32700 } },
    { error: { code: -32600 } },
  ]);
  expect(stage.cards.size).toBe(0);
});

test('a change of 1 MB is shown whole', async () => {
  const content = 'x'.repeat(1_000_000);
  const edit = {
    toolCallId: 't',
    kind: 'edit',
    rawInput: { path: '/w/a' },
    content: [{ type: 'diff', path: '/w/a', newText: content }],
  };
  const stage = await openStrangeStage([{ update: { sessionUpdate: 'tool_call', ...edit } }, ask('a'), { await: 'a' }]);
  await stage.session.send('Go');
  expect((await stage.card('t', 'waiting')).input['content']).toBe(content);
});

test('an agent that dies in the middle leaves nothing that waits', async () => {
  const stage = await openStrangeStage([told, ask('a'), { pauseMs: 200 }, { exit: 3 }]);
  await stage.session.send('Go');
  await stage.card('t', 'lost');
  expect(stage.session.view.status).toMatchObject({ state: 'failed', problem: { code: 'agent-ended' } });
});

describe('files and terminals of ours', () => {
  test('are asked for before anything is read, written or started', async () => {
    const path = '$WORKSPACE/n.txt';
    const stage = await openStrangeStage([
      { request: 'w', method: 'fs/write_text_file', params: { path, content: 'new' } },
      { await: 'w' },
      { request: 'r', method: 'fs/read_text_file', params: { path } },
      { await: 'r' },
      { request: 't', method: 'terminal/create', params: { command: 'cat', args: ['n.txt'] } },
      { awaitCancel: true },
    ]);
    await stage.session.send('Go');
    for (const [tool, id] of [
      ['Write', 'w'],
      ['Read', 'r'],
      ['Bash', 't'],
    ] as const) {
      await stage.until(tool, () =>
        [...stage.cards.values()].some(card => card.tool === tool && card.state === 'waiting'),
      );
      const card = [...stage.cards.values()].find(it => it.tool === tool);
      expect(stage.reply(id)).toBeUndefined();
      if (tool === 'Write') expect(existsSync(join(stage.workspace, 'n.txt'))).toBe(false);
      stage.allow(card?.toolCallId ?? '');
      await stage.card(card?.toolCallId ?? '', 'done');
    }
    expect(stage.reply('r')).toMatchObject({ result: { content: 'new' } });
    expect(readFileSync(join(stage.workspace, 'n.txt'), 'utf8')).toBe('new');
  });

  const path = '$WORKSPACE/n.txt';
  const edits = (newText: string, oldText?: string): JsonObject => ({
    update: {
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      kind: 'edit',
      rawInput: { path },
      content: [{ type: 'diff', path, newText, ...(oldText === undefined ? {} : { oldText }) }],
    },
  });
  const writes = (id: string, content: string): readonly JsonObject[] => [
    { request: id, method: 'fs/write_text_file', params: { path, content } },
    { await: id },
  ];
  const prepare = (workspace: string): void => writeFileSync(join(workspace, 'n.txt'), 'one two');

  test.each<[string, readonly JsonObject[]]>([
    ['a text that was shown whole', [edits('one 2'), ask('a'), { await: 'a' }, ...writes('w', 'one 2')]],
    ['a change that was shown', [edits('2', 'two'), ask('a'), { await: 'a' }, ...writes('w', 'one 2')]],
  ])('are part of the edit that was allowed: %s', async (_, steps) => {
    const stage = await openStrangeStage([...steps, ...writes('again', 'one 2')], { prepare });
    await stage.session.send('Go');
    await stage.card('t', 'waiting');
    stage.allow('t');
    await stage.until('the write', () => stage.reply('w') !== undefined);
    expect(stage.reply('w')).toMatchObject({ result: {} });
    expect(readFileSync(join(stage.workspace, 'n.txt'), 'utf8')).toBe('one 2');
    // It is part of it once.
    await stage.until('the card', () => [...stage.cards.values()].some(({ state }) => state === 'waiting'));
    expect(stage.reply('again')).toBeUndefined();
  });

  test.each<[string, readonly JsonObject[]]>([
    ['another text', [edits('one 2'), ask('a'), { await: 'a' }, ...writes('w', 'one 2!')]],
    ['what the file would not hold after it', [edits('2', 'two'), ask('a'), { await: 'a' }, ...writes('w', '2')]],
    ['what was told after it', [edits('one 2'), ask('a'), { await: 'a' }, edits('evil'), ...writes('w', 'evil')]],
    [
      'what an update says after it',
      [
        edits('one 2'),
        ask('a'),
        { await: 'a' },
        {
          update: {
            sessionUpdate: 'tool_call_update',
            toolCallId: 't',
            content: [{ type: 'diff', path, newText: 'evil' }],
          },
        },
        ...writes('w', 'evil'),
      ],
    ],
  ])('are asked for beside an edit that was allowed: %s', async (_, steps) => {
    const stage = await openStrangeStage(steps, { prepare });
    await stage.session.send('Go');
    await stage.card('t', 'waiting');
    stage.allow('t');
    await stage.until('the card', () =>
      [...stage.cards.values()].some(
        ({ tool, state, toolCallId }) => tool === 'Write' && state === 'waiting' && toolCallId !== 't',
      ),
    );
    expect(stage.reply('w')).toBeUndefined();
    expect(readFileSync(join(stage.workspace, 'n.txt'), 'utf8')).toBe('one two');
  });

  const runs = (id: string, params: JsonObject): readonly JsonObject[] => [
    { request: id, method: 'terminal/create', params },
    { await: id },
  ];

  test('are part of the command that was allowed, once, and no other command is', async () => {
    const stage = await openStrangeStage([
      told,
      ask('a'),
      { await: 'a' },
      ...runs('r', { command: 'ls', env: [{ name: 'CLAUDECODE', value: '1' }] }),
      ...runs('again', { command: 'ls' }),
    ]);
    await stage.session.send('Go');
    await stage.card('t', 'waiting');
    stage.allow('t');
    await stage.until('the command', () => stage.reply('r') !== undefined);
    expect(stage.reply('r')).toMatchObject({ result: {} });
    await stage.until('the card', () => [...stage.cards.values()].some(({ state }) => state === 'waiting'));
    expect(stage.reply('again')).toBeUndefined();
  });

  test.each<[string, JsonObject]>([
    ['another command', { command: 'ls -a' }],
    ['with another environment', { command: 'ls', env: [{ name: 'PATH', value: '/tmp' }] }],
    ['in another folder', { command: 'ls', cwd: '/' }],
  ])('are asked for beside a command that was allowed: %s', async (_, params) => {
    const stage = await openStrangeStage([told, ask('a'), { await: 'a' }, ...runs('r', params)]);
    await stage.session.send('Go');
    await stage.card('t', 'waiting');
    stage.allow('t');
    await stage.until('the card', () =>
      [...stage.cards.values()].some(({ state, toolCallId }) => state === 'waiting' && toolCallId !== 't'),
    );
    expect(stage.reply('r')).toBeUndefined();
  });

  test('are asked for where the edit was denied', async () => {
    const stage = await openStrangeStage([edits('one 2'), ask('a'), { await: 'a' }, ...writes('w', 'one 2')], {
      prepare,
    });
    await stage.session.send('Go');
    await stage.card('t', 'waiting');
    stage.deny('t');
    await stage.until('the card', () => stage.cards.size === 2);
    expect(stage.reply('w')).toBeUndefined();
  });

  test('are not touched when that is denied', async () => {
    const stage = await openStrangeStage(
      [
        { request: 'w', method: 'fs/write_text_file', params: { path: '$WORKSPACE/n.txt', content: 'new' } },
        { await: 'w' },
      ],
      { prepare: workspace => writeFileSync(join(workspace, 'n.txt'), 'old') },
    );
    await stage.session.send('Go');
    await stage.until('the card', () => stage.cards.size === 1);
    stage.deny([...stage.cards.keys()][0] ?? '');
    await stage.until('the answer', () => stage.reply('w') !== undefined);
    expect(stage.reply('w')).toMatchObject({ error: { code: -32603 } });
    expect(readFileSync(join(stage.workspace, 'n.txt'), 'utf8')).toBe('old');
  });
});

describe('an agent that does not begin', () => {
  test.each([
    ['login', 'agent-login', 'wants you to log in first'],
    ['newer', 'agent-ended', 'speaks version 2 of the protocol'],
  ])('%s', async (behaviour, code, words) => {
    const stage = await openStrangeStage([], { behaviour });
    await stage.session.send('Go');
    await stage.until('the problem', () => stage.session.view.status.state === 'failed');
    const { status } = stage.session.view;
    expect(status.state === 'failed' && status.problem).toMatchObject({ code });
    expect(status.state === 'failed' && status.problem.message.text).toContain(words);
  });

  test('and hangs, is ended after ten seconds', async () => {
    const clock = {
      now: () => performance.now() * 20,
      after: (ms: number, then: () => void) => {
        const timer = setTimeout(then, ms / 20);
        return () => clearTimeout(timer);
      },
    };
    const stage = await openStrangeStage([], { behaviour: 'hangs', clock });
    await stage.session.send('Go');
    await stage.until('the problem', () => stage.session.view.status.state === 'failed');
    const { status } = stage.session.view;
    expect(status.state === 'failed' && status.problem.message.text).toContain('did not answer in 10 s');
  });
});
