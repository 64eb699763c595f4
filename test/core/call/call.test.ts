import { expect, test } from 'vitest';
import { type CallKind, kindOf } from '../../../src/core/call/call';

const kinds: readonly (readonly [string, CallKind])[] = [
  ['Bash', 'bash'],
  ['KillBash', 'bash'],
  ['KillShell', 'bash'],
  ['BashOutput', 'bash'],
  ['Write', 'file_write'],
  ['Edit', 'file_write'],
  ['MultiEdit', 'file_write'],
  ['NotebookEdit', 'file_write'],
  ['Delete', 'file_delete'],
  ['TodoWrite', 'other'],
  ['Read', 'other'],
  ['Agent', 'other'],
  ['mcp__fs__write_file', 'mcp'],
  ['mcp__fs__delete_file', 'mcp'],
  ['mcp__bash__Bash', 'mcp'],
  ['WebFetch', 'web'],
  ['WebSearch', 'web'],
  ['Skill', 'skill'],
  ['AskUserQuestion', 'question'],
  ['ExitPlanMode', 'plan'],
  ['toString', 'other'],
  ['__proto__', 'other'],
  ['bash', 'other'],
  ['', 'other'],
];

test.each(kinds)('%s is %s', (tool, kind) => expect(kindOf(tool)).toBe(kind));
