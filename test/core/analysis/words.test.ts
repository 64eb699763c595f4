import { describe, expect, test } from 'vitest';
import { neverAHost } from '../../../src/core/analysis/hosts';
import { sampleCall } from '../../../src/core/analysis/sample';
import { nearest } from '../../../src/core/analysis/spelling';

describe('the word that was meant', () => {
  test.each([
    ['Bsh', 'Bash'],
    ['bash', 'Bash'],
    ['Eidt', 'Edit'],
    ['WebFech', 'WebFetch'],
    ['Rd', undefined],
    ['Kitchen', undefined],
  ])('%s: %s', (word, meant) => {
    expect(nearest(word, ['Bash', 'Edit', 'Read', 'WebFetch'])).toBe(meant);
  });
});

describe('a host', () => {
  test.each(['example.com', '*.example.com', '*', 'localhost', 'wiki', '10.0.0.1', '10.*.0.1', '[::1]', 'a_b.com'])(
    '%s may be one',
    host => {
      expect(neverAHost(host)).toBeUndefined();
    },
  );

  test.each(['300.1.1.1', '127.1', '10.0.0.01', 'example.123', '-a.com', 'a-.com', `${'a'.repeat(64)}.com`])(
    '%s never is',
    host => {
      expect(neverAHost(host)?.text).toContain('never matches');
    },
  );
});

describe('a call to try a rule on', () => {
  test.each([
    ['Bash(npm run:*)', 'Bash', { command: 'npm run' }],
    ["Bash(echo 'a b')", 'Bash', { command: "echo 'a b'" }],
    ['Bash(git * main)', 'Bash', { command: 'git x main' }],
    ['Edit(./src/**)', 'Edit', { file_path: './src/x' }],
    ['WebFetch(domain:*.a.com)', 'WebFetch', { url: 'https://x.a.com/' }],
    ['Skill(commit)', 'Skill', { skill: 'commit' }],
    ['mcp__fs__read', 'mcp__fs__read', {}],
  ])('%s', (pattern, tool, input) => {
    expect(sampleCall(pattern, 'deny')).toMatchObject({ tool, input });
  });
});
