import { describe, test } from 'vitest';
import { expect } from '../../../support/inWords';
import { parseRule, printRule } from '../../../../src/core/rules';

describe('rules are read', () => {
  test.each([
    ['Bash', { kind: 'tool', tool: 'Bash' }],
    ['Bash(*)', { kind: 'tool', tool: 'Bash' }],
    ['Bash(npm run:*)', { kind: 'prefix', words: ['npm', 'run'] }],
    ['Bash(npm run *)', { kind: 'prefix', words: ['npm', 'run'] }],
    ['Bash(git status)', { kind: 'exact', words: ['git', 'status'] }],
    [`Bash(make "all targets")`, { kind: 'exact', words: ['make', 'all targets'] }],
    ['Bash(git * main)', { kind: 'glob', pattern: 'git * main' }],
    ['Bash(git:* push)', { kind: 'glob', pattern: 'git:* push' }],
    ['Read(.env)', { kind: 'path', tool: 'Read', access: 'read', pattern: { anchor: 'anywhere', segments: ['.env'] } }],
    [
      'Edit(./src/**)',
      { kind: 'path', tool: 'Edit', access: 'edit', pattern: { anchor: 'cwd', segments: ['src', '**'] } },
    ],
    [
      'Edit(/docs/**)',
      { kind: 'path', tool: 'Edit', access: 'edit', pattern: { anchor: 'root', segments: ['docs', '**'] } },
    ],
    [
      'Read(//etc/hosts)',
      { kind: 'path', tool: 'Read', access: 'read', pattern: { anchor: 'absolute', segments: ['etc', 'hosts'] } },
    ],
    [
      'Read(~/notes/**)',
      { kind: 'path', tool: 'Read', access: 'read', pattern: { anchor: 'home', segments: ['notes', '**'] } },
    ],
    ['WebFetch(domain:Example.com.)', { kind: 'domain', tool: 'WebFetch', host: 'example.com' }],
    ['mcp__my-server__do_it', { kind: 'tool', tool: 'mcp__my-server__do_it' }],
    ['mcp__server__get_*', { kind: 'toolPattern', pattern: 'mcp__server__get_*' }],
    ['Skill(commit)', { kind: 'name', tool: 'Skill', name: 'commit', prefix: false }],
    ['Task(Explore)', { kind: 'name', tool: 'Agent', name: 'Explore', prefix: false }],
    ['toString', { kind: 'tool', tool: 'toString' }],
  ])('%s', (text, rule) => {
    expect(parseRule(text, 'allow')).toEqual({ rule });
  });
});

describe('what is not a rule is an error with a place and a suggestion', () => {
  test.each([
    ['', 0, 'The rule is empty', 'Bash(npm run:*)'],
    ['Bash(', 5, '"Bash(" is not closed', 'Bash()'],
    ['Bash(ls', 7, '"Bash(" is not closed', 'Bash(ls)'],
    ['Bash()', 5, 'The parentheses are empty', 'Bash'],
    ['Bash(ls) x', 8, 'Text follows the closing parenthesis', 'Bash(ls)'],
    ['npm run', 0, 'This is not the name of a tool', 'Bash(npm run)'],
    ['Bash(npm run a && npm run b)', 15, 'A rule covers one command: "&" would join two', 'Bash(npm run a:*)'],
    [`Bash(echo 'a)`, 10, "The quote ' is not closed", undefined],
    ['Edit(../x)', 5, 'A path rule cannot leave its folder with ".."', 'Edit(//absolute/path/**)'],
    ['WebFetch(domain:a b)', 16, '"a b" is not a host name', 'WebFetch(domain:example.com)'],
    ['mcp__*', 5, 'An allow rule may use * in a tool name only after mcp__server__', 'mcp__server__*'],
    ['Agent(Gemini CLI):*', 18, 'An allow rule may use * in a tool name only after mcp__server__', 'mcp__server__*'],
    ['Agent(Gemini CLI):a b', 17, 'Text follows the closing parenthesis', 'Agent(Gemini CLI)'],
    ['WebSearch(query:x)', 10, 'An allow rule cannot look into the parameters of WebSearch', 'WebSearch'],
  ])('%s', (text, at, message, suggestion) => {
    const error = suggestion === undefined ? { at, message } : { at, message, suggestion };
    expect(parseRule(text, 'allow')).toEqual({ error });
  });

  test('a rule that would never hold is none, whatever it forbids', () => {
    const error = { at: 10, message: 'WebSearch does not take "domain:a.com"', suggestion: 'WebFetch(domain:a.com)' };
    for (const action of ['deny', 'ask', 'allow'] as const)
      expect(parseRule('WebSearch(domain:a.com)', action)).toEqual({ error });
  });

  test('deny and ask rules may match more tools than allow rules', () => {
    expect(parseRule('*', 'deny')).toEqual({ rule: { kind: 'toolPattern', pattern: '*' } });
    expect(parseRule('mcp__*', 'ask')).toEqual({ rule: { kind: 'toolPattern', pattern: 'mcp__*' } });
    expect(parseRule('Agent(Gemini CLI):*', 'deny')).toEqual({
      rule: { kind: 'toolPattern', pattern: 'Agent(Gemini CLI):*' },
    });
    expect(parseRule('Agent(model:opus)', 'deny')).toEqual({
      rule: { kind: 'name', tool: 'Agent', name: 'model:opus', prefix: false },
    });
  });
});

test.each([
  'Bash',
  'Bash(npm run:*)',
  'Bash(git status)',
  `Bash(make 'all targets')`,
  'Bash(git * main)',
  'Edit(./src/**)',
  'Read(~/x)',
  'Read(//x/y)',
  'Read(/x)',
  'Read(.env)',
  'WebFetch(domain:*.a.com)',
  'Network(*.a.com)',
  'Network',
  'Skill(a *)',
  'mcp__a__b*',
  'Agent(Gemini CLI):execute',
  'Agent(通义 @ 2/x):read.file',
])('printing %s gives the same rule back', text => {
  const parsed = parseRule(text, 'allow');
  if ('error' in parsed) throw new Error(parsed.error.message.text);
  expect(parseRule(printRule(parsed.rule), 'allow')).toEqual(parsed);
});
