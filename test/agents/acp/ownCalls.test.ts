import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/base/json';
import { readCall, terminalCall, writeCall } from '../../../src/agents/acp/ownCalls';
import { ask } from './strangeCalls';
import { openStrangeStage } from './strangeStage';

describe('a request as a call', () => {
  test.each<[string, ReturnType<typeof readCall>, JsonObject | undefined]>([
    ['reads a file', readCall({ path: '/w/a', line: 2, limit: 3 }), { file_path: '/w/a', offset: 2, limit: 3 }],
    ['leaves out by null', readCall({ path: '/w/a', line: null, limit: null }), { file_path: '/w/a' }],
    ['reads from a line that is none', readCall({ path: '/w/a', line: -1 }), undefined],
    ['reads half a line', readCall({ path: '/w/a', limit: 0.5 }), undefined],
    ['reads from words', readCall({ path: '/w/a', line: '2' }), undefined],
    ['reads a relative path', readCall({ path: 'a' }), undefined],
    ['reads a URL', readCall({ path: 'file:///w/a' }), undefined],
    ['writes nothing', writeCall({ path: '/w/a', content: '' }), { file_path: '/w/a', content: '' }],
    ['writes no text', writeCall({ path: '/w/a', content: null }), undefined],
    ['runs with nulls', terminalCall({ command: 'ls', args: null, env: null, cwd: null }, '/w'), { command: 'ls' }],
    ['runs in a relative folder', terminalCall({ command: 'ls', cwd: 'a' }, '/w'), undefined],
    ['runs in no folder', terminalCall({ command: 'ls', cwd: 3 }, '/w'), undefined],
    ['runs with words that are none', terminalCall({ command: 'ls', args: ['a', 1] }, '/w'), undefined],
    ['runs nothing', terminalCall({ command: ' ' }, '/w'), undefined],
  ])('%s', (_, call, input) => {
    expect(call?.input).toEqual(input);
  });
});

const request = (id: string, method: string, params: JsonObject): readonly JsonObject[] => [
  { request: id, method, params },
  { await: id },
];

/** All is allowed that it asks for. */
async function played(steps: readonly JsonObject[], prepare?: (workspace: string) => void) {
  const stage = await openStrangeStage(steps, {
    onCard: (card, { allow }) => {
      if (card.state === 'waiting') setTimeout(() => allow(card.toolCallId));
    },
    ...(prepare ? { prepare } : {}),
  });
  await stage.send();
  await stage.idle();
  return stage;
}

describe('files', () => {
  test('are read by lines, and written into folders that are not there yet', async () => {
    const stage = await played(
      [
        ...request('read', 'fs/read_text_file', { path: '$WORKSPACE/a', line: 2, limit: 1 }),
        ...request('write', 'fs/write_text_file', { path: '$WORKSPACE/new/folder/b', content: 'b' }),
      ],
      workspace => writeFileSync(join(workspace, 'a'), 'one\ntwo\nthree'),
    );
    expect(stage.reply('read')).toMatchObject({ result: { content: 'two' } });
    expect(readFileSync(join(stage.workspace, 'new/folder/b'), 'utf8')).toBe('b');
  });

  test('that have no end, are no text, are not there or belong to another session, get an error', async () => {
    const path = '$WORKSPACE/pipe';
    const stage = await played(
      [
        ...request('pipe', 'fs/read_text_file', { path }),
        ...request('into', 'fs/write_text_file', { path, content: 'x' }),
        ...request('folder', 'fs/read_text_file', { path: '$WORKSPACE' }),
        ...request('bytes', 'fs/read_text_file', { path: '$WORKSPACE/bytes' }),
        ...request('missing', 'fs/read_text_file', { path: '$WORKSPACE/missing' }),
        ...request('other', 'fs/write_text_file', { path: '$WORKSPACE/c', content: 'c', sessionId: 'other' }),
      ],
      workspace => {
        execFileSync('mkfifo', [join(workspace, 'pipe')]);
        writeFileSync(join(workspace, 'bytes'), Buffer.from([0xff, 0xfe, 0x00]));
      },
    );
    const codes = ['pipe', 'into', 'folder', 'bytes', 'missing', 'other'].map(id => stage.reply(id)?.['error']);
    expect(codes).toMatchObject([...Array.from({ length: 5 }, () => ({ code: -32603 })), { code: -32602 }]);
    expect(existsSync(join(stage.workspace, 'c'))).toBe(false);
  });
});

test('a terminal ends with its command, whatever that leaves behind; what is killed twice or let go is told as that', async () => {
  // The ids of terminals are ours: the strange agent has `$LAST` in their place.
  const about = (id: string, method: string): readonly JsonObject[] => request(id, method, { terminalId: '$LAST' });
  const stage = await played([
    ...request('run', 'terminal/create', { command: 'printf äöü; sleep 60 &', outputByteLimit: 3 }),
    ...about('exit', 'terminal/wait_for_exit'),
    ...about('output', 'terminal/output'),
    ...about('kill', 'terminal/kill'),
    ...about('again', 'terminal/kill'),
    ...about('release', 'terminal/release'),
    ...about('gone', 'terminal/output'),
  ]);
  const result = (id: string): unknown => stage.reply(id)?.['result'];
  expect(result('exit')).toEqual({ exitCode: 0, signal: null });
  expect(result('output')).toEqual({ output: 'ü', truncated: true, exitStatus: { exitCode: 0, signal: null } });
  expect([result('kill'), result('again'), result('release')]).toEqual([{}, {}, {}]);
  expect(stage.reply('gone')).toMatchObject({ error: { code: -32602 } });
});

describe('what a command prints while it runs', () => {
  const line = 'echo one; echo two; while [ ! -e go ]; do sleep 0.02; done; echo three';
  const whole = { toolCallId: 't', kind: 'execute', title: 'x', status: 'pending', rawInput: { command: line } };

  test.each<[string, readonly JsonObject[]]>([
    ['of its own', []],
    [
      'of the call for which its agent has it run',
      [{ update: { sessionUpdate: 'tool_call', ...whole } }, ask('a'), { await: 'a' }],
    ],
  ])('stands in the line %s, and no more when it has ended', async (_, before) => {
    const stage = await openStrangeStage(
      [
        ...before,
        ...request('run', 'terminal/create', { command: line }),
        ...request('exit', 'terminal/wait_for_exit', { terminalId: '$LAST' }),
      ],
      {
        onCard: (card, { allow }) => {
          if (card.state === 'waiting') setTimeout(() => allow(card.toolCallId));
        },
      },
    );
    await stage.send();
    const printed = (): readonly (string | undefined)[] =>
      stage.transcript.flatMap(item => (item.kind === 'call' ? [item.printed] : []));
    await stage.until('the output', () => printed()[0] === 'one\ntwo\n');
    expect([...stage.cards.values()].every(({ state }) => state === 'running')).toBe(true);
    writeFileSync(join(stage.workspace, 'go'), '');
    await stage.until('the end', () => stage.reply('exit') !== undefined);
    await stage.idle();
    expect([...stage.cards.values()].at(-1)?.result).toEqual({ ok: true, text: 'one\ntwo\nthree\n' });
    if (before.length === 0) expect(printed()).toEqual([undefined]);
  });
});

test('a terminal runs a line in the shell as which the rules read it', async () => {
  const stage = await played([
    ...request('run', 'terminal/create', { command: '[[ a || touch $WORKSPACE/made ]]; (( 2 > 1 ))' }),
    ...request('exit', 'terminal/wait_for_exit', { terminalId: '$LAST' }),
  ]);
  expect(existsSync(join(stage.workspace, 'made'))).toBe(false);
  expect(existsSync(join(stage.workspace, '1'))).toBe(false);
});
