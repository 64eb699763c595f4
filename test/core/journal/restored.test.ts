import { quoted } from '../../../src/core/texts/sentence';
import { expect, test } from 'vitest';
import type { JournalRecord } from '../../../src/core/journal/journal';
import { type RestoredSession, restoredSession } from '../../../src/core/journal/restored';
import { historyOf, linesOf } from '../support/history';

const started: JournalRecord = { type: 'session_started', sessionId: 's', cliSessionId: 'c', cwd: '/w', title: '' };
const person = { kind: 'person' } as const;

function proposed(toolCallId: string): JournalRecord & { type: 'proposed' } {
  return {
    type: 'proposed',
    toolCallId,
    batchId: 'm',
    tool: 'Bash',
    kind: 'bash',
    input: { value: { command: toolCallId }, sha256: '' },
  };
}

function allowed(toolCallId: string): JournalRecord {
  return { type: 'interaction_response', toolCallId, number: 1, choice: 'allow', by: person };
}

function resumed(toolCallId: string): JournalRecord {
  return { type: 'execution_resumed', toolCallId, askId: 'r' };
}

function result(toolCallId: string, ok: boolean): JournalRecord {
  return { type: 'result', toolCallId, ok, text: '', durationMs: 5 };
}

function restored(...records: readonly JournalRecord[]): RestoredSession | undefined {
  return restoredSession(historyOf(linesOf(...records)));
}

function states(records: readonly JournalRecord[]): string[] {
  return (restored(...records)?.cards ?? []).map(card => `${card.toolCallId} ${card.state}`);
}

test.each([
  ['runs to its end', [proposed('a'), allowed('a'), resumed('a'), result('a', true)], ['a done']],
  ['fails', [proposed('a'), allowed('a'), resumed('a'), result('a', false)], ['a failed']],
  ['waited when the window was closed', [proposed('a')], ['a lost']],
  ['ran when the window was closed', [proposed('a'), allowed('a'), resumed('a')], ['a lost']],
  [
    'is lost, whatever the agent says of it afterwards',
    [proposed('a'), { type: 'agent_lost', reason: quoted('gone') }, result('a', false)],
    ['a lost'],
  ],
  [
    'came to its end while the session was being ended',
    [proposed('a'), allowed('a'), resumed('a'), { type: 'agent_lost', reason: quoted('ended') }, result('a', false)],
    ['a failed'],
  ],
  [
    'is a form, which is over once it was sent',
    [{ ...proposed('a'), tool: 'elicitation', kind: 'elicitation' }, allowed('a'), resumed('a')],
    ['a done'],
  ],
  [
    'is a form of the first journals, which had a name and an id of its own and no kind',
    [
      { ...proposed('elicitation:r1'), tool: 'elicitation', kind: 'other' },
      allowed('elicitation:r1'),
      resumed('elicitation:r1'),
    ],
    ['elicitation:r1 done'],
  ],
  [
    'is a tool that only calls itself a form, and ran when the window was closed',
    [{ ...proposed('a'), tool: 'elicitation', kind: 'other' }, allowed('a'), resumed('a')],
    ['a lost'],
  ],
  ['only keeps the books of the agent is not shown', [{ ...proposed('a'), passes: true }, result('a', true)], []],
  [
    'was denied, also when the agent reports the denial',
    [
      proposed('a'),
      { type: 'interaction_response', toolCallId: 'a', number: 1, choice: 'deny', by: person },
      result('a', false),
    ],
    ['a denied'],
  ],
  [
    'timed out',
    [
      proposed('a'),
      { type: 'interaction_response', toolCallId: 'a', number: 1, choice: 'deny', by: { kind: 'timeout' } },
    ],
    ['a expired'],
  ],
  [
    'was withdrawn',
    [proposed('a'), { type: 'withdrawn', toolCallId: 'a', reason: quoted('elsewhere'), elsewhere: true }],
    ['a cancelled'],
  ],
] satisfies [string, JournalRecord[], string[]][])('a call that %s', (_, records, expected) => {
  expect(states([started, ...records])).toEqual(expected);
});

test('the conversation comes back in order, with its name and where it goes on', () => {
  const records: JournalRecord[] = [
    started,
    { type: 'user_message', id: 'u', text: 'Fix it', attachments: ['dot.png'] },
    { type: 'agent_session', cliSessionId: 'other', version: '2' },
    proposed('a'),
    { type: 'agent_message', id: 't', kind: 'text', text: 'Fixed.' },
  ];
  expect(restored(...records)).toMatchObject({
    sessionId: 's',
    cliSessionId: 'other',
    title: 'Fix it',
    turns: 1,
    transcript: [
      { kind: 'user', text: 'Fix it', attachments: ['dot.png'] },
      { kind: 'call', toolCallId: 'a' },
      { kind: 'text', text: 'Fixed.', settled: true },
    ],
  });
});

test('a journal without its first line is no session', () => {
  expect(restored()).toBeUndefined();
});
