// Texts with a secret, and texts that only look as if they had one: of either at most two in a hundred may be taken wrongly.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asString, isObject, type Json } from '../../../src/core/base/json';
import { maskValue } from '../../../src/core/masking/masking';

/** `¦` parts what scanners of repositories would take for a leak. */
function read(name: string): readonly Json[] {
  const text = readFileSync(new URL(`../../corpus/${name}.json`, import.meta.url), 'utf8');
  const value: unknown = JSON.parse(text.replaceAll('¦', ''));
  return Array.isArray(value) ? value : [];
}

const secrets = read('secrets').map(row => {
  if (!isObject(row)) throw new Error('A row of secrets.json is no object.');
  return { text: asString(row['text']) ?? '', secret: asString(row['secret']) ?? '' };
});

/** What at most may be wrong of so many. */
const few = (many: number): number => Math.floor(many * 0.02);

test('secrets are masked', () => {
  const left = secrets.filter(({ text, secret }) => (asString(maskValue(text)) ?? '').includes(secret));
  expect(secrets.length).toBeGreaterThanOrEqual(200);
  expect(left.length, left.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(few(secrets.length));
});

test('what is no secret stays', () => {
  const texts = read('noSecrets');
  const wrong = texts.filter(text => maskValue(text) !== text);
  expect(texts.length).toBeGreaterThanOrEqual(200);
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(few(texts.length));
});

test('masked twice is masked once', () => {
  const once = secrets.map(({ text }) => maskValue(text));
  expect(once.filter(text => maskValue(text) !== text)).toEqual([]);
});
