import { existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/base/json';
import type { Card } from '../../../src/core/card/card';
import { ask, call, cancelled, ends, options, told } from './strangeCalls';
import { openStrangeStage } from './strangeStage';

const selected = (optionId: string): JsonObject => ({ outcome: { outcome: 'selected', optionId } });
const request = (id: string, method: string, params: JsonObject): readonly JsonObject[] => [
  { request: id, method, params },
  { await: id },
];
const waiting = (cards: ReadonlyMap<string, Card>): Card | undefined =>
  [...cards.values()].find(({ state }) => state === 'waiting');

describe('ids that mean something elsewhere', () => {
  test.each(['__proto__', 'constructor', 'toString', 't#2', ''])('%j', async id => {
    const one = { ...call, toolCallId: id };
    const offered = [
      { optionId: '__proto__', name: 'constructor', kind: 'allow_once' },
      { optionId: 'hasOwnProperty', name: '', kind: 'reject_once' },
    ];
    const stage = await openStrangeStage([
      { update: { sessionUpdate: 'tool_call', ...one } },
      ask('a', { toolCallId: id }, offered),
      { await: 'a' },
      { update: { ...ends.update, toolCallId: id } },
    ]);
    await stage.session.send('Go');
    if (id === '') {
      await stage.until('the error', () => stage.reply('a') !== undefined);
      expect(stage.reply('a')).toMatchObject({ error: { code: -32602 } });
      return;
    }
    await stage.until('the card', () => waiting(stage.cards) !== undefined);
    stage.allow(waiting(stage.cards)?.toolCallId ?? '');
    await stage.idle();
    expect(stage.reply('a')).toMatchObject({ result: selected('__proto__') });
    expect([...stage.cards.values()]).toMatchObject([{ state: 'done', result: { ok: true, text: 'a.txt' } }]);
  });

  test('a name that is made for the second use of an id is still the first of its own', async () => {
    const second = { ...call, rawInput: { command: 'touch x' } };
    const third = { ...second, toolCallId: 't#2' };
    const stage = await openStrangeStage([
      told,
      ask('a'),
      { await: 'a' },
      ends,
      { update: { sessionUpdate: 'tool_call', ...second } },
      ask('b'),
      { await: 'b' },
      { update: { sessionUpdate: 'tool_call', ...third } },
      ask('c', { toolCallId: 't#2' }),
      { await: 'c' },
    ]);
    await stage.session.send('Go');
    for (const id of ['a', 'b']) {
      await stage.until(`the card of ${id}`, () => waiting(stage.cards) !== undefined);
      stage.allow(waiting(stage.cards)?.toolCallId ?? '');
      await stage.until(id, () => stage.reply(id) !== undefined);
    }
    await stage.until('the third card', () => waiting(stage.cards) !== undefined);
    expect([stage.cards.size, stage.reply('c')]).toEqual([3, undefined]);
  });

  test('the name of a terminal of ours is no name of a call of its own', async () => {
    const stage = await openStrangeStage(
      [
        ...request('run', 'terminal/create', { command: 'sleep 60' }),
        {
          update: {
            sessionUpdate: 'tool_call_update',
            toolCallId: '$LAST',
            status: 'completed',
            rawOutput: 'all well',
          },
        },
        ask('a', { ...call, toolCallId: '$LAST', rawInput: { command: 'sleep 60' } }),
        { await: 'a' },
      ],
      {
        onCard: (card, { allow }) => {
          if (card.state === 'waiting' && card.input['command'] === 'sleep 60' && !card.toolCallId.includes('#'))
            setTimeout(() => allow(card.toolCallId));
        },
      },
    );
    await stage.session.send('Go');
    await stage.until('the card', () => waiting(stage.cards)?.toolCallId.endsWith('#3') === true);
    const states = [...stage.cards.values()].map(({ state }) => state);
    expect([states, stage.reply('a')]).toEqual([['running', 'done', 'waiting'], undefined]);
  });
});

test('two asks under one id for two commands are two calls, and to allow one of them allows that one alone', async () => {
  const remove = { ...call, rawInput: { command: 'rm -rf x' } };
  const stage = await openStrangeStage([told, ask('a', remove), ask('b', call), { await: 'b' }]);
  await stage.session.send('Go');
  expect((await stage.card('t#2', 'waiting')).input).toEqual({ command: 'ls' });
  expect((await stage.card('t', 'waiting')).input).toEqual({ command: 'rm -rf x' });
  stage.allow('t#2');
  await stage.until('the answer', () => stage.reply('b') !== undefined);
  expect([stage.reply('a'), stage.reply('b')]).toMatchObject([undefined, { result: selected('yes-1') }]);
});

test('two numbers that JavaScript rounds to one are told from each other, and shown to the last digit', async () => {
  const raw = (id: string, number: string): string =>
    `{"jsonrpc":"2.0","id":"${id}","method":"session/request_permission","params":{"sessionId":"strange-session","toolCall":{"toolCallId":"t","kind":"other","title":"mcp__x__remove","rawInput":{"row":${number}}},"options":${JSON.stringify(options)}}}\n`;
  const stage = await openStrangeStage([
    { raw: raw('a', '9007199254740993') },
    { raw: raw('b', '9007199254740992') },
    { await: 'a' },
  ]);
  await stage.session.send('Go');
  expect((await stage.card('t', 'waiting')).input).toEqual({ row: '9007199254740993' });
  expect((await stage.card('t#2', 'waiting')).input).toEqual({ row: '9007199254740992' });
  stage.allow('t');
  await stage.until('the answer', () => stage.reply('a') !== undefined);
  expect([stage.reply('a'), stage.reply('b')]).toMatchObject([{ result: selected('yes-1') }, undefined]);
});

test('what is asked after the turn has ended waits for an answer, and the session is idle again', async () => {
  const stage = await openStrangeStage([told, ask('a'), { end: 'end_turn' }]);
  await stage.session.send('Go');
  await stage.card('t', 'waiting');
  stage.deny('t');
  await stage.until('the answer', () => stage.reply('a') !== undefined);
  expect(stage.reply('a')).toMatchObject({ result: selected('no-1') });
  await stage.idle();
});

test('a call that is too deep to be looked at gets an answer all the same', async () => {
  let deep = '1';
  for (let at = 0; at < 20_000; at += 1) deep = `{"a":${deep}}`;
  const raw = `{"jsonrpc":"2.0","id":"a","method":"session/request_permission","params":{"sessionId":"strange-session","toolCall":{"toolCallId":"t","kind":"other","rawInput":{"x":${deep}}},"options":${JSON.stringify(options)}}}\n`;
  const stage = await openStrangeStage([{ raw }, { await: 'a' }]);
  await stage.session.send('Go');
  await stage.until('an answer', () => stage.reply('a') !== undefined);
  expect(stage.reply('a')).toMatchObject({ error: { code: -32603 } });
  expect(stage.log.some(line => line.includes('could not be shown'))).toBe(true);
});

describe('a terminal', () => {
  test.each<[string, JsonObject]>([
    ['a command with a zero in it', { command: 'ls\0' }],
    ['an argument with a zero in it', { command: 'ls', args: ['a\0'] }],
    ['a variable with a zero in it', { command: 'ls', env: [{ name: 'A', value: '\0' }] }],
    ['a folder with a zero in it', { command: 'ls', cwd: '/\0' }],
  ])('that cannot be started gets an error: %s', async (_, params) => {
    const stage = await openStrangeStage(
      [...request('run', 'terminal/create', params), ...request('again', 'terminal/create', { command: 'true' })],
      {
        onCard: (card, { allow }) => {
          if (card.state === 'waiting') setTimeout(() => allow(card.toolCallId));
        },
      },
    );
    await stage.send();
    await stage.idle();
    expect(stage.reply('run')).toMatchObject({ error: {} });
    expect(stage.reply('again')).toMatchObject({ result: {} });
  });
});

test('a file that has become another place while its card waited is not written', async () => {
  const stage = await openStrangeStage(request('w', 'fs/write_text_file', { path: '$WORKSPACE/a', content: 'mine' }), {
    prepare: workspace => {
      writeFileSync(join(workspace, 'a'), 'old');
      writeFileSync(join(workspace, 'secret'), 'secret');
    },
  });
  await stage.session.send('Go');
  await stage.until('the card', () => waiting(stage.cards) !== undefined);
  renameSync(join(stage.workspace, 'a'), join(stage.workspace, 'b'));
  symlinkSync(join(stage.workspace, 'secret'), join(stage.workspace, 'a'));
  stage.allow(waiting(stage.cards)?.toolCallId ?? '');
  await stage.until('the answer', () => stage.reply('w') !== undefined);
  expect(stage.reply('w')).toMatchObject({ error: {} });
  expect(readFileSync(join(stage.workspace, 'secret'), 'utf8')).toBe('secret');
});

test('a title, a kind and a name of an option that hide what they say', async () => {
  const long = `Read\u202e${'x'.repeat(1_000_000)}`;
  const one = { toolCallId: 't', title: long, kind: `think${'y'.repeat(1_000_000)}`, rawInput: {} };
  const offered = [{ optionId: 'a', name: `Deny\u202e${'z'.repeat(100_000)}`, kind: 'allow_always' }, ...options];
  const stage = await openStrangeStage([
    { update: { sessionUpdate: 'tool_call', ...one } },
    ask('a', { toolCallId: 't' }, offered),
    { await: 'a' },
  ]);
  await stage.session.send('Go');
  const card = await stage.card('t', 'waiting');
  expect(card.tool.length).toBeLessThan(300);
  const { offered: shown } = card.details;
  expect(shown?.lasting[0]?.name.length).toBeLessThan(300);
  expect(JSON.stringify(shown)).not.toContain('\u202e');
  stage.allow('t', { option: 'a' });
  await stage.until('the answer', () => stage.reply('a') !== undefined);
  expect(stage.reply('a')).toMatchObject({ result: selected('a') });
});

test('an agent that withdraws what is being allowed gets one answer, and what runs is told', async () => {
  const withdraws = {
    raw: `${JSON.stringify({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'a' } })}\n`,
  };
  const stage = await openStrangeStage([told, ask('a'), { await: 'a' }, withdraws, withdraws, ends]);
  await stage.session.send('Go');
  await stage.card('t', 'waiting');
  stage.allow('t');
  await stage.idle();
  expect(stage.got().filter(({ id }) => id === 'a')).toMatchObject([{ result: selected('yes-1') }]);
  expect((await stage.card('t', 'done')).result?.text).toBe('a.txt');
});

test('no options at all: it can be denied, and that is the end of it', async () => {
  const stage = await openStrangeStage([told, ask('a', undefined, []), { await: 'a' }]);
  await stage.session.send('Go');
  await stage.card('t', 'waiting');
  expect(() => stage.allow('t')).toThrow('offers no way to allow this once');
  stage.deny('t');
  await stage.until('the answer', () => stage.reply('a') !== undefined);
  expect(stage.reply('a')).toMatchObject({ result: cancelled });
  expect(existsSync(join(stage.workspace, 'x'))).toBe(false);
});
