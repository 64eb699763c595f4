import { describe, expect, test } from 'vitest';
import { OrderedMap } from '../../../src/core/base/orderedMap';

describe('a map as a value', () => {
  test('keeps the order in which keys came, and the place of one that is set again', () => {
    const map = OrderedMap.of([
      ['b', 1],
      ['a', 2],
      ['c', 3],
    ]).with('b', 4);
    expect([...map]).toEqual([
      ['b', 4],
      ['a', 2],
      ['c', 3],
    ]);
    expect([...map.without('b').with('b', 5).keys()]).toEqual(['a', 'c', 'b']);
    expect(map.inOrder(['c', 'none', 'b', 'c'])).toEqual([4, 3]);
  });

  test('keeps keys of one hash apart', () => {
    // These two have the same FNV-1a hash.
    const both = OrderedMap.of([
      ['costarring', 1],
      ['liquid', 2],
    ]);
    expect([both.get('costarring'), both.get('liquid')]).toEqual([1, 2]);
    expect([...both.without('liquid')]).toEqual([['costarring', 1]]);
    expect([...both.without('costarring')]).toEqual([['liquid', 2]]);
    expect([...both.with('costarring', 3).values()]).toEqual([3, 2]);
  });

  test('does what a Map does, and leaves every earlier one as it was', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
    const plain = new Map<string, number>();
    let map = OrderedMap.empty<number>();
    const earlier: { readonly map: OrderedMap<number>; readonly entries: readonly (readonly [string, number])[] }[] =
      [];
    let removed = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const key = `toolu_${random(700)}`;
      if (random(3) === 0) {
        if (plain.delete(key)) removed += 1;
        map = map.without(key);
      } else {
        plain.set(key, round);
        map = map.with(key, round);
      }
      if (round % 500 === 0) earlier.push({ map, entries: [...plain] });
      if (map.size !== plain.size || map.get(key) !== plain.get(key)) throw new Error(`It differs in round ${round}.`);
    }
    expect(removed).toBeGreaterThan(1000);
    expect([...map]).toEqual([...plain]);
    for (const { map: then, entries } of earlier) expect([...then]).toEqual(entries);
  });
});
