import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../../../webview-ui/text/markdown';
import { Pieces } from '../../../webview-ui/text/pieces';

describe('Markdown', () => {
  it.each([
    ['# Title', [{ kind: 'heading', level: 1, parts: ['Title'] }]],
    ['a\nb', [{ kind: 'paragraph', parts: ['a\nb'] }]],
    ['```ts\n<b>\n```', [{ kind: 'code', info: 'ts', text: '<b>' }]],
    ['```\nopen', [{ kind: 'code', info: '', text: 'open' }]],
    ['> a', [{ kind: 'quote', blocks: [{ kind: 'paragraph', parts: ['a'] }] }]],
    ['---', [{ kind: 'rule' }]],
    [
      '| a | b |\n|---|---|\n| 1 | 2 |',
      [
        {
          kind: 'table',
          align: [undefined, undefined],
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
    ['[x](javascript:alert(1))', [{ kind: 'link', parts: ['x'], target: 'javascript:alert(1)' }]],
    ['[x](/y "and z")', [{ kind: 'link', parts: ['x'], target: '/y', title: 'and z' }]],
    ['![x](a.png)', [{ kind: 'link', parts: ['x'], target: 'a.png' }]],
    ['https://example.org', [{ kind: 'link', parts: ['https://example.org'], target: 'https://example.org' }]],
    ['so[^1]', ['so', { kind: 'note', label: '1' }]],
    ['snake_case_name', ['snake_case_name']],
    ['2 * 3 * 4', ['2 * 3 * 4']],
    ['&lt;b&gt; <img src=x>', ['&lt;b&gt; ', '<img src=x>']],
    ['\\*a\\*', ['*', 'a', '*']],
  ])('inline %j', (text, parts) => {
    expect(parseBlocks(text)).toEqual([{ kind: 'paragraph', parts }]);
  });

  it('draws HTML as it was written', () => {
    expect(parseBlocks('<script>alert(1)</script>')).toEqual([
      { kind: 'paragraph', parts: ['<script>alert(1)</script>'] },
    ]);
  });

  it('knows what a footnote says', () => {
    expect(parseBlocks('[^1]: see `a.ts`')).toEqual([
      { kind: 'note', label: '1', parts: ['see ', { kind: 'code', text: 'a.ts' }] },
    ]);
  });

  it('leaves what is made to be slow as it is', () => {
    const marks = '**a '.repeat(1000);
    expect(parseBlocks(marks)).toEqual([{ kind: 'paragraph', parts: [marks] }]);
    const deep = `${'> '.repeat(1000)}a`;
    expect(parseBlocks(deep)).toEqual([{ kind: 'paragraph', parts: [deep] }]);
    const below = `- a\n${'b\n'.repeat(3000)}`;
    expect(parseBlocks(below)).toEqual([{ kind: 'paragraph', parts: [below] }]);
    const address = `${'a'.repeat(7000)}@`;
    expect(parseBlocks(address)).toEqual([{ kind: 'paragraph', parts: [address] }]);
    const wide = `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}`;
    expect(parseBlocks(wide)).toEqual([{ kind: 'paragraph', parts: [wide] }]);
    const endless = 'word '.repeat(2000);
    expect(parseBlocks(endless)).toEqual([{ kind: 'paragraph', parts: [endless] }]);
  });
});

describe('a text in pieces', () => {
  const text = 'one\n\n- a\n\n- b\n  more\n\n```ts x\ncode\n\n- more\n```\n\n# two\nthree';

  it('is cut where no block reaches over', () => {
    expect(Pieces.of(undefined, text).all).toEqual([
      { kind: 'blocks', at: 0, text: 'one\n\n' },
      { kind: 'blocks', at: 5, text: '- a\n\n- b\n  more\n\n' },
      { kind: 'code', at: 22, info: 'ts x', text: 'code\n\n- more' },
      { kind: 'blocks', at: 48, text: '# two\nthree' },
    ]);
  });

  it('is the same however it arrives', () => {
    const whole = Pieces.of(undefined, text).all;
    for (const step of [1, 2, 3, 7]) {
      let pieces: Pieces | undefined;
      for (let end = step; end < text.length + step; end += step) pieces = Pieces.of(pieces, text.slice(0, end));
      expect(pieces?.all).toEqual(whole);
    }
  });

  it('keeps all but the last while it grows', () => {
    const pieces = Pieces.of(undefined, text);
    const before = pieces.all;
    const after = Pieces.of(pieces, `${text} and more\n\nend`).all;
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    before.slice(0, 3).forEach((piece, place) => expect(after[place]).toBe(piece));
  });

  it('is read anew where it is another one', () => {
    expect(Pieces.of(Pieces.of(undefined, 'one\n\ntwo'), 'other').all).toEqual([
      { kind: 'blocks', at: 0, text: 'other' },
    ]);
  });

  it('is in groups of which the full ones stay the same', () => {
    const long = 'one\n\n'.repeat(40);
    const pieces = Pieces.of(undefined, long);
    const before = pieces.groups;
    const after = Pieces.of(pieces, `${long}and more\n\nend`).groups;
    expect(after.map(group => group.length)).toEqual([16, 16, 10]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect(after[2]).not.toBe(before[2]);
  });

  it('has a long list in several pieces, which count on', () => {
    const list = Array.from({ length: 200 }, (_, place) => `${place + 1}. item\n`).join('');
    const lists = Pieces.of(undefined, list).all.flatMap(piece => parseBlocks(piece.text));
    expect(lists.length).toBeGreaterThan(1);
    let next = 1;
    for (const block of lists) {
      if (block.kind !== 'list') throw new Error(block.kind);
      expect(block.start).toBe(next);
      next += block.items.length;
    }
    expect(next).toBe(201);
  });
});
