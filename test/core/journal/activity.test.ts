import { quoted } from '../../../src/core/texts/sentence';
import { describe, test } from 'vitest';
import { expect, inWords } from '../../support/inWords';
import { type Activity, activityOf, isListed, placeIn } from '../../../src/core/journal/activity';
import type { Risk } from '../../../src/core/call/judgement';
import type { JournalRecord } from '../../../src/core/journal/journal';
import { historyOf, linesOf } from '../support/history';

const proposed = (toolCallId: string, command: string, risk?: Risk): JournalRecord => ({
  type: 'proposed',
  toolCallId,
  batchId: 'm',
  tool: 'Bash',
  kind: 'bash',
  input: { value: { command }, sha256: '' },
  ...(risk === undefined ? {} : { risk }),
});
const decided = (
  toolCallId: string,
  more: Partial<JournalRecord & { type: 'interaction_response' }> = {},
): JournalRecord => ({
  type: 'interaction_response',
  toolCallId,
  number: 1,
  choice: 'allow',
  by: { kind: 'person' },
  ...more,
});
const result = (toolCallId: string, ok: boolean): JournalRecord => ({ type: 'result', toolCallId, ok, text: '' });
const byRule = {
  kind: 'rule',
  rule: 'Bash(git push:*)',
  reason: quoted(''),
  where: 'user /home/me/.latch/rules.json:4',
} as const;

function activityAfter(...records: readonly JournalRecord[]): readonly Activity[] {
  const start: JournalRecord = { type: 'session_started', sessionId: 's', cliSessionId: 'c', cwd: '/work', title: '' };
  return activityOf(historyOf(linesOf(start, ...records)));
}

test.each<[string, readonly JournalRecord[], object]>([
  ['waits', [], { state: 'waiting' }],
  ['was allowed by a person', [decided('a')], { state: 'allowed', by: { kind: 'person' }, decidedAt: 't2' }],
  ['ran', [decided('a'), result('a', true)], { state: 'done' }],
  ['failed', [decided('a'), result('a', false)], { state: 'failed' }],
  [
    'was denied, and its result is that',
    [decided('a', { choice: 'deny', by: byRule, message: 'No.' }), result('a', false)],
    { state: 'denied', by: inWords(byRule), said: 'No.' },
  ],
  [
    'was edited first',
    [decided('a', { edited: true, updatedInput: { value: { command: 'ls -l' }, sha256: '' } })],
    { input: { command: 'ls -l' }, edited: true },
  ],
  [
    'was taken back',
    [{ type: 'withdrawn', toolCallId: 'a', reason: quoted('Stopped.'), elsewhere: false }],
    { state: 'withdrawn', said: 'Stopped.' },
  ],
  ['ran without asking', [{ type: 'ran_unasked', toolCallId: 'a' }], { state: 'unasked' }],
])('a call that %s', (_, records, expected) => {
  expect(activityAfter(proposed('a', 'ls'), ...records)).toMatchObject([{ sessionId: 's', text: 'ls', ...expected }]);
});

describe('the list', () => {
  const all = activityAfter(
    proposed('a', 'ls', 'low'),
    proposed('b', 'git push', 'high'),
    proposed('c', 'make'),
    decided('a'),
    decided('b', { by: byRule }),
    decided('c', { choice: 'deny' }),
  );
  test.each([
    [{}, ['a', 'b', 'c']],
    [{ decision: 'allowed' }, ['a', 'b']],
    [{ decision: 'denied' }, ['c']],
    [{ by: 'rule' }, ['b']],
    [{ by: 'person', decision: 'allowed' }, ['a']],
    [{ text: 'GIT PUSH:' }, ['b']],
    [{ tool: 'Read' }, []],
    // Nobody wrote down how risky the last one was.
    [{ risk: 'high' }, ['b', 'c']],
    [{ risk: 'low' }, ['a', 'b', 'c']],
  ] as const)('filtered by %j', (filter, expected) => {
    expect(all.filter(it => isListed(it, filter)).map(it => it.toolCallId)).toEqual(expected);
  });
});

test.each([
  ['user /home/me/.latch/rules.json:4', { file: '/home/me/.latch/rules.json', line: 4 }],
  ['project C:\\work\\.latch\\rules.json:12', { file: 'C:\\work\\.latch\\rules.json', line: 12 }],
  ['claude /home/a b/settings.json', { file: '/home/a b/settings.json', line: 1 }],
  ['session', undefined],
])('the place %s', (where, expected) => {
  expect(placeIn(where)).toEqual(expected);
});
