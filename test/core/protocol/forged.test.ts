// Messages that somebody else made: valid ones in which one thing is not as it should be.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { Random } from '../../support/random';
import { forms, marksOf, plain, readers } from './messages';

type Parts = Record<string, unknown>;

/** One field of a form, in a copy that may be changed. */
interface Place {
  /** What the field is in. */
  readonly parts: Parts;
  readonly key: string;
  readonly marks: string;
  /** Whether what is beside the field is kept, too. */
  readonly kept: boolean;
  readonly below: (most: number) => number;
}

/** What has to become of a form that was forged: `same`: it is read as if nothing had been added. */
type Fate = 'refused' | 'taken' | 'same' | 'not forged';

const others: readonly unknown[] = [null, true, 7, 'text', [], {}, { kind: 'turn', ok: true }];
const numbers: readonly number[] = [1e300, -1e300, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY];
const beside: readonly string[] = ['__proto__', 'constructor', 'toString', 'optional', 'allowEverything'];

const forgeries: Readonly<Record<string, (place: Place) => Fate>> = {
  dropped({ parts, key, marks }) {
    if (Array.isArray(parts)) return 'not forged';
    delete parts[key];
    return marks.includes('?') ? 'taken' : 'refused';
  },
  inherited({ parts, key, marks }) {
    if (Array.isArray(parts)) return 'not forged';
    Object.setPrototypeOf(parts, { [key]: parts[key] });
    delete parts[key];
    return marks.includes('?') ? 'taken' : 'refused';
  },
  'of another type'({ parts, key, marks, below }) {
    const next = others[below(others.length)];
    if (typeOf(next) === typeOf(parts[key])) return 'not forged';
    parts[key] = next;
    return next === null && marks.includes('~') ? 'taken' : 'refused';
  },
  'out of bounds'({ parts, key, marks, below }) {
    const next = numbers[below(numbers.length)];
    if (typeof parts[key] !== 'number') return 'not forged';
    parts[key] = next;
    return marks.includes('^') && Number.isFinite(next) ? 'taken' : 'refused';
  },
  wrapped({ parts, key, below }) {
    const was = parts[key];
    const inList = typeOf(was) === 'object' || (typeOf(was) !== 'list' && below(2) === 0);
    parts[key] = inList ? [was] : { [key]: was };
    return 'refused';
  },
  'strange inside'({ parts, key, marks }) {
    if (!marks.includes('*') || Array.isArray(parts[key])) return 'not forged';
    parts[key] = JSON.parse('{"__proto__": {"tool": 1}, "deep": [[[{}]]]}');
    return 'taken';
  },
  'with more beside'({ parts, kept, below }) {
    const name = beside[below(beside.length)];
    if (Array.isArray(parts) || name === undefined) return 'not forged';
    Object.defineProperty(parts, name, { value: { sessionId: 'z' }, enumerable: true, configurable: true });
    return kept ? 'taken' : 'same';
  },
};

test('of 10,000 forged messages those are taken that are whole, and nothing throws', () => {
  const random = new Random(4);
  const places = Object.entries(forms).flatMap(([message, some]) =>
    some.flatMap(form => placesIn(form).map(keys => ({ message, form, keys }))),
  );
  const count = { refused: 0, taken: 0, same: 0 };
  const wrong: unknown[] = [];
  while (count.refused + count.taken + count.same < 10_000) {
    const place = places[random.below(places.length)];
    const [how, forge] = Object.entries(forgeries)[random.below(Object.keys(forgeries).length)] ?? [];
    if (!place || !forge) continue;
    const { message, form, keys } = place;
    const forged = structuredClone(plain(form));
    const fate = forge(placeOf(forged, keys, most => random.below(most)));
    if (fate === 'not forged') continue;
    count[fate] += 1;
    const read = readers.get(message)?.(forged);
    // A copy has no prototypes: what it has is its own.
    const expected = fate === 'same' ? plain(form) : structuredClone(forged);
    const right = fate === 'refused' ? read?.ok === false : isDeepStrictEqual(read, { ok: true, value: expected });
    if (!right) wrong.push({ message, keys, how, fate, read });
  }
  expect(wrong).toEqual([]);
  expect(count.refused).toBeGreaterThan(6000);
  expect(Math.min(count.taken, count.same)).toBeGreaterThan(1000);
});

/** Of everything that is looked at in a form, the keys that lead to it. */
function placesIn(form: object, under: readonly string[] = []): string[][] {
  return Object.entries(form).flatMap(([key, value]: readonly [string, unknown]) => {
    const place = [...under, key];
    const inside = isParts(value) && !marksOf(key).includes('*') ? placesIn(value, place) : [];
    return [place].concat(inside);
  });
}

function placeOf(form: unknown, keys: readonly string[], below: Place['below']): Place {
  let parts = form;
  for (const key of keys.slice(0, -1)) parts = isParts(parts) ? parts[bare(key)] : undefined;
  const key = keys.at(-1) ?? '';
  if (!isParts(parts)) throw new Error(`${keys.join('.')} leads nowhere.`);
  const kept = keys.slice(0, -1).some(it => marksOf(it).includes('+'));
  return { parts, key: bare(key), marks: marksOf(key), kept, below };
}

function bare(key: string): string {
  return key.slice(0, key.length - marksOf(key).length);
}

function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
