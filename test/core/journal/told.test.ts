// What a line says of itself to a team: a name, a number, a hash; and nothing that somebody wrote.
import { describe, expect, test } from 'vitest';
import { encodeLine, type JournalLine, type JournalRecord } from '../../../src/core/journal/journal';
import { readLine } from '../../../src/core/journal/chain';
import { isToldOf, lineTold, toldOf } from '../../../src/core/journal/told';
import { say } from '../../../src/core/texts/sentence';

const at = '2026-01-02T03:04:05.000Z';
/** So that it can be seen of what it is one. */
const hash = (text: string): string => `#${text.length}`;

function written(record: JournalRecord): { readonly text: string; readonly line: JournalLine } {
  const text = encodeLine(record, 7, at, 'before', hash).text.trimEnd();
  const line = readLine(text);
  if (!line) throw new Error(`no line: ${text}`);
  return { text, line };
}

function told(record: JournalRecord, detail: 'hashes' | 'full' = 'hashes'): unknown {
  const { text, line } = written(record);
  const found = toldOf(text, line, detail, hash);
  return found === '' ? undefined : JSON.parse(found);
}

const decision: JournalRecord = {
  type: 'interaction_response',
  toolCallId: 'toolu_1',
  number: 2,
  choice: 'deny',
  by: {
    kind: 'rule',
    rule: 'Bash(scp * me@host:*)',
    ruleId: 'user:r-1',
    where: '~/.latch/rules.json',
    reason: say('Nothing was changed.'),
  },
  message: 'Not with scp.',
  note: 'ask Ann',
  edited: true,
  updatedInput: { value: { command: 'ls' }, sha256: 'of the input' },
  permissions: [{ rule: 'Bash(ls)' }],
  waitedMs: 1200,
  mode: 'acceptEdits',
  user: 'ann',
};

describe('told by hashes', () => {
  test('is who decided what of which call, and nothing that was written', () => {
    expect(told(decision)).toEqual({
      form: 1,
      at,
      type: 'interaction_response',
      toolCallId: 'toolu_1',
      number: 2,
      choice: 'deny',
      by: { kind: 'rule', scope: 'user', rule: 'sha256:#21' },
      message: 'sha256:#13',
      note: 'sha256:#7',
      edited: true,
      updatedInput: 'sha256:of the input',
      waitedMs: 1200,
      mode: 'acceptEdits',
      user: 'ann',
    });
  });

  test('is the id of a rule where the team has it', () => {
    const by = { kind: 'rule', rule: 'Bash(x)', ruleId: 'team:r-7', reason: say('Nothing was changed.') } as const;
    expect(told({ ...decision, by })).toMatchObject({
      by: { kind: 'rule', scope: 'team', id: 'r-7', rule: 'sha256:#7' },
    });
  });

  test.each([
    ['Bash', 'Bash'],
    ['mcp__github__get-issue', 'mcp__github__get-issue'],
    ['a tool that says something', 'sha256:#26'],
    ['x\u0000', 'sha256:#2'],
    ['😀', 'sha256:#2'],
    ['x'.repeat(101), 'sha256:#101'],
    ['', 'sha256:#0'],
  ])('is the name %j as %j', (tool, name) => {
    const input = { value: {}, sha256: 'i' };
    const record: JournalRecord = { type: 'proposed', toolCallId: 't', batchId: 'b', tool, kind: 'other', input };
    expect(told(record)).toMatchObject({ tool: name, input: 'sha256:i' });
  });

  test.each<JournalRecord>([
    { type: 'user_message', id: 'u', text: 'hello' },
    { type: 'agent_message', id: 'a', kind: 'text', text: 'hello' },
    { type: 'result', toolCallId: 't', ok: true, text: 'hello' },
    { type: 'notice', level: 'info', text: say('Nothing was changed.') },
    { type: 'renamed', title: 'hello' },
    { type: 'agent_started', path: '/home/ann/claude', model: 'm' },
  ])('is nothing of $type', record => {
    expect(told(record)).toBeUndefined();
    expect(told(record, 'full')).toBeUndefined();
  });

  test('is nothing of a line of a newer version', () => {
    const { text, line } = written(decision);
    expect(toldOf(text, { ...line, v: 3 }, 'full', hash)).toBe('');
  });
});

describe('told in full', () => {
  test('is the line as it is', () => {
    const { text, line } = written(decision);
    const found = toldOf(text, line, 'full', hash);
    expect(JSON.parse(found)).toEqual({ form: 1, line: text });
    expect(lineTold(found)).toBe(text);
  });

  test('is told by hashes where it is long', () => {
    expect(told({ ...decision, message: 'x'.repeat(300_000) }, 'full')).toMatchObject({ message: 'sha256:#300000' });
  });
});

test('what is told of a line is so, in either way, or nobody knows', () => {
  const { text, line } = written(decision);
  const [hashes, full] = [toldOf(text, line, 'hashes', hash), toldOf(text, line, 'full', hash)];
  const is = (found: string): boolean | undefined => isToldOf(found, text, line, hash);
  expect([is(hashes), is(full), is('{"form":2}')]).toEqual([true, true, undefined]);
  expect([is(''), is(hashes.replace('deny', 'allow')), is(full.replace('deny', 'allow'))]).toEqual([
    false,
    false,
    false,
  ]);
});
