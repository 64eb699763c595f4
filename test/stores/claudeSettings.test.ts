import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { expect } from '../support/inWords';
import { compileRules, evaluate } from '../../src/core/rules';
import { ClaudeRules } from '../../src/stores/claudeSettings';
import { context } from '../core/rules/helpers';

/** What these settings files say; the path of each begins with `home` or `workspace`. */
function read(files: Readonly<Record<string, string>>, claudeFolder?: string): ReturnType<ClaudeRules['list']> {
  const folder = mkdtempSync(join(tmpdir(), 'latch-claude-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')];
  return new ClaudeRules(() => ({ home, workspace, claudeFolder })).list();
}

const rules = (allow: string, deny: string): string =>
  JSON.stringify({ permissions: { allow: [allow], deny: [deny] } });
const patterns = (found: readonly { readonly pattern: string }[]): readonly string[] => found.map(it => it.pattern);

test('what a repository can bring denies at once, and allows once a person has accepted it', () => {
  const found = read({
    'home/.claude/settings.json': rules('Bash(one)', 'Bash(no one)'),
    'workspace/.claude/settings.json': rules('Bash(two)', 'Bash(no two)'),
    'workspace/.claude/settings.local.json': rules('Bash(three)', 'Bash(no three)'),
  });
  expect(patterns(found.rules)).toEqual(['Bash(no one)', 'Bash(one)', 'Bash(no two)', 'Bash(no three)']);
  expect(patterns(found.unaccepted)).toEqual(['Bash(two)', 'Bash(three)']);
});

test('the settings of the person are those that the agent reads: of CLAUDE_CONFIG_DIR where it is set', () => {
  const files = {
    'home/.claude/settings.json': rules('Bash(one)', 'Bash(no one)'),
    'elsewhere/settings.json': rules('Bash(four)', 'Bash(no four)'),
    'workspace/.claude/settings.json': rules('Bash(two)', 'Bash(no two)'),
  };
  expect(patterns(read(files, '../elsewhere').rules)).toEqual(['Bash(no four)', 'Bash(four)', 'Bash(no two)']);
  expect(patterns(read(files, '').rules)).toEqual(['Bash(no one)', 'Bash(one)', 'Bash(no two)']);
});

test('a file that cannot be read is a problem with its line, and makes every call ask', () => {
  const broken = '{\n  "permissions": {\n    "deny": [}\n}\n';
  const { unreadable, problems } = read({ 'home/.claude/settings.json': broken });
  expect(problems).toMatchObject([{ code: 'broken', line: 3 }]);
  expect(unreadable).toMatchObject([
    { source: { scope: 'claude', line: 3 }, why: 'This is not JSON (ValueExpected).' },
  ]);
});

test.each<[string, readonly string[]]>([
  ['{"permissions":{"deny":[["Bash(make:*)"]]}}', ['This deny rule is not a text in a list.']],
  ['{"permissions":{"ask":[7, "Bash(x)"]}}', ['This ask rule is not a text in a list.']],
  ['{"permissions":{"deny":"Bash(make:*)"}}', ['This deny rule is not a text in a list.']],
  ['{"permissions":{"deny":null,"ask":[]}}', []],
  ['{"permissions":{"allow":[7]}}', []],
])('%s: what may have forbidden something is a problem with its line', (text, whys) => {
  const { unreadable, problems } = read({ 'home/.claude/settings.json': text });
  expect(unreadable.map(({ why }) => why)).toEqual(whys);
  expect(problems).toMatchObject(whys.map(message => ({ code: 'unreadable', message, line: 1 })));
});

test('rules have their file and line', () => {
  const text = '{ "permissions": {\n "allow": ["Bash(make:*)"],\n "deny": ["Read(./.env)"] } }';
  const file = expect.stringMatching(/home\/\.claude\/settings\.json$/);
  expect(read({ 'home/.claude/settings.json': text }).rules).toMatchObject([
    { action: 'deny', pattern: 'Read(./.env)', source: { scope: 'claude', file, line: 3 } },
    { action: 'allow', pattern: 'Bash(make:*)', source: { scope: 'claude', file, line: 2 } },
  ]);
});

test.each(['{', '{"permissions":{"deny":[7]}}', 'x'])('%s: what may have been a deny rule asks', text => {
  const allowsAll = '{"permissions":{"allow":["Bash"]}}';
  const found = read({ 'home/.claude/settings.json': allowsAll, 'workspace/.claude/settings.json': text });
  const set = compileRules([...found.rules, ...found.unreadable]);
  expect(evaluate(set, { tool: 'Bash', input: { command: 'make' }, cwd: '/w' }, context()).decision).toBe('ask');
});

test.each(['', '{}', '{"permissions":{}}', '{"permissions":{"allow":[7]}}'])('%s holds no rule', text => {
  expect(read({ 'home/.claude/settings.json': text })).toMatchObject({ rules: [], unreadable: [], problems: [] });
});
