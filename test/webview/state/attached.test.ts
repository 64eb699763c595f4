import { expect, test } from 'vitest';
import type { Attachment } from '../../../src/core/message/message';
import { keptOf, lostWithPage, readAttached } from '../../../webview-ui/state/attached';

const image = (name: string, size: number): Attachment => ({
  kind: 'image',
  name,
  mediaType: 'image/png',
  data: 'x'.repeat(size),
});
const [small, big, last] = [image('small', 10), image('big', 2_000_000), image('last', 20)];

test('what outlives the page is what fits into its state', () => {
  const kept = keptOf(
    new Map([
      ['composer:a', [small]],
      ['composer:b', [big]],
    ]),
  );
  expect(kept).toEqual([['composer:a', [small]]]);
  expect([...readAttached(structuredClone({ attached: kept }))]).toEqual(kept);
  expect(keptOf(new Map([['composer:a', [small, last]]]))).toEqual([['composer:a', [small, last]]]);
});

test('of what does not fit it is known that it is lost, and what is smaller is kept all the same', () => {
  const attached = new Map([['composer:a', [big, image('more', 1), small]]]);
  expect(keptOf(attached)).toEqual([['composer:a', [big]]]);
  expect(lostWithPage(attached, 'composer:a').map(({ name }) => name)).toEqual(['more', 'small']);
  expect(keptOf(new Map([['composer:a', [image('huge', 2_000_001), small]]]))).toEqual([['composer:a', [small]]]);
  expect(lostWithPage(attached, 'composer:b')).toEqual([]);
});

test.each([
  undefined,
  {},
  { attached: 'x' },
  { attached: [['composer:a', [{ kind: 'script', name: 'x', mediaType: 'y', data: 'z' }]]] },
  { attached: [['composer:a', [{ kind: 'image', name: 'x', mediaType: 'y' }]]] },
  { attached: [[1, []]] },
])('of a state %j nothing is attached', saved => {
  expect(readAttached(saved).size).toBe(0);
});
