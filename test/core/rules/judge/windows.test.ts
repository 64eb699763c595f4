import { expect, test } from 'vitest';
import { bash, judge, rules } from '../helpers';

const shells = ['Get-ChildItem', 'ls', 'Get-Content .env', 'Remove-Item -Recurse -Force C:\\', 'cmd /c del x'];

test('a command for PowerShell asks, whatever it says, and a rule for Bash is none for it', () => {
  for (const platform of ['win32', 'linux'] as const)
    for (const command of shells) {
      const set = rules('allow Bash', 'allow Bash(ls)');
      const found = judge(set, { tool: 'PowerShell', input: { command } }, { platform });
      expect({ command, decision: found.decision, readOnly: found.readOnly }).toEqual({
        command,
        decision: 'ask',
        readOnly: false,
      });
    }
});

test('a deny rule for the tool holds, and one for commands of Bash does not pretend to', () => {
  expect(judge(rules('deny PowerShell'), { tool: 'PowerShell', input: { command: 'ls' } }).decision).toBe('deny');
  expect(judge(rules('deny Bash(ls:*)'), { tool: 'PowerShell', input: { command: 'ls' } }).decision).toBe('ask');
});

test('on Windows a command asks, also one that only reads elsewhere; what is denied is denied', () => {
  const windows = { platform: 'win32' } as const;
  for (const command of ['ls', 'cat a.txt', 'dir', 'type a.txt', 'powershell -c ls', 'cmd /c dir', 'git status'])
    expect({ command, decision: bash([], command, windows).decision }).toEqual({ command, decision: 'ask' });
  expect(bash(rules('deny Bash(del:*)'), 'DEL.EXE x', windows).decision).toBe('deny');
});
