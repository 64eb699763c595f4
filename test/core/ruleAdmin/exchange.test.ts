import type { StoredRule } from '../../../src/core/ruleAdmin/storedRule';
import type { RuleInput } from '../../../src/core/call/ruleInput';
import { describe, test } from 'vitest';
import { expect } from '../../support/inWords';
import type { Json } from '../../../src/core/base/json';
import { presets } from '../../../src/core/ruleAdmin/presets';
import {
  fromClaudeSettings,
  fromRulesFile,
  fromTerminalAutoApprove,
  previewImport,
  toClaudeSettings,
  toRulesFile,
} from '../../../src/core/ruleAdmin/exchange';
import { fromOtherTools } from '../../../src/core/ruleAdmin/otherTools';
import { type Context, compileRules, evaluate, parseRule, plainContext } from '../../../src/core/rules';
import { weaknesses } from '../../../src/core/rules/judge/weakness';

/** The four piles of a preview, one line a rule. */
function piles(found: Parameters<typeof previewImport>[0], present: readonly RuleInput[] = []): object {
  const { gained, unsafe, lost, known } = previewImport(found, present);
  return {
    gained: gained.map(rule => `${rule.action} ${rule.pattern}`),
    unsafe: unsafe.map(({ rule }) => `${rule.action} ${rule.pattern}`),
    lost: lost.map(({ text, reason }) => `${text}: ${reason.text}`),
    known: known.map(rule => `${rule.action} ${rule.pattern}`),
  };
}

const nothing = { gained: [], unsafe: [], lost: [], known: [] };

describe('an import', () => {
  test('from settings of Claude Code', () => {
    const settings: Json = {
      permissions: {
        allow: ['Bash(npm run test *)', 'Bash', 'Bash(git:*)', 'Bash(a && b)', 'mcp__db_read', 'Skill(commit)', 7],
        ask: ['Bash(git push:*)'],
        deny: ['Read(./secrets/**)', 'Bash(curl:*)'],
      },
      allowedTools: ['mcp__fs__read'],
    };
    expect(piles(fromClaudeSettings(settings), [{ action: 'deny', pattern: 'Bash(curl *)' }])).toEqual({
      gained: [
        'allow Bash(npm run test:*)',
        'allow Skill(commit)',
        'ask Bash(git push:*)',
        'deny Read(./secrets/**)',
        'allow mcp__fs__read',
      ],
      unsafe: ['allow Bash', 'allow Bash(git:*)'],
      lost: [
        'mcp__db_read: The server and the tool must be told apart: mcp__server__tool.',
        '7: It is not a text.',
        'Bash(a && b): A rule covers one command: "&" would join two.',
      ],
      known: ['deny Bash(curl:*)'],
    });
  });

  test.each<readonly [string, Json, readonly string[]]>([
    ['named by another rule', { permissions: { allow: ['mcp__fs_read_file', 'mcp__fs__list'] } }, []],
    ['named as a server', { mcpServers: { fs: {} }, allowedTools: ['mcp__fs_read_file'] }, []],
    ['known from sessions', { permissions: { allow: ['mcp__fs_read_file'] } }, ['fs']],
  ])('tells server and tool apart where the server is %s', (_, settings, servers) => {
    expect(fromClaudeSettings(settings, servers).rules.map(({ pattern }) => pattern)).toContain('mcp__fs__read_file');
  });

  test('takes the longest server that fits, and leaves a server that is called so', () => {
    const settings = { permissions: { allow: ['mcp__my_fs_read', 'mcp__my_fs'] } };
    const found = fromClaudeSettings(settings, ['my', 'my_fs']).rules.map(({ pattern }) => pattern);
    expect(found).toEqual(['mcp__my_fs__read', 'mcp__my_fs']);
  });

  test('from a list of tools that were always allowed', () => {
    expect(piles(fromClaudeSettings({ alwaysAllowedTools: ['Read', 'mcp__fs__read'] }))).toEqual({
      ...nothing,
      gained: ['allow Read', 'allow mcp__fs__read'],
    });
  });

  test('from settings of other tools, with what they cannot say in rules and why', () => {
    const settings: Json = {
      tools: { allowed: ['run_shell_command(git status)', 'read_file', 'save_memory'], exclude: ['web_fetch'] },
      permission: {
        edit: 'ask',
        bash: { '*': 'deny', 'git log *': 'allow', 'rm *': 'deny', 'npm test': 'maybe' },
        lsp: 'allow',
      },
      'roo-cline.allowedCommands': ['npm test', 7],
      deniedCommands: ['curl'],
    };
    expect(piles(fromOtherTools(settings))).toEqual({
      gained: [
        'allow Bash(git status:*)',
        'allow Read',
        'deny WebFetch',
        'ask Edit',
        'allow Bash(git log:*)',
        'deny Bash(rm:*)',
        'deny Bash(curl:*)',
        'allow Bash(npm test:*)',
      ],
      unsafe: [],
      lost: [
        'save_memory: Latch has no tool of this name.',
        'Bash *: With rules that allow beside it, it would forbid them too: here what forbids wins.',
        'Bash npm test: It neither approves nor refuses.',
        'lsp: Latch has no tool of this name.',
        '7: It is not a text.',
      ],
      known: [],
    });
  });

  test('from what VS Code approves in its terminal', () => {
    const setting: Json = {
      'npm test': true,
      npx: true,
      rm: false,
      ls: { approve: true },
      '/^git (status|show)\\b/': true,
      'npm run all': { approve: true, matchCommandLine: true },
      del: null,
      odd: 'yes',
    };
    expect(piles(fromTerminalAutoApprove(setting))).toEqual({
      gained: ['allow Bash(npm test:*)', 'ask Bash(rm:*)', 'allow Bash(ls:*)'],
      unsafe: ['allow Bash(npx:*)'],
      lost: [
        '/^git (status|show)\\b/: Rules have no regular expressions.',
        'npm run all: A rule looks at each command, not at the whole line.',
        'odd: It neither approves nor refuses.',
      ],
      known: [],
    });
  });

  test('from a rules file', () => {
    const rules: Json = [
      { action: 'deny', pattern: 'Bash(make:*)', description: 'no', expires: '2020-01-01' },
      { action: 'allow', pattern: 'Bash(make test)', expires: '2020-01-01' },
      { pattern: 'Bash(x)' },
      'Bash(y)',
    ];
    expect(piles(fromRulesFile({ version: 1, rules }))).toEqual({
      ...nothing,
      gained: ['deny Bash(make:*)'],
      lost: [
        'Bash(make test): It was to end at some time.',
        '{"pattern":"Bash(x)"}: A rule is an object with "action" and "pattern".',
        '"Bash(y)": A rule is an object with "action" and "pattern".',
      ],
    });
  });

  test.each<Json>([null, [], 'x', 5, { permissions: 5 }, { rules: {} }])('of %j brings no rule', value => {
    for (const read of [fromClaudeSettings, fromTerminalAutoApprove, fromRulesFile])
      expect(piles(read(value))).toMatchObject({ gained: [], unsafe: [] });
  });
});

describe('an export', () => {
  const stored: StoredRule = {
    id: 'r-1',
    action: 'allow',
    pattern: 'Bash(npm test)',
    description: 'tests',
    created: { at: 1, by: 'card', request: { toolCallId: 't', text: 'secret' } },
  };
  const rules: readonly RuleInput[] = [
    stored,
    { action: 'deny', pattern: 'Read(.env)' },
    { action: 'allow', pattern: 'Bash(make)', expires: Date.UTC(2030, 0, 1) },
  ];

  test('for Claude Code says what it cannot say there', () => {
    const { text, lost } = toClaudeSettings(rules);
    expect(JSON.parse(text)).toEqual({ permissions: { allow: ['Bash(npm test)'], ask: [], deny: ['Read(.env)'] } });
    expect(lost).toEqual([{ text: 'Bash(make)', reason: 'Rules of Claude Code do not end.' }]);
    expect(toClaudeSettings([{ action: 'allow', pattern: 'Edit(/src/**)' }]).lost).toEqual([
      { text: 'Edit(/src/**)', reason: 'A path that begins with / is another one in those settings.' },
    ]);
    expect(piles(fromClaudeSettings(JSON.parse(text)), rules)).toMatchObject({ gained: [], lost: [] });
  });

  test('as a file leaves out what only this machine needs to know', () => {
    const { text } = toRulesFile(rules);
    expect(text).not.toContain('secret');
    expect(JSON.parse(text).rules).toEqual([
      { action: 'allow', pattern: 'Bash(npm test)', description: 'tests' },
      { action: 'deny', pattern: 'Read(.env)' },
      { action: 'allow', pattern: 'Bash(make)', expires: '2030-01-01T00:00:00.000Z' },
    ]);
  });
});

describe('presets', () => {
  const context: Context = { ...plainContext('/work'), home: '/home/me', trusted: true };
  const verdicts = (name: keyof typeof presets): string[] => {
    const set = compileRules(presets[name].map(rule => ({ ...rule, root: '/home/me', source: { scope: 'user' } })));
    const calls: readonly (readonly [string, object])[] = [
      ['Bash', { command: 'npm test' }],
      ['Bash', { command: 'git push' }],
      ['Read', { file_path: '/work/.env' }],
      ['Read', { file_path: '/home/me/.ssh/id_rsa' }],
      ['Write', { file_path: '/work/src/a.ts', content: '' }],
      ['Write', { file_path: '/home/me/other/a.ts', content: '' }],
      ['Write', { file_path: '/work/.git/hooks/pre-push', content: '' }],
    ];
    return calls.map(([tool, input]) => evaluate(set, { tool, input, cwd: '/work' }, context).decision);
  };

  test.each([
    ['careful', ['ask', 'ask', 'deny', 'deny', 'ask', 'ask', 'ask']],
    ['balanced', ['allow', 'ask', 'deny', 'deny', 'ask', 'ask', 'ask']],
    ['fast', ['allow', 'ask', 'deny', 'deny', 'allow', 'ask', 'ask']],
  ] as const)('%s', (name, expected) => {
    expect(verdicts(name)).toEqual(expected);
  });

  test.each(Object.entries(presets))('%s holds only rules that can be read, none of them too broad', (_, rules) => {
    for (const rule of rules) expect(parseRule(rule.pattern, rule.action)).toHaveProperty('rule');
    expect(weaknesses(rules, 0)).toEqual([]);
  });
});
