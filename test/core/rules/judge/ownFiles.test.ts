import { describe, expect, test } from 'vitest';
import { bash, judge, rules } from '../helpers';

const everything = rules('allow Bash', 'allow Edit', 'allow mcp__files');

describe('a file of Latch itself is never changed without a question, whatever a rule allows', () => {
  test.each([
    'cp evil.json .latch/rules.json',
    'cp -r evil/. .latch',
    'mv evil .latch',
    'ln -sf evil.json .latch/rules.json',
    'echo {} | tee .latch/rules.json',
    'sed -i s/deny/allow/ .latch/rules.json',
    'sed -i s/deny/allow/ .l*/rules.json',
    'rm -r .l[a]tch',
    'rm -r .{latch,x}',
    'echo {} >> ~/.latch/rules.json',
    'git checkout other -- .latch/rules.json',
    'git restore .latch',
    'x=.latch; cp evil.json $x/rules.json',
    'cp evil.json "$(echo .latch)/rules.json"',
    'echo .latch/rules.json | xargs cp evil.json',
    'cd .latch && cp ../evil.json rules.json',
    'pushd .latch && mv rules.json x',
    "perl -e 'unlink q(.latch/rules.json)'",
    'some-tool --out=.latch/rules.json',
    'cp evil.json ~/.config/Code/User/settings.json',
    'rm ~/.config/Code/User/globalStorage/latch.latch/journal/x.jsonl',
    'rm -rf ~/.local/state/latch/journal',
    'sed -i s/a/b/ project.code-workspace',
    'cp evil.json .vscode/settings.json',
  ])('%s', command => {
    expect(bash(everything, command).decision).toBe('ask');
  });

  test.each([
    ['Edit', { file_path: '/w/.latch/rules.json' }],
    ['Write', { file_path: '/home/me/.latch/rules.json' }],
    ['Write', { file_path: '/home/me/.config/Code/User/settings.json' }],
    ['Write', { file_path: '/home/me/.vscode-server/data/Machine/settings.json' }],
    ['Edit', { file_path: '/home/me/.config/Code/User/workspaceStorage/1/state.vscdb' }],
    ['mcp__files__write', { path: '/w/.latch/rules.json', text: '{}' }],
    ['mcp__files__move', { items: [{ from: 'a', to: './sub/../.LATCH/rules.json' }] }],
    ['mcp__files__run', { script: "fs.writeFileSync('.latch/rules.json', '')" }],
  ])('%s of %j', (tool, input) => {
    expect(judge(everything, { tool, input }).decision).toBe('ask');
  });

  test.each([
    ['Bash', { command: 'cat .latch/rules.json' }],
    ['Bash', { command: 'git commit -m "Deny rm in .latch/rules.json"' }],
    ['Bash', { command: 'rm -r .l*.tmp' }],
    ['Bash', { command: 'cp latch.json rules.json' }],
    ['mcp__files__write', { path: '/w/latch/rules.json', text: '{}' }],
  ])('%s of %j is none of them', (tool, input) => {
    expect(judge(everything, { tool, input }).decision).toBe('allow');
  });
});
