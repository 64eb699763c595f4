import { describe, expect, it } from 'vitest';
import { parseInline } from '../../../webview-ui/text/inline';
import { parseBlocks, splitSettled } from '../../../webview-ui/text/markdown';

describe('Markdown', () => {
  it.each([
    ['# Title', [{ kind: 'heading', level: 1, parts: ['Title'] }]],
    ['a\nb', [{ kind: 'paragraph', parts: ['a\nb'] }]],
    ['```ts\n<b>\n```', [{ kind: 'code', info: 'ts', text: '<b>' }]],
    ['```\na\n``` rm -rf\nb\n```', [{ kind: 'code', info: '', text: 'a\n``` rm -rf\nb' }]],
    ['```\nopen', [{ kind: 'code', info: '', text: 'open' }]],
    ['> a', [{ kind: 'quote', blocks: [{ kind: 'paragraph', parts: ['a'] }] }]],
    ['---', [{ kind: 'rule' }]],
    [
      '| a | b |\n|---|---|\n| 1 | 2 |',
      [
        {
          kind: 'table',
          rows: [
            [['a'], ['b']],
            [['1'], ['2']],
          ],
        },
      ],
    ],
    [
      '- a\n  - b\n- [x] c',
      [
        {
          kind: 'list',
          ordered: false,
          start: 1,
          items: [
            {
              blocks: [
                { kind: 'paragraph', parts: ['a'] },
                { kind: 'list', ordered: false, start: 1, items: [{ blocks: [{ kind: 'paragraph', parts: ['b'] }] }] },
              ],
            },
            { done: true, blocks: [{ kind: 'paragraph', parts: ['c'] }] },
          ],
        },
      ],
    ],
  ])('%j', (text, blocks) => {
    expect(parseBlocks(text)).toEqual(blocks);
  });

  it.each([
    ['**a** and `b`', [{ kind: 'strong', parts: ['a'] }, ' and ', { kind: 'code', text: 'b' }]],
    ['[x](javascript:alert(1))', [{ kind: 'link', parts: ['x'], target: 'javascript:alert(1' }, ')']],
    ['[x](/y "and z")', [{ kind: 'link', parts: ['x'], target: '/y "and z"' }]],
    ['snake_case_name', ['snake_case_name']],
    ['2 * 3 * 4', ['2 * 3 * 4']],
    ['<img src=x>', ['<img src=x>']],
    ['\\*a\\*', ['*', 'a', '*']],
  ])('inline %j', (text, parts) => {
    expect(parseInline(text)).toEqual(parts);
  });

  it('that grows keeps all pieces but the last', () => {
    const text = 'one\n\n```\ncode\n\nmore\n```\n\ntwo';
    const pieces = splitSettled(text);
    expect(pieces.join('\n')).toBe(text);
    expect(splitSettled(`${text} and more`).slice(0, -1)).toEqual(pieces.slice(0, -1));
    expect(pieces).toHaveLength(3);
  });

  it('reads what is made to be slow in no time', () => {
    const started = performance.now();
    for (const hostile of [
      '`'.repeat(50_000),
      '**a '.repeat(20_000),
      '> '.repeat(20_000),
      '- '.repeat(20_000),
      '[a]('.repeat(10_000),
    ]) {
      parseBlocks(hostile);
    }
    expect(performance.now() - started).toBeLessThan(1500);
  });
});
