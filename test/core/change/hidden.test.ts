import { describe, expect, it } from 'vitest';
import { hasHidden, markText, revealHidden } from '../../../src/core/change/hidden';
import { Random } from '../../support/random';

const marks = (text: string): readonly string[] =>
  revealHidden(text).flatMap(part =>
    part.hidden === undefined ? [] : [`${part.hidden.kind} ${markText(part.hidden)}`],
  );

describe('characters that a person does not see', () => {
  it.each([
    ['a text from right to left', 'rm \u202Etxt.exe', ['direction U+202E']],
    ['an escape sequence of a terminal', 'echo \u001b[2K hi', ['control U+001B']],
    ['a carriage return that hides the start of the line', 'rm -rf /\recho ok', ['control U+000D']],
    ['zero width in a name', 'pay\u200Bpal', ['invisible U+200B']],
    ['a blank that is not one', 'rm\u00A0-rf', ['space U+00A0']],
    ['tags', 'ok\u{E0041}\u{E0042}', ['tag U+E0041', 'tag U+E0042']],
    ['private use', '\uE000', ['private U+E000']],
    ['a run of the same', 'a\u200B\u200B\u200Bb', ['invisible U+200B ×3']],
    ['half a surrogate pair', 'a\uD800b', ['invisible U+D800']],
    ['a letter that is only a filler', 'a\u3164b', ['invisible U+3164']],
    ['blanks that push the rest out of sight', `ls${' '.repeat(60)}; rm x`, ['padding U+0020 ×60']],
    ['empty lines that do the same', `ls${'\n'.repeat(20)}rm x`, ['padding U+000A ×20']],
    ['marks that pile up on a letter', `a${'\u0301'.repeat(100)}b`, ['stacked U+0301 ×100']],
    ['different ones that do', `a${'\u0301\u0302'.repeat(50)}b`, ['stacked U+0301… ×100']],
    ['those that begin with one that hides', `a\u034F${'\u0301'.repeat(99)}`, ['stacked U+034F… ×100']],
    ['colours of skin without an end', `👋${'\u{1F3FB}'.repeat(40)}`, ['stacked U+1F3FB ×40']],
    ['an emoji mark behind a letter', 'a\uFE0F', ['invisible U+FE0F']],
  ])('shows %s', (_, text, expected) => {
    expect(marks(text)).toEqual(expected);
    expect(hasHidden(text)).toBe(true);
  });

  it.each([
    ['plain', 'npm run build && echo "done"'],
    ['tabs and lines', 'if true\n\tthen ls\nfi'],
    ['other scripts', '你好 мир שלום'],
    ['emoji', '❤️ 🎉 👋🏻🏼🏽🏾🏿'],
    ['accents', `e\u0301 and as many as any writing has: a${'\u0301'.repeat(30)}`],
    ['indentation', `{\n${' '.repeat(36)}"a": 1\n}`],
  ])('leaves %s text alone', (_, text) => {
    expect(marks(text)).toEqual([]);
    expect(hasHidden(text)).toBe(false);
  });

  it.each([' ', '\n'])('reads a run of %j that nothing follows in one go', blank => {
    const run = blank.repeat(300_000);
    expect(marks(run)).toEqual([]);
    expect(marks(`a${run}b`)).toEqual([`padding ${blank === ' ' ? 'U+0020' : 'U+000A'} ×300000`]);
  });

  it('loses nothing: the pieces joined are the text, for 2,000 random texts', () => {
    const random = new Random(7);
    const alphabet = [
      'a',
      ' ',
      '\n',
      '\r',
      '\u200B',
      '\u202E',
      '\uE000',
      '\u{E0041}',
      '🎉',
      '\uD800',
      '\uFE0F',
      '\u0301'.repeat(11),
    ];
    let withMarks = 0;
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: random.below(60) }, () =>
        random.pick(alphabet).repeat(1 + random.below(3)),
      ).join('');
      const parts = revealHidden(text);
      expect(parts.map(part => part.text).join('')).toBe(text);
      if (parts.some(part => part.hidden !== undefined)) withMarks++;
    }
    expect(withMarks).toBeGreaterThan(1500);
  });
});
