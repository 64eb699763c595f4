import { describe, expect, it } from 'vitest';
import { difference } from '../../../src/core/change/diff';
import {
  changedLineEnds,
  countChanges,
  diffRows,
  diffSections,
  lastLineEnd,
  wordDiff,
} from '../../../src/core/change/lineDiff';
import { Random } from '../../support/random';

const signs = { same: ' ', removed: '-', added: '+' } as const;
const drawn = (before: string, after: string): readonly string[] =>
  diffRows(before, after).map(row => `${signs[row.kind]}${row.text}`);

/** The length of the longest common subsequence, the slow and sure way. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  let row = Array.from<number>({ length: right.length + 1 }).fill(0);
  for (const entry of left) {
    const next = [0];
    right.forEach((other, place) => {
      next.push(entry === other ? (row[place] ?? 0) + 1 : Math.max(row[place + 1] ?? 0, next[place] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('the difference of two texts', () => {
  it.each([
    ['nothing', 'a\nb\n', 'a\nb\n', [' a', ' b']],
    ['a changed line', 'a\nb\nc', 'a\nB\nc', [' a', '-b', '+B', ' c']],
    ['an added line', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
    ['a removed line', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
    ['a new file', '', 'a\nb', ['+a', '+b']],
    ['no line after the last end of line', '', 'a\n', ['+a']],
    ['an emptied file', 'a\nb', '', ['-a', '-b']],
    ['a moved line', 'a\nb\nc', 'b\nc\na', ['-a', ' b', ' c', '+a']],
  ])('shows %s', (_, before, after, expected) => {
    expect(drawn(before, after)).toEqual(expected);
  });

  it.each([
    ['a\n', 'a', 'removed'],
    ['a', 'b\n', 'added'],
    ['a\r\n', 'a\r\n', undefined],
    ['a', 'b', undefined],
    ['', 'a', undefined],
    ['a\n', '', undefined],
  ])('knows what becomes of the last end of line, from %j to %j', (before, after, end) => {
    expect(lastLineEnd(before, after)).toBe(end);
  });

  it.each([
    ['a\r\nb\r\n', 'a\nB\n', { from: 'CRLF', to: 'LF' }, [' a', '-b', '+B']],
    ['a\nb', 'a\r\nb', { from: 'LF', to: 'CRLF' }, [' a', ' b']],
    ['a\r\nb\nc', 'a\nb\nc', { from: 'mixed', to: 'LF' }, [' a', ' b', ' c']],
    ['a\nb\nc', 'a\r\nb\nc', undefined, ['-a', '+a\r', ' b', ' c']],
    ['a\r\nb', 'a', undefined, ['-a\r', '-b', '+a']],
    ['', 'a\r\n', undefined, ['+a\r']],
  ])('knows when all lines end in another way, from %j to %j, and marks none for it', (before, after, ends, rows) => {
    expect(changedLineEnds(before, after)).toEqual(ends);
    expect(drawn(before, after)).toEqual(rows);
  });

  it('gives both texts back and is as short as can be, for 1,500 random pairs', () => {
    const random = new Random(42);
    const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    let changed = 0;
    for (let round = 0; round < 1500; round++) {
      const side = (): string[] => Array.from({ length: random.below(24) }, () => random.pick(letters));
      const left = side();
      const right = side();
      const { removed, added } = difference(left, right);
      const keptLeft = left.filter((_, place) => removed[place] !== true);
      const keptRight = right.filter((_, place) => added[place] !== true);
      expect(keptLeft).toEqual(keptRight);
      const fewest = longestCommon(left, right);
      // Putting one-sided entries aside never costs a match: they have no partner in any script.
      expect(keptLeft).toHaveLength(fewest);
      if (fewest > 0 && fewest < left.length) changed++;
    }
    expect(changed).toBeGreaterThan(1000);
  });

  it('stays correct where it gives up searching', () => {
    const random = new Random(3);
    const left = Array.from({ length: 6000 }, () => `line ${random.below(400)}`);
    const right = Array.from({ length: 6000 }, () => `line ${random.below(400)}`);
    const { removed, added } = difference(left, right);
    expect(left.filter((_, place) => !removed[place])).toEqual(right.filter((_, place) => !added[place]));
  });

  it('folds what is far from any change and keeps three lines around one', () => {
    const before = Array.from({ length: 40 }, (_, place) => `line ${place}`);
    const after = before.with(20, 'changed');
    const sections = diffSections(diffRows(before.join('\n'), after.join('\n')));
    expect(sections.map(section => [section.kind, section.rows.length])).toEqual([
      ['unchanged', 17],
      ['change', 8],
      ['unchanged', 16],
    ]);
  });

  it('counts', () => {
    expect(countChanges(diffRows('a\nb', 'a\nc\nd'))).toEqual({ added: 2, removed: 1 });
  });
});

describe('the words that changed in a line', () => {
  it('marks only them', () => {
    expect(wordDiff('const port = 3000;', 'const port = 8080;')).toEqual({
      before: [
        { text: 'const port = ', changed: false },
        { text: '3000', changed: true },
        { text: ';', changed: false },
      ],
      after: [
        { text: 'const port = ', changed: false },
        { text: '8080', changed: true },
        { text: ';', changed: false },
      ],
    });
  });

  it('says nothing of two lines that have nothing in common', () => {
    expect(wordDiff('import fs from "fs"', 'return total + 1')).toBeUndefined();
  });
});
