import { describe, expect, test } from 'vitest';
import { importRules } from '../../../../src/core/rules';

describe('rules of other programs', () => {
  test('the permissions of Claude Code', () => {
    const settings = {
      permissions: { allow: ['Bash(npm run:*)', 'Read'], deny: ['Read(./.env)'], ask: ['Bash(git push *)'] },
    };
    expect(importRules(settings)).toEqual({
      rules: [
        { action: 'deny', pattern: 'Read(./.env)' },
        { action: 'ask', pattern: 'Bash(git push:*)' },
        { action: 'allow', pattern: 'Bash(npm run:*)' },
        { action: 'allow', pattern: 'Read' },
      ],
      refused: [],
    });
  });

  test('lists with other names for tools', () => {
    const { rules } = importRules({
      allow: ['bash(npm run lint)', 'file_read(./src/**)'],
      deny: ['file_read(./secrets/**)'],
    });
    expect(rules.map(rule => `${rule.action} ${rule.pattern}`)).toEqual([
      'deny Read(./secrets/**)',
      'allow Bash(npm run lint)',
      'allow Read(./src/**)',
    ]);
  });

  test('a tool of a known server, written with one underscore', () => {
    const { rules } = importRules({ allowedTools: ['mcp__fs_read_file'] }, ['fs']);
    expect(rules).toEqual([
      { action: 'allow', pattern: 'mcp__fs__read_file', note: 'mcp__fs_read_file is written mcp__fs__read_file here.' },
    ]);
  });

  test('the same without that server comes with a warning', () => {
    const [rule] = importRules({ allowedTools: ['mcp__fs_read_file'] }).rules;
    expect(rule?.note).toBe(
      'mcp__fs_read_file covers a whole server of this name. A tool is written mcp__server__tool.',
    );
  });

  test('what VS Code approves in its terminal; a refusal there is a question here', () => {
    const settings = {
      'chat.tools.terminal.autoApprove': {
        'npm run': true,
        rm: false,
        '/^git (status|diff)$/': true,
        'git push': { approve: true, matchCommandLine: true },
        ls: null,
        cat: { approve: true },
      },
    };
    const { rules, refused } = importRules(settings);
    expect(rules.map(rule => `${rule.action} ${rule.pattern}`)).toEqual([
      'allow Bash(npm run:*)',
      'ask Bash(rm:*)',
      'allow Bash(cat:*)',
    ]);
    expect(refused.map(one => one.text)).toEqual(['/^git (status|diff)$/', 'git push', 'ls']);
  });

  test.each([[null], ['text'], [7], [[]], [{ permissions: 'x' }], [{ allow: [1, null, {}] }]])(
    '%j gives no rule and no exception',
    settings => {
      expect(importRules(settings).rules).toEqual([]);
    },
  );
});
