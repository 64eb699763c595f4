import { expect, test } from 'vitest';
import type { JudgedCall } from '../../src/core/call/judgement';
import { quoted } from '../../src/core/texts/sentence';
import { warmUp } from '../../src/session/warmUp';

test('while the first agent starts, a command goes the whole way through the rules, once in a window', () => {
  const asked: JudgedCall[] = [];
  const judge = (call: JudgedCall) => {
    asked.push(call);
    return {
      verdict: { decision: 'ask', readOnly: false, always: true },
      risk: 'low',
      riskSentence: quoted(''),
      because: [],
    } as const;
  };
  warmUp({ judge, cwd: '/w' });
  // As a block of the message, and as an ask.
  expect(asked.map(({ tool, cwd }) => [tool, cwd])).toEqual([
    ['Bash', '/w'],
    ['Bash', '/w'],
  ]);
  warmUp({ judge, cwd: '/w' });
  expect(asked.length).toBe(2);
});
