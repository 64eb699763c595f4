import { expect, test } from 'vitest';
import { mentionsIn, neutralized, rooted } from '../../../src/core/message/mentions';
import { Random } from '../../support/random';

const paths = (text: string): readonly string[] => [...new Set(mentionsIn(text).flatMap(mention => mention.paths))];

test.each([
  ['see @a.ts', 'a.ts'],
  ['@/etc/hostname', '/etc/hostname'],
  ['@~/.ssh/id_rsa, please', '~/.ssh/id_rsa'],
  ['@a.ts#L2-3', 'a.ts'],
  ['@"my dir/a b.ts"', 'my dir/a b.ts'],
  ['@" /etc/hostname "', '/etc/hostname'],
  ['@"a.ts#L10-12"', 'a.ts'],
  ['one\n\t@b.ts', 'b.ts'],
  ['看。@c.ts', 'c.ts'],
  ['\u00A0@d.ts', 'd.ts'],
  ['\u200B@e.ts', 'e.ts'],
  ['@src/.', 'src'],
  [`@/etc/hostname#${'x'.repeat(10_000)}`, '/etc/hostname'],
])('%j may mean %s', (text, path) => {
  expect(paths(text)).toContain(path);
});

test.each(['me@a.ts', '(@a.ts)', '`@a.ts`', '@', '@ a', 'a@', '"@a"'])('%j means nothing', text => {
  expect(mentionsIn(text)).toEqual([]);
});

test.each([
  ['see @a.ts, and go', 'a.ts', 'see `@a.ts`, and go'],
  ['@"a b.ts" and @c', 'a b.ts', '`@"a b.ts"` and @c'],
  ['看。@c.ts。', 'c.ts', '看。`@c.ts`。'],
])('%j without %s is %j', (text, path, expected) => {
  const meant = mentionsIn(text).filter(mention => mention.paths.includes(path));
  expect(neutralized(text, meant)).toBe(expected);
});

test('what was neutralized holds no mention any more, whatever it was', () => {
  const random = new Random(7);
  const signs = ['@', '@', '"', ' ', '\n', '。', '`', '#L1', '/a', 'b', '\u200B', '(', ','];
  for (let round = 0; round < 5000; round += 1) {
    const text = Array.from({ length: 12 }, () => random.pick(signs)).join('');
    const left = mentionsIn(neutralized(text, mentionsIn(text)));
    // The mark itself may stand where a name could, and names nothing.
    const named = left.filter(({ paths: all }) => all.some(path => path !== '`'));
    expect(named, JSON.stringify(text)).toEqual([]);
  }
});

test('a million signs are read in no time, and what is too much to look up is read nowhere', () => {
  const text = '。@a'.repeat(300_000);
  const found = mentionsIn(text);
  expect(found).toHaveLength(300_000);
  expect(found.filter(mention => mention.paths.length > 0)).toHaveLength(2000);
  const lines = rooted('\n@a'.repeat(300_000), '/w', path => path === 'a');
  expect(lines.startsWith('\n@"/w/a"\n@"/w/a"\n')).toBe(true);
  expect(lines.endsWith('\n`@`a')).toBe(true);
});

test.each([
  ['See @a.ts, please', 'See @"/w x/a.ts", please'],
  ['@"b c.ts"#L2-3 and @a.ts#L1', '@"/w x/b c.ts"#L2-3 and @"/w x/a.ts"#L1'],
  ['@/etc/hosts @"/etc/host name" @~/a.ts', '@/etc/hosts @"/etc/host name" @~/a.ts'],
  ['@elsewhere and me@a.ts', '`@elsewhere` and me@a.ts'],
  ['nothing', 'nothing'],
])('from another folder %j means the same as %j', (text, meant) => {
  expect(rooted(text, '/w x', path => ['a.ts', 'b c.ts'].includes(path))).toBe(meant);
});

test('what is named from the root reads nothing but what was there, whatever it was', () => {
  const random = new Random(9);
  const signs = ['@', '@', '"', ' ', '\n', '。', '`', '#L1', '/a', 'b', 'a.ts', '(', ','];
  for (let round = 0; round < 5000; round += 1) {
    const text = Array.from({ length: 12 }, () => random.pick(signs)).join('');
    const relative = paths(rooted(text, '/w', path => path === 'a.ts')).filter(path => !/^["`/~]/.test(path));
    expect(relative, JSON.stringify(text)).toEqual([]);
  }
});
