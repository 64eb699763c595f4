import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../webview-ui/card/bodies/bash';
import { secondsLeft } from '../../webview-ui/card/countdown';
import { isMeant } from '../../webview-ui/card/grace';
import { webTarget } from '../../webview-ui/card/webTarget';
import { chunksOf } from '../../webview-ui/text/chunks';
import { parseBlocks, parseInline, splitSettled } from '../../webview-ui/text/markdown';

describe('a press', () => {
  it.each([
    [0, 0, false],
    [499, 0, false],
    [500, 0, true],
    [100, Number.POSITIVE_INFINITY, false],
  ])('at %i ms on a card from %i ms counts: %s', (pressed, from, counts) => {
    expect(isMeant(pressed, from)).toBe(counts);
  });
});

describe('the time that is left', () => {
  it.each([
    [600_000, 0, 600],
    [600_000.0000001, 0, 600],
    [600_000, 1, 600],
    [600_000, 1001, 599],
    [600_000, 599_999, 1],
    [600_000, 600_000, 0],
    [600_000, 700_000, 0],
  ])('until %d ms is, at %d ms, %d s', (deadline, now, left) => {
    expect(secondsLeft(deadline, now)).toBe(left);
  });
});

describe('the host of an address', () => {
  it.each([
    ['https://example.org/a?b', 'example.org', []],
    ['https://p\u0430ypal.com', 'xn--pypal-4ve.com', ['encoded', 'lookalike']],
    ['https://b\u00fccher.example', 'xn--bcher-kva.example', ['encoded']],
    ['https://google.com@evil.example/', 'evil.example', ['credentials']],
    ['http://localhost:8080/', 'localhost:8080', ['plain', 'port']],
    ['https://192.168.0.1/', '192.168.0.1', ['address']],
    ['https://0x7f.1/', '127.0.0.1', ['address']],
    ['https://[::1]/', '[::1]', ['address']],
  ])('%s is %s', (url, host, warnings) => {
    expect(webTarget(url)).toMatchObject({ host, warnings });
  });

  it('of what is no address is not known', () => {
    expect(webTarget('not a url')).toBeUndefined();
  });
});

describe('the parts of a command', () => {
  it('are marked where they stand, and the pieces joined are the command', () => {
    const command = 'a && b || a';
    const pieces = piecesOf(command, [
      { command: 'a', verdict: 'ask', reason: '' },
      { command: 'a', verdict: 'deny', reason: '' },
      { command: 'rewritten', verdict: 'deny', reason: '' },
    ]);
    expect(pieces.map(piece => piece.text).join('')).toBe(command);
    expect(pieces.map(piece => piece.verdict)).toEqual(['ask', undefined, 'deny']);
  });
});

describe('a long text', () => {
  it('in pieces is the text again, with a mark where a line goes on', () => {
    const text = `${'x'.repeat(20_000)}\n${'short line\n'.repeat(3000)}end`;
    const chunks = chunksOf(text);
    expect(chunks.map(chunk => chunk.text + (chunk.continues ? '' : '\n')).join('')).toBe(`${text}\n`);
    expect(chunks.filter(chunk => chunk.continues).length).toBeGreaterThan(1);
  });

  it('is never cut inside a character', () => {
    for (const { text } of chunksOf(`a${'🎉'.repeat(10_000)}`)) expect(/\p{Surrogate}/u.test(text)).toBe(false);
  });
});

describe('Markdown', () => {
  it.each([
    ['# Title', [{ kind: 'heading', level: 1, parts: ['Title'] }]],
    ['a\nb', [{ kind: 'paragraph', parts: ['a\nb'] }]],
    ['```ts\n<b>\n```', [{ kind: 'code', text: '<b>' }]],
    ['```\nopen', [{ kind: 'code', text: 'open' }]],
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
