import { expect, test } from 'vitest';
import { endOfPrinted } from '../../../src/core/call/printing';

test.each<[string, string, string]>([
  ['little is shown whole', 'a\nb', 'a\nb'],
  ['of much the last lines', `first\n${'x'.repeat(7900)}\n${'y'.repeat(95)}\nlast\n`, `${'y'.repeat(95)}\nlast\n`],
  ['of one long line its end', 'x'.repeat(9000), 'x'.repeat(8000)],
  ['of one long line that has ended, too', `${'x'.repeat(9000)}\n`, `${'x'.repeat(7999)}\n`],
  ['no half of a character', `${'😀'.repeat(4000)}a`, `${'😀'.repeat(3999)}a`],
])('%s', (_, printed, end) => {
  expect(endOfPrinted(printed)).toBe(end);
});
