// What is behind a link that an agent wrote, and which words name a file.
import { describe, expect, it, test } from 'vitest';
import { linkTarget, mayNameFile, partsOf, placeOf } from '../../../src/core/transcript/links';

describe('a link', () => {
  it.each([
    ['https://example.org/a?b#c', 'web'],
    ['http://localhost:3000', 'web'],
    ['src/a.ts', 'file'],
    ['/w/src/a.ts:3', 'file'],
    ['a.ts:3', 'file'],
    ['C:\\w\\a.ts', 'file'],
    ['command:workbench.action.quit', 'refused'],
    ['javascript:alert(1)', 'refused'],
    ['JavaScript:alert(1)', 'refused'],
    [' javascript:alert(1)', 'refused'],
    ['\u00A0command:x', 'refused'],
    ['java\tscript:alert(1)', 'refused'],
    // Nothing is decoded: it names a file that is not there.
    ['&#106;avascript:alert(1)', 'file'],
    ['VsCode://x', 'refused'],
    ['vscode-insiders:x', 'refused'],
    ['https:evil.example', 'refused'],
    ['https:\\\\evil.example', 'refused'],
    ['https://good.example@evil.example', 'refused'],
    ['https://good.example%2f@evil.example', 'refused'],
    ['https://good.example:80@evil.example/', 'refused'],
    ['file:///etc/passwd', 'refused'],
    ['vscode://latch.latch/x', 'refused'],
    ['data:text/html,<script>', 'refused'],
    ['blob:x', 'refused'],
    ['//evil.example/share', 'refused'],
    ['\\\\evil\\share', 'refused'],
    ['https://github.com@evil.example/', 'refused'],
    ['https://evil.example\\@github.com', 'refused'],
    ['https://exa\u202Emple.org', 'refused'],
    ['https:///x', 'refused'],
    [`https://e.org/${'a'.repeat(5000)}`, 'refused'],
  ])('to %s is of the kind %s', (target, kind) => {
    expect(linkTarget(target).kind).toBe(kind);
  });

  it.each([
    'https://аpple.com',
    'https://good.example\u2215evil.example',
    'https://good\u3002example',
    'https://xn--pple-43d.com/',
    'https://sub.xn--80ak6aa92e.com',
  ])('to the look-alike %s is warned of', target => {
    expect(linkTarget(target)).toHaveProperty('warning');
  });

  it('to a plain host is not', () => {
    expect(linkTarget('https://Example.org:8080/x')).toEqual({
      kind: 'web',
      url: 'https://Example.org:8080/x',
      host: 'example.org',
    });
  });
});

test.each([
  ['src/a.ts', { path: 'src/a.ts' }],
  ['src/a.ts:3', { path: 'src/a.ts', line: 3 }],
  ['src/a.ts:3:5', { path: 'src/a.ts', line: 3, column: 5 }],
  ['a.ts#L10-L12', { path: 'a.ts', line: 10, endLine: 12 }],
  ['a.ts(3,5)', { path: 'a.ts', line: 3, column: 5 }],
  ['C:\\w\\a.ts:3', { path: 'C:\\w\\a.ts', line: 3 }],
  ['my file.ts:3', { path: 'my file.ts', line: 3 }],
  ['//host/share', undefined],
  ['a\u0000b', undefined],
])('%s is a place', (text, place) => {
  expect(placeOf(text)).toEqual(place);
});

test.each([
  ['src/a.ts', true],
  ['a.ts:3', true],
  ['package.json', true],
  ['./run', true],
  ['npm test', false],
  ['1.2.3', false],
  ['cart', false],
  ['a => b', false],
  ['https://example.org', false],
])('%s may name a file: %s', (text, may) => {
  expect(mayNameFile(text)).toBe(may);
});

test.each([
  ['See src/a.ts:3-5, and b.test.ts.', ['src/a.ts:3-5', 'b.test.ts']],
  ['(./x/y.json#L3)', ['./x/y.json#L3']],
  ['Either and/or 1.2.3, at 3.5s', []],
  ['e.g', ['e.g']],
])('in %j these words may name a file: %j', (text, names) => {
  const parts = partsOf(text);
  expect(parts.filter(({ mayName }) => mayName).map(part => part.text)).toEqual(names);
  expect(parts.map(part => part.text).join('')).toBe(text);
});

test.each(['a', 'a.', '/', './', 'a:1'])('a text of nothing but %j is looked through in one go', piece => {
  const text = piece.repeat(100_000);
  expect(partsOf(text)).toEqual([{ text, mayName: false }]);
});
