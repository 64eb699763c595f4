import { expect, test } from 'vitest';
import { found, pathsOf } from '../../../src/core/message/fuzzy';

const files = [
  'src/cart.js',
  'src/price/cartPrice.ts',
  'my dir/with space.ts',
  'test/cart.test.js',
  'README.md',
  'docs/carts/index.md',
];

test.each([
  ['cart', 'src/cart.js'],
  ['cart.t', 'test/cart.test.js'],
  ['wth sp', 'my dir/with space.ts'],
  ['price/', 'src/price/'],
  ['SRC', 'src/'],
  ['./src/cart', 'src/cart.js'],
  ['src\\cart', 'src/cart.js'],
  ['cp', 'src/price/cartPrice.ts'],
  ['rdm', 'README.md'],
])('%s finds %s first', (query, path) => {
  expect(found(pathsOf(files), query, 5)[0]).toBe(path);
});

test('what has not all the letters in their order is not found, and no more than is wanted', () => {
  expect(found(pathsOf(files), 'zzz', 5)).toEqual([]);
  expect(found(pathsOf(files), '', 3)).toHaveLength(3);
});

test('the best of many is found wherever it stands', () => {
  const many = Array.from({ length: 50_000 }, (_, place) => `packages/p${place % 100}/src/file${place}.ts`);
  many.splice(49_000, 0, 'deep/er/target.ts');
  expect(found(pathsOf(many), 'target', 20)[0]).toBe('deep/er/target.ts');
});

test('half a million are looked through, and no more', () => {
  const many = Array.from({ length: 500_010 }, (_, place) => `f${place}`);
  const paths = pathsOf(many);
  expect(paths.all).toHaveLength(500_000);
  expect(found(paths, 'f499999', 5)).toEqual(['f499999']);
  expect(found(paths, 'f500009', 5)).toEqual([]);
});
