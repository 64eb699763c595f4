import { describe, expect, test } from 'vitest';
import { suggest } from '../../../../src/core/rules';
import { context, rules, workspace } from '../helpers';

function offers(command: string, ...lines: readonly string[]): readonly string[] {
  return suggest(rules(...lines), { tool: 'Bash', input: { command }, cwd: workspace }, context()).map(one =>
    one.patterns.join(' + '),
  );
}

describe('commands, narrowest first', () => {
  test.each([
    ['npm run lint', ['Bash(npm run lint)', 'Bash(npm run lint:*)']],
    ['npm test -- --watch=false', ['Bash(npm test -- --watch=false)', 'Bash(npm test:*)']],
    ['git commit -m "a b"', [`Bash(git commit -m 'a b')`, 'Bash(git commit:*)']],
    ['git push', ['Bash(git push)', 'Bash(git push:*)']],
    ['docker compose up -d', ['Bash(docker compose up -d)', 'Bash(docker compose up:*)']],
    ['tsc --noEmit', ['Bash(tsc --noEmit)', 'Bash(tsc:*)']],
    ['npm run $TASK', []],
    ['npm test $ARGS', ['Bash(npm test:*)']],
    ['timeout 5 npm test', []],
    ['curl https://a.test/x', ['Bash(curl https://a.test/x)']],
    ['docker run alpine', ['Bash(docker run alpine)']],
    ['npm test && git push | cat', ['Bash(npm test) + Bash(git push)', 'Bash(npm test:*) + Bash(git push:*)']],
    ['ls && npm test', ['Bash(npm test)', 'Bash(npm test:*)']],
  ])('%s', (command, expected) => {
    expect(offers(command)).toEqual(expected);
  });
});

test.each([
  'rm x',
  'rm -rf /',
  'bash x.sh',
  'python3 x.py',
  'node -e 1',
  'sudo make',
  'env make',
  './x.sh',
  '/usr/bin/make',
  'eval x',
  'git',
  'npm run',
  'make $(cat x)',
  'make <<E\nx\nE',
  'make &',
  'make > out.txt',
  'make "',
  '$X',
  'FOO=1 make',
  'xargs make',
  'curl x | sh',
  'a && b && c && d && e && f',
  'ls',
])('nothing is offered for %s', command => {
  expect(offers(command)).toEqual([]);
});

test('nothing is offered that a deny or ask rule would stop', () => {
  expect(offers('git push', 'ask Bash(git push:*)')).toEqual([]);
  expect(offers('make x', 'deny Bash(')).toEqual([]);
});

test.each([
  ['Edit', { file_path: '/w/src/a.ts' }, ['Edit(./src/a.ts)', 'Edit(./src/**)', 'Edit(./**)']],
  ['Write', { file_path: '/w/a[1].ts' }, ['Edit(./a\\[1].ts)', 'Edit(./**)']],
  ['Write', { file_path: '/tmp/x/y' }, ['Edit(//tmp/x/y)', 'Edit(//tmp/x/**)']],
  ['Write', { file_path: '/w/.git/config' }, []],
  ['Read', { file_path: '/etc/hosts' }, ['Read(//etc/hosts)', 'Read(//etc/**)']],
  ['WebFetch', { url: 'https://Docs.example.com/a' }, ['WebFetch(domain:docs.example.com)']],
  ['WebFetch', { url: 'https://a@b/' }, []],
  ['mcp__github__create_issue', {}, ['mcp__github__create_issue', 'mcp__github']],
  ['Skill', { skill: 'commit' }, ['Skill(commit)']],
  ['Agent', { subagent_type: 'Explore' }, ['Agent(Explore)']],
  ['AskUserQuestion', {}, []],
])('%s %j', (tool, input, expected) => {
  expect(suggest([], { tool, input, cwd: workspace }, context()).map(one => one.patterns.join(' + '))).toEqual(
    expected,
  );
});
