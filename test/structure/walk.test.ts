import { expect, test } from 'vitest';
import { textOf } from './support/sources';

/** The rows of docs/walk.md that name a function. */
const hops = [...textOf('docs/walk.md').matchAll(/^\|\s*\d+\s*\|\s*`([^`]+)`\s*\|\s*`([^`]+)`\s*\|/gm)].map(
  ([, file = '', name = '']) => ({ file, name }),
);

test('the walk of a call has at most 25 hops', () => {
  expect(hops.length).toBeGreaterThan(15);
  expect(hops.length).toBeLessThanOrEqual(25);
});

test.each(hops)('the walk passes $name in $file', ({ file, name }) => {
  expect(textOf(`src/${file}`)).toMatch(new RegExp(`^( {2}|export |)(async |function |)*${name}\\(`, 'm'));
});
