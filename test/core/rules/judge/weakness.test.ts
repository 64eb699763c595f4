import { expect, test } from 'vitest';
import { weaknesses } from '../../../../src/core/rules/judge/weakness';
import { cpuTime } from '../../../support/cpuTime';

const now = 1000;
type WeighedRule = Parameters<typeof weaknesses>[0][number];

const rule = (text: string, more: Partial<WeighedRule> = {}): WeighedRule => {
  const [action = '', ...rest] = text.split(' ');
  return { action: action === 'deny' ? 'deny' : action === 'ask' ? 'ask' : 'allow', pattern: rest.join(' '), ...more };
};
const found = (...rules: readonly WeighedRule[]): string[] =>
  weaknesses(rules, now).map(it => `${it.place} ${it.kind}${it.kind === 'shadowed' ? ` by ${it.by}` : ''}`);

test.each<[string, readonly WeighedRule[], readonly string[]]>([
  ['two that have nothing to do with each other', [rule('allow Bash(npm test)'), rule('deny Bash(make)')], []],
  ['a wider prefix', [rule('allow Bash(npm run:*)'), rule('allow Bash(npm run test)')], ['1 shadowed by 0']],
  [
    'a wider prefix that stands later',
    [rule('allow Bash(npm run test)'), rule('allow Bash(npm run:*)')],
    ['0 shadowed by 1'],
  ],
  [
    'a deny rule over an allow rule',
    [rule('allow Bash(git push)'), rule('deny Bash(git push:*)')],
    ['0 shadowed by 1'],
  ],
  ['a narrow deny rule in a wide allow rule', [rule('allow Bash(gh pr:*)'), rule('deny Bash(gh pr merge)')], []],
  ['the same rule twice', [rule('ask Bash(a)'), rule('ask Bash(a)')], ['1 shadowed by 0']],
  ['the same rule in two spellings', [rule('allow Bash(gh pr *)'), rule('allow Bash(gh pr:*)')], ['1 shadowed by 0']],
  ['a rule for the whole tool', [rule('deny WebFetch'), rule('allow WebFetch(domain:a.com)')], ['1 shadowed by 0']],
  ['a whole tool', [rule('allow Bash')], ['0 broad']],
  [
    'a program that starts others',
    [rule('allow Bash(npx:*)'), rule('deny Bash(npx:*)')],
    ['0 broad', '0 shadowed by 1'],
  ],
  ['a rule that is over', [rule('allow Bash(a)', { expires: now })], ['0 expired']],
  ['one that is over covers nothing', [rule('deny Bash(a)', { expires: 1 }), rule('allow Bash(a)')], ['0 expired']],
  ['one that ends sooner covers nothing', [rule('allow Bash(a:*)', { expires: 2000 }), rule('allow Bash(a b)')], []],
  [
    'the same path in two folders',
    [rule('allow Edit(/src/**)', { root: '/a' }), rule('allow Edit(/src/**)', { root: '/b' })],
    [],
  ],
  ['a rule that cannot be read', [rule('allow Bash('), rule('allow Bash(a)')], []],
])('%s', (_, rules, expected) => {
  expect(found(...rules)).toEqual(expected);
});

test('ten times as many rules cost about ten times as much to weigh', () => {
  const many = Array.from({ length: 5000 }, (_, at) => rule(`allow Bash(tool-${at % 2500} run:*)`));
  const some = Array.from({ length: 500 }, (_, at) => rule(`allow Bash(tool-${at % 250} run:*)`));
  const few = cpuTime(() => expect(found(...some)).toHaveLength(250));
  const took = cpuTime(() => expect(found(...many)).toHaveLength(2500));
  // Each with each would be a hundred times as much.
  expect(took / few).toBeLessThan(40);
});
