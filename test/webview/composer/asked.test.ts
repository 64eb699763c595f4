import { expect, test } from 'vitest';
import { askedAt, completed } from '../../../webview-ui/composer/asked';

test.each([
  ['see @ca', { sign: '@', query: 'ca', from: 4, to: 7 }],
  ['@', { sign: '@', query: '', from: 0, to: 1 }],
  ['看。@价', { sign: '@', query: '价', from: 2, to: 4 }],
  ['x @"my di', { sign: '@', query: 'my di', from: 2, to: 9 }],
  ['one\n@b', { sign: '@', query: 'b', from: 4, to: 6 }],
  ['/comp', { sign: '/', query: 'comp', from: 0, to: 5 }],
  ['me@a', undefined],
  ['@a b', undefined],
  ['say /comp', undefined],
  ['/compact now', undefined],
])('%j asks for %j', (text, asked) => {
  expect(askedAt(text, text.length)).toEqual(asked);
});

test('it stands where the cursor is, and what follows stays', () => {
  const asked = askedAt('see @ca and go', 7);
  expect(asked && completed('see @ca and go', asked, '@src/cart.js')).toEqual({
    text: 'see @src/cart.js and go',
    cursor: 16,
  });
  const last = askedAt('see @sr', 7);
  expect(last && completed('see @sr', last, '@src/')).toEqual({ text: 'see @src/', cursor: 9 });
});
