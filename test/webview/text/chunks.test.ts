import { describe, expect, it } from 'vitest';
import { revealHidden } from '../../../src/core/change/hidden';
import { chunksOf, markChunksOf, wordChunksOf } from '../../../webview-ui/text/chunks';

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

const joined = (chunks: readonly { readonly text: string }[]): string => chunks.map(chunk => chunk.text).join('');

describe('a text that is short and costs much', () => {
  it.each([
    ['an Arabic word without an end', '\u0640'.repeat(7000), 7],
    ['letters that change their direction', '\u05d01'.repeat(2000), 4],
    ['Arabic sentences', 'مرحبا بالعالم '.repeat(500), 1],
    ['Chinese, which has no blanks', '汉字'.repeat(3500), 1],
    ['a Latin word without an end', 'x'.repeat(7900), 1],
  ])('is cut where its words are: %s', (_, text, count) => {
    const chunks = wordChunksOf(text);
    expect(joined(chunks)).toBe(text);
    expect(chunks).toHaveLength(count);
  });

  it('is cut where too much of it hides, and says that the line goes on', () => {
    const text = `${'a\u200b'.repeat(450)} end`;
    const chunks = markChunksOf(revealHidden(text));
    expect(joined(chunks)).toBe(text);
    expect(chunks.map(({ at, marks, continues }) => [at, marks, continues])).toEqual([
      [0, 200, true],
      [400 + 1, 200, true],
      [800 + 1, 50, false],
    ]);
  });

  it('is one piece where little of it hides', () => {
    expect(markChunksOf(revealHidden('a\u200bb\u200bc'))).toHaveLength(1);
  });
});
