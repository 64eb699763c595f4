import { expect, expectTypeOf, test } from 'vitest';
import type { JsonObject } from '../../../src/core/base/json';
import {
  anyList,
  anyObject,
  exactly,
  finite,
  flag,
  list,
  name,
  nullable,
  object,
  oneOf,
  optional,
  type Reader,
  text,
  type TypeOf,
  union,
  where,
  whole,
} from '../../../src/core/protocol/read';

const point = object({ at: whole, note: optional(text) });
const shape = union('kind', { dot: { place: point }, line: { places: list(point, { least: 2, most: 3 }) }, none: {} });
const even = where(whole, value => value % 2 === 0, 'must be even');

test.each<readonly [Reader<unknown>, unknown, unknown]>([
  [text, '', ''],
  [name, 'a', 'a'],
  [flag, false, false],
  [whole, -3, -3],
  [finite, 0.5, 0.5],
  [anyObject, { a: [1] }, { a: [1] }],
  [anyList, [1, 'a'], [1, 'a']],
  [oneOf('a', 'b'), 'b', 'b'],
  [nullable(text), null, null],
  [nullable(text), 'a', 'a'],
  [even, 4, 4],
  [list(text), [], []],
  [list(even), [2, 4], [2, 4]],
  [point, { at: 1 }, { at: 1 }],
  [point, { at: 1, note: undefined }, { at: 1 }],
  [point, { at: 1, note: 'n', more: 1 }, { at: 1, note: 'n' }],
  [shape, { kind: 'dot', place: { at: 1, x: 2 }, places: [] }, { kind: 'dot', place: { at: 1 } }],
  [shape, { kind: 'none' }, { kind: 'none' }],
])('%o reads %j as %j', (read, value, expected) => {
  expect(read(value)).toStrictEqual({ ok: true, value: expected });
});

test.each<readonly [Reader<unknown>, unknown, string]>([
  [text, 7, 'The message must be a text.'],
  [name, '', 'The message must not be empty.'],
  [flag, 0, 'The message must be true or false.'],
  [whole, 0.5, 'The message must be a whole number.'],
  [whole, 2 ** 53, 'The message must be a whole number.'],
  [finite, Number.NaN, 'The message must be a number.'],
  [anyObject, [], 'The message must be an object.'],
  [anyObject, null, 'The message must be an object.'],
  [anyList, { length: 0 }, 'The message must be a list.'],
  [oneOf('a'), 'b', 'The message must be a.'],
  [oneOf('a', 'b'), 'c', 'The message must be a or b.'],
  [oneOf('a', 'b', 'c'), undefined, 'The message must be a, b or c.'],
  [nullable(text), undefined, 'The message must be a text.'],
  [even, 3, 'The message must be even.'],
  [list(even), [2, 3], '[1]: must be even.'],
  [point, {}, 'at: must be a whole number.'],
  [point, Object.create({ at: 1 }), 'at: must be a whole number.'],
  [point, { at: 1, note: null }, 'note: must be a text.'],
  [shape, { kind: 'dot', place: { at: '1' } }, 'place.at: must be a whole number.'],
  [shape, { kind: 'line', places: [{ at: 1 }] }, 'places: must be a list of 2 to 3 entries.'],
  [shape, { kind: 'line', places: [{ at: 1 }, {}] }, 'places[1].at: must be a whole number.'],
  [shape, { kind: 'constructor' }, 'kind: must be dot, line or none.'],
  [shape, Object.create({ kind: 'none' }), 'kind: must be dot, line or none.'],
  [shape, 'none', 'The message must be an object.'],
])('%o does not read %j: %s', (read, value, problem) => {
  expect(read(value)).toStrictEqual({ ok: false, problem });
});

test('a type follows from its reader, and from nothing else', () => {
  interface Point {
    readonly at: number;
    readonly note?: string;
  }
  expectTypeOf<TypeOf<typeof point>>().toEqualTypeOf<Point>();
  expectTypeOf<TypeOf<typeof shape>>().toEqualTypeOf<
    | { readonly kind: 'dot'; readonly place: Point }
    | { readonly kind: 'line'; readonly places: readonly Point[] }
    | { readonly kind: 'none' }
  >();
  const some = object({ word: oneOf('a', 'b'), input: optional(anyObject), until: nullable(finite) });
  expectTypeOf<TypeOf<typeof some>>().toEqualTypeOf<{
    readonly word: 'a' | 'b';
    readonly until: number | null;
    readonly input?: JsonObject;
  }>();
});

test('a reader of a type that has its home elsewhere reads exactly that type', () => {
  type Wanted = { readonly at: number; readonly note?: string };
  const wanted = exactly<Wanted>();
  type Accepted<R extends Reader<Wanted>> = Parameters<typeof wanted<R>>[0];
  type Short = Reader<{ readonly at: number }>;
  type Long = Reader<Wanted & { readonly more: number }>;
  expectTypeOf<Reader<Wanted>>().toExtend<Accepted<Reader<Wanted>>>();
  expectTypeOf<Short>().not.toExtend<Accepted<Short>>();
  expectTypeOf<Long>().not.toExtend<Accepted<Long>>();
  expect(wanted(point)).toBe(point);
});
