// A call in words: in the list of what happened, and in a notification.
import { expect, test } from 'vitest';
import { kindOf } from '../../../src/core/call/call';
import { callWords } from '../../../src/core/card/callWords';
import type { JsonObject } from '../../../src/core/base/json';

test.each<readonly [string, JsonObject, string, string]>([
  [
    'Bash',
    { command: 'git push\n  origin main' },
    'Run git push origin main',
    'Claude wants to run git push origin main',
  ],
  ['Edit', { file_path: '/w/src/a.ts' }, 'Edit src/a.ts', 'Claude wants to edit src/a.ts'],
  ['Write', { file_path: '/w/new.txt' }, 'Write new.txt', 'Claude wants to write new.txt'],
  ['Read', { file_path: '/w/a.ts' }, 'Read a.ts', 'Claude wants to read a.ts'],
  ['Grep', { pattern: 'x' }, 'Search for x', 'Claude wants to search for x'],
  ['WebFetch', { url: 'https://e.org' }, 'Look up https://e.org', 'Claude wants to look up https://e.org'],
  ['mcp__toy__close_ticket', { id: 7 }, 'Use close_ticket of toy', 'Claude wants to use close_ticket of toy'],
  ['AskUserQuestion', { questions: [{ question: 'Which?' }] }, 'Ask Which?', 'Claude asks: Which?'],
  ['ExitPlanMode', { plan: 'x' }, 'Propose a plan', 'Claude proposes a plan'],
  ['Agent', { description: 'Look', prompt: 'x' }, 'Start a subagent: Look', 'Claude wants to start a subagent: Look'],
  ['TaskUpdate', { taskId: '1', status: 'completed' }, 'Use TaskUpdate', 'Claude wants to use TaskUpdate'],
])('%s', (tool, input, does, wants) => {
  const words = callWords({ tool, kind: kindOf(tool), input }, path => path.replace('/w/', ''));
  expect([words.does.text, words.wants('Claude').text]).toEqual([does, wants]);
});

test('a long command is cut', () => {
  const words = callWords({ tool: 'Bash', kind: 'bash', input: { command: 'x'.repeat(10_000) } }, path => path);
  expect(words.wants('Claude').text.length).toBeLessThan(300);
});
