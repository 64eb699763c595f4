import { expect, test } from 'vitest';
import { mentionOf } from '../../../src/core/base/mention';

test.each([
  ['src/a.ts', undefined, '@src/a.ts'],
  ['src/a.ts', { first: 2, last: 3 }, '@src/a.ts#L2-3'],
  ['src/a.ts', { first: 5, last: 5 }, '@src/a.ts#L5'],
  ['my dir/a b.ts', { first: 1, last: 1 }, '@"my dir/a b.ts"#L1'],
  ['src/(group)/page.tsx', undefined, '@"src/(group)/page.tsx"'],
])('%s %j is mentioned as %s', (path, lines, mention) => expect(mentionOf(path, lines)).toBe(mention));
