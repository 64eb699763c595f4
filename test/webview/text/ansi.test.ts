// What a terminal would show, and nothing that it would obey.
import { expect, test } from 'vitest';
import { printed } from '../../../webview-ui/text/ansi';

test.each([
  ['plain', [{ text: 'plain' }]],
  ['\u001b[31mred\u001b[0m e', [{ text: 'red', colour: 'ansiRed' }, { text: ' e' }]],
  [
    '\u001b[1;92mok\u001b[22m.',
    [
      { text: 'ok', colour: 'ansiBrightGreen', bold: true },
      { text: '.', colour: 'ansiBrightGreen' },
    ],
  ],
  ['\u001b[38;5;196mdeep\u001b[39m', [{ text: 'deep' }]],
  ['\u001b[38;2;1;31;3mtrue', [{ text: 'true' }]],
  ['a\u001b[2J\u001b[10;10Hb', [{ text: 'a' }, { text: 'b' }]],
  ['\u001b]0;A title\u0007b', [{ text: 'b' }]],
  ['\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\', [{ text: 'link' }]],
  ['10 %\r50 %\r100 %\r\ndone', [{ text: '100 %\ndone' }]],
  ['10 %\r20 %\r\r\r', [{ text: '20 %\r\r\r' }]],
  ['\u001b[3', []],
  ['\u001b', []],
])('%j', (text, pieces) => {
  expect(printed(text)).toEqual(pieces);
});

test('a flood of sequences is not coloured without end', () => {
  const pieces = printed('\u001b[31mx'.repeat(50_000));
  expect(pieces.length).toBeLessThan(5000);
  expect(pieces.map(piece => piece.text).join('')).toBe('x'.repeat(50_000));
});

test('what is drawn over without end is read in one go', () => {
  const returns = '\r'.repeat(300_000);
  expect(printed(`a${returns}b`)).toEqual([{ text: 'b' }]);
});
