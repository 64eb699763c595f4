// What is shown of the results of calls, as both CLIs tell them.
import { expect, test } from 'vitest';
import { todosAfter } from '../../../src/core/call/returned';
import { refused } from '../../../src/core/claude/errors';
import { returnedOf } from '../../../src/core/claude/results';
import type { JsonObject } from '../../../src/core/base/json';

const patch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: [' one', '-two', '+TWO', '+extra'] }];

test.each<readonly [string, JsonObject, unknown]>([
  [
    'an edit',
    { filePath: '/w/a', oldString: 'two', newString: 'TWO', structuredPatch: patch, originalFile: 'one\ntwo' },
    { kind: 'change', path: '/w/a', created: false, hunks: [{ before: 1, after: 1, lines: patch[0]?.lines }] },
  ],
  [
    'a new file',
    { type: 'create', filePath: '/w/n', content: 'a\nb\n', structuredPatch: [], originalFile: null },
    { kind: 'change', path: '/w/n', created: true, hunks: [{ before: 0, after: 1, lines: ['+a', '+b'] }] },
  ],
  [
    'a part of a file',
    { type: 'text', file: { filePath: '/w/m', content: 'x', numLines: 3, startLine: 10, totalLines: 3000 } },
    { kind: 'file', path: '/w/m', from: 10, lines: 3, total: 3000 },
  ],
  [
    'a picture',
    { type: 'image', file: { base64: 'iVBORw0KGgoAAAA', type: 'image/png', originalSize: 83 } },
    { kind: 'picture', type: 'image/png', bytes: 83, base64: 'iVBORw0KGgoAAAA' },
  ],
  [
    'a picture that is called another kind',
    { type: 'image', file: { base64: '/9j/4AAQ', type: 'image/png', originalSize: 8 } },
    { kind: 'picture', type: 'image/jpeg', bytes: 8, base64: '/9j/4AAQ' },
  ],
  [
    'what is no picture',
    { type: 'image', file: { base64: 'PHN2Zz4=', type: 'image/svg+xml', originalSize: 5 } },
    undefined,
  ],
  [
    'a picture that is too large',
    { type: 'image', file: { base64: `R0lGODlh${'A'.repeat(500_000)}`, type: 'image/gif', originalSize: 375_000 } },
    { kind: 'picture', type: 'image/gif', bytes: 375_000 },
  ],
  [
    'a command',
    { stdout: 'out', stderr: 'err', interrupted: false, isImage: false },
    { kind: 'output', text: 'out\nerr' },
  ],
  [
    'a command in the background',
    { stdout: '', stderr: '', backgroundTaskId: 'b1' },
    { kind: 'output', text: '', taskId: 'b1' },
  ],
  [
    'an output that was kept elsewhere',
    { stdout: 'beginning', stderr: '', persistedOutputPath: '/t', persistedOutputSize: 348_000 },
    { kind: 'output', text: 'beginning', bytes: 348_000 },
  ],
  [
    'a cell',
    { new_source: 'b', old_source: 'a', edit_mode: 'replace', cell_id: 'c1', notebook_path: '/w/n.ipynb' },
    { kind: 'cell', path: '/w/n.ipynb', mode: 'replace', before: 'a', after: 'b' },
  ],
  [
    'a page',
    { bytes: 16, code: 200, codeText: 'OK', result: 'words', durationMs: 62, url: 'https://e.org' },
    { kind: 'page', url: 'https://e.org', status: '200 OK', bytes: 16, text: 'words' },
  ],
  [
    'a search',
    { query: 'q', results: [{ tool_use_id: 't', content: [{ title: 'T', url: 'https://e.org' }] }, 'words'] },
    { kind: 'found', results: [{ title: 'T', url: 'https://e.org' }] },
  ],
  [
    'answers',
    { questions: [{ question: 'Q?' }], answers: { 'Q?': 'A' } },
    { kind: 'answers', answers: [{ question: 'Q?', answer: 'A' }] },
  ],
  [
    'a report',
    {
      status: 'completed',
      agentId: 'a1',
      content: [{ type: 'text', text: 'Done.' }],
      totalTokens: 120,
      totalToolUseCount: 1,
      totalDurationMs: 1993,
    },
    { kind: 'report', text: 'Done.', tokens: 120, calls: 1, durationMs: 1993 },
  ],
  ['an error', { message: 'no such shape' }, undefined],
])('%s', (_, result, returned) => {
  expect(returnedOf(result)).toEqual(returned);
});

test('a long output is cut, and says so', () => {
  const returned = returnedOf({ stdout: 'x'.repeat(100_000), stderr: '' });
  expect(returned?.kind === 'output' && returned.text.length).toBe(24_000);
  expect(returned).toHaveProperty('bytes', 100_000);
});

test('what is to be done is folded from what is told of it', () => {
  const told: readonly JsonObject[] = [
    { task: { id: '1', subject: 'Read' } },
    { task: { id: '2', subject: 'Write' } },
    { success: true, taskId: '1', statusChange: { from: 'pending', to: 'completed' } },
    { success: true, taskId: '2', statusChange: { from: 'pending', to: 'in_progress' } },
  ];
  const changes = told.map(returnedOf).flatMap(it => (it?.kind === 'todos' ? it.changes : []));
  expect(todosAfter([], changes)).toEqual([
    { id: '1', text: 'Read', state: 'done' },
    { id: '2', text: 'Write', state: 'going' },
  ]);
  for (const status of ['pending', 'constructor', '__proto__'])
    expect(returnedOf({ oldTodos: [], newTodos: [{ content: 'Try', status }] })).toEqual({
      kind: 'todos',
      changes: [{ type: 'all', todos: [{ id: '0', text: 'Try', state: 'open' }] }],
    });
});

test.each([
  ['constructor', 'It broke', 'It broke'],
  [
    'rate_limit',
    "You've hit your session limit",
    "You've hit your session limit · Go on when the limit is reset, or choose another model.",
  ],
  [
    'billing_error',
    undefined,
    'The model could not be reached: billing_error · Look at the billing of your account, then send the message again.',
  ],
  [
    'invalid_request',
    'Prompt is too long · reduce attached files',
    'Prompt is too long · reduce attached files · Shorten the conversation with /compact, or begin a new one.',
  ],
  [
    'invalid_request',
    'Request too large (max 32MB).',
    'Request too large (max 32MB). · Send it again with a smaller file or without it, or shorten the conversation with /compact.',
  ],
  ['unknown', 'Odd.', 'Odd.'],
])('an error of the kind %s says what to do', (error, told, text) => {
  expect(refused(error, told, false)).toMatchObject([{ type: 'notice', level: 'error', text: { text } }]);
});
