import { expect, test } from 'vitest';
import { mentionsIn } from '../../../src/core/message/mentions';
import { mentionOf } from '../../../src/core/message/suggestion';

test.each([
  ['src/a.ts', undefined, '@src/a.ts'],
  ['src/', undefined, '@src/'],
  ['my dir/a b.ts', undefined, '@"my dir/a b.ts"'],
  ['a(1)', undefined, '@"a(1)"'],
  ['数据/价格.ts', undefined, '@"数据/价格.ts"'],
  ['a.ts', [2, 3], '@a.ts#L2-3'],
  ['a b.ts', [5, 5], '@"a b.ts"#L5'],
] as const)('%s with lines %j is mentioned as %s', (path, lines, expected) => {
  const mention = mentionOf(path, lines) ?? '';
  expect(mention).toBe(expected);
  // What is looked at before it is sent is the very file.
  expect(mentionsIn(mention).flatMap(({ paths }) => paths)).toContain(path.replace(/\/$/, ''));
});

test.each(['a"b', 'a\nb'])('%j cannot be mentioned', path => {
  expect(mentionOf(path)).toBeUndefined();
});
