import { expect, test } from 'vitest';
import { bash, judge, rule, rules } from '../helpers';

/**
 * Each of these once cost seconds, gigabytes or for ever. What is checked is the answer; a budget that does not hold
 * shows as a test that does not end.
 */
const commands: readonly (readonly [name: string, command: string])[] = [
  ['env -S', `${'env -S '.repeat(140)}x`],
  ['env -S, as long as can be read', `${'env -S '.repeat(1300)}x`],
  ['shells in shells', 'bash -c x '.repeat(800)],
  ['arguments of a shell', `bash -c '"$@"' ${'a '.repeat(4000)}`],
  ['find in find', `${'find . -exec '.repeat(700)}x`],
  ['many actions of find', `find . ${'-exec a b '.repeat(980)}`],
  ['watch in watch', `${'watch '.repeat(1600)}x`],
  ['parallel in parallel', `${'parallel '.repeat(1000)}x`],
  ['shells behind shells', `echo a ${'| sh '.repeat(1900)}`],
  ['shells behind shells, longer than can be read', `echo a ${'| sh '.repeat(12_000)}`],
  ['folders that may have changed', `${'cd a || '.repeat(1200)}cat x`],
  ['options that may take a value', `${'sudo -z '.repeat(7500)}x`],
  ['quotes in quotes', '"$("'.repeat(2000)],
  ['backticks', '`'.repeat(9000)],
  ['here-documents', `cat ${'<<E '.repeat(2000)}\nE\n`],
  ['texts for a shell', `printf '%s\\n' ${'x '.repeat(4500)}| sh`],
];

test.each(commands)('%s: it is too big to be judged, and asks', (_, command) => {
  for (const set of [rules(), rules('allow Bash', 'deny Bash(pwn:*)', 'deny Read(**/y)')]) {
    const { decision, riskReasons } = bash(set, command);
    expect({ decision, tooLong: riskReasons.includes('very-long') }).toEqual({ decision: 'ask', tooLong: true });
  }
});

test('options before what they are about are read once', () => {
  expect(bash(rules('allow Bash'), `foo ${'--x '.repeat(2400)}config set a`).decision).toBe('ask');
  expect(bash(rules('allow Bash(npm:*)'), `npm run a ${'set-'.repeat(2400)}b`).decision).toBe('ask');
  expect(bash(rules('allow Bash(npm:*)'), `npm ${'--x '.repeat(300)}config set a b`).decision).toBe('ask');
});

const many = (count: number, pattern: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => rule('deny', pattern(at)));

test.each([
  ['a path that no disk holds', rules('deny Read(x)'), 'Read', { file_path: `/w/${'a/'.repeat(500_000)}` }],
  [
    'segments that may stand anywhere',
    rules(`deny Read(${'**/*/'.repeat(500)}x)`),
    'Read',
    { file_path: `/w/${'a/'.repeat(2000)}b` },
  ],
  ['a hundred thousand patterns', many(100_000, at => `Read(**/*x${at})`), 'Read', { file_path: '/w/a/b/c/d' }],
  [
    'globs for commands',
    many(1000, at => `Bash(*${'a*'.repeat(10)}${at}z*)`),
    'Bash',
    { command: 'echo aaaaaaaaaaaaaaaaaaaaaaaaa;'.repeat(300) },
  ],
  ['an address', rules('deny WebFetch(domain:*.x.com)'), 'WebFetch', { url: `https://${'a@'.repeat(50_000)}x/` }],
] as const)('%s: too big to be judged', (_, set, tool, input) => {
  expect(judge(set, { tool, input })).toMatchObject({ decision: 'ask', riskReasons: ['very-long'] });
});

test('a rule for the whole tool denies also what is too big', () => {
  expect(judge(rules('deny Read'), { tool: 'Read', input: { file_path: `/w/${'a/'.repeat(500_000)}` } }).decision).toBe(
    'deny',
  );
  expect(bash(rules('deny Bash'), 'a '.repeat(500_000)).decision).toBe('deny');
});

test('what is denied is denied before the rest becomes too much', () => {
  expect(bash(rules('deny Bash(rm:*)'), `rm x; ${'cp a b; '.repeat(1000)}`).decision).toBe('deny');
});

test('many commands are no reason, while a person can still read them', () => {
  const set = rules('allow Bash(npm:*)', 'deny Bash(rm:*)', 'deny Read(**/.env)', 'deny Edit(secrets/**)');
  expect(bash(set, Array.from({ length: 60 }, (_, at) => `npm run task${at} -- --fast`).join(' && ')).decision).toBe(
    'allow',
  );
  expect(
    bash(set, `npm run lint -- ${Array.from({ length: 150 }, (_, at) => `src/part${at}.ts`).join(' ')}`).decision,
  ).toBe('allow');
});
