import type { Sentence } from '../texts/sentence';
import { isObject, type JsonObject } from '../base/json';

/** What came of reading a value: what it says, or which field of it is wrong and how, in words for a person. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string; readonly told?: Sentence };

/** Reads what nobody has looked at yet. It never throws; `at` is the path of the value in its message. */
export type Reader<T> = (value: unknown, at?: string) => Read<T>;

export type TypeOf<R> = R extends Reader<infer T> ? T : never;

/** A field that may be absent. It is never there and undefined. */
interface Optional<T> {
  readonly optional: Reader<T>;
}

type Fields = Readonly<Record<string, Reader<unknown> | Optional<unknown>>>;

type ObjectOf<F extends Fields> = Flat<
  { readonly [K in keyof F as F[K] extends Optional<unknown> ? never : K]: TypeOf<F[K]> } & {
    readonly [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: F[K] extends Optional<infer T> ? T : never;
  }
>;

type UnionOf<Tag extends string, V extends Readonly<Record<string, Fields>>> = {
  [K in keyof V]: Flat<{ readonly [T in Tag]: K } & ObjectOf<V[K]>>;
}[keyof V];

type Flat<T> = { [K in keyof T]: T[K] };

export const text = basic(value => typeof value === 'string', 'must be a text');
export const flag = basic(value => typeof value === 'boolean', 'must be true or false');
export const finite = basic((value): value is number => Number.isFinite(value), 'must be a number');
export const whole = basic((value): value is number => Number.isSafeInteger(value), 'must be a whole number');
export const anyObject = basic((value): value is JsonObject => isObject(value), 'must be an object');
export const anyList = basic((value): value is readonly unknown[] => Array.isArray(value), 'must be a list');
/** A text that names something. */
export const name = where(text, value => value !== '', 'must not be empty');

export function basic<T>(is: (value: unknown) => value is T, problem: string): Reader<T> {
  return (value, at = '') => (is(value) ? { ok: true, value } : wrong(at, problem));
}

/** What `reader` reads, where it also `holds`. */
export function where<T>(reader: Reader<T>, holds: (value: T) => boolean, problem: string): Reader<T> {
  return (value, at = '') => {
    const read = reader(value, at);
    return !read.ok || holds(read.value) ? read : wrong(at, problem);
  };
}

export function oneOf<const T extends string>(...words: readonly T[]): Reader<T> {
  const problem = `must be ${words.join(', ').replace(/, (\w+)$/, ' or $1')}`;
  return (value, at = '') => {
    const found = words.find(word => word === value);
    return found === undefined ? wrong(at, problem) : { ok: true, value: found };
  };
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, at) => (value === null ? { ok: true, value } : reader(value, at));
}

export function optional<T>(reader: Reader<T>): Optional<T> {
  return { optional: reader };
}

export function list<T>(item: Reader<T>, { least = 0, most = Infinity } = {}): Reader<readonly T[]> {
  return (value, at = '') => {
    if (!Array.isArray(value)) return wrong(at, 'must be a list');
    if (value.length < least || value.length > most) return wrong(at, `must be a list of ${least} to ${most} entries`);
    const read: T[] = [];
    for (const [place, entry] of value.entries()) {
      const found = item(entry, `${at}[${place}]`);
      if (!found.ok) return found;
      read.push(found.value);
    }
    return { ok: true, value: read };
  };
}

/** An object with these fields. What else it has is left out, and what it inherits is not its own. */
export function object<F extends Fields>(fields: F): Reader<ObjectOf<F>>;
export function object(fields: Fields): Reader<object> {
  const entries = Object.entries(fields);
  return (value, at = '') => {
    if (!isObject(value)) return wrong(at, 'must be an object');
    const read: Record<string, unknown> = {};
    for (const [key, field] of entries) {
      const own = Object.hasOwn(value, key) ? value[key] : undefined;
      if (own === undefined && 'optional' in field) continue;
      const found = ('optional' in field ? field.optional : field)(own, under(at, key));
      if (!found.ok) return found;
      read[key] = found.value;
    }
    return { ok: true, value: read };
  };
}

/** One of several objects; the field `tag` says which. */
export function union<Tag extends string, V extends Readonly<Record<string, Fields>>>(
  tag: Tag,
  variants: V,
): Reader<UnionOf<Tag, V>>;
export function union(tag: string, variants: Readonly<Record<string, Fields>>): Reader<object> {
  const readers = new Map(
    Object.entries(variants).map(([word, fields]) => [word, object({ [tag]: oneOf(word), ...fields })]),
  );
  const tags = object({ [tag]: oneOf(...readers.keys()) });
  return (value, at) => {
    const told = tags(value, at);
    const reader = told.ok ? readers.get(told.value[tag] ?? '') : undefined;
    return reader ? reader(value, at) : told;
  };
}

/**
 * A reader of a type that has its home elsewhere. It does not compile where the two differ, be it by a field that may be
 * absent: `exactly<RuleName>()(object({ ... }))`.
 */
export function exactly<T>(): <R extends Reader<T>>(reader: R & Same<TypeOf<R>, T>) => Reader<T> {
  return reader => reader;
}

/** The compiler holds two functions like these for the same only where `A` and `B` are, field by field. */
type Same<A, B> =
  (<X>(it: X) => X extends A ? 1 : 2) extends <X>(it: X) => X extends B ? 1 : 2 ? unknown : { readonly differsFrom: B };

function wrong(
  at: string,
  problem: string,
): { readonly ok: false; readonly problem: string; readonly told?: Sentence } {
  return { ok: false, problem: `${at === '' ? 'The message' : `${at}:`} ${problem}.` };
}

function under(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`;
}
