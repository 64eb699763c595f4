import { expect, test } from 'vitest';
import { testsIn } from '../../../webview-ui/chat/callWords';
import { testCountsIn } from '../../../webview-ui/chat/testCounts';
import { cardFrom } from '../../../webview-ui/gallery/samples/sample';
import { translator } from '../../../webview-ui/language/translate';

test.each([
  [
    'vitest',
    ' Test Files  1 failed | 5 passed (6)\n      Tests  \u001b[31m2 failed\u001b[39m | \u001b[32m34 passed\u001b[39m (36)\n',
    34,
    2,
  ],
  ['jest', 'Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 34 passed, 35 total\nTime: 1 s\n', 34, 1],
  ['mocha', '  34 passing (12ms)\n  1 failing\n', 34, 1],
  ['pytest', '==== 1 failed, 34 passed in 0.12s ====\n', 34, 1],
  ['node', '# tests 34\n# pass 34\n# fail 0\n', 34, 0],
  ['cargo', 'test result: ok. 34 passed; 0 failed; 0 ignored\n', 34, 0],
])('%s says how many tests have passed and failed', (_, output, passed, failed) => {
  expect(testCountsIn(output)).toEqual({ passed, failed });
});

test.each([
  ['', 'nothing'],
  ['Done in 1 s\n', 'no test'],
  [`5 passed\n${'x'.repeat(5000)}`, 'what lies far before the end'],
  ['test result: ok. 1 passed; 0 failed\ntest result: FAILED. 2 passed; 1 failed\n', 'several runs'],
])('%j counts none', output => {
  expect(testCountsIn(output)).toBeUndefined();
});

test('of an output of which only the beginning was kept nothing is counted', () => {
  const card = cardFrom('tests', { kind: 'bash', tool: 'Bash', input: { command: 'npm test' } });
  const counted = (bytes: object): readonly string[] =>
    testsIn(
      { kind: 'call', id: 'c', toolCallId: 'c', returned: { kind: 'output', text: '1 failed, 5 passed\n', ...bytes } },
      card,
      translator('en'),
    );
  expect(counted({})).toEqual(['1 failed', '5 passed']);
  expect(counted({ bytes: 90_000 })).toEqual([]);
});
