import { describe, expect, test } from 'vitest';
import { terminalLine, lineOf } from '../../../src/core/acp/shellLine';
import { toldOf } from '../../../src/core/acp/toolCall';
import { wantedIn } from '../../../src/core/acp/wanted';
import type { JsonObject } from '../../../src/core/base/json';

const asker = { agent: 'Strange', cwd: '/w' };
const diff = { type: 'diff', path: '/w/a.ts', oldText: 'a', newText: 'b' };
const { oldText: _, ...created } = diff;

describe('a call that every part of it says the same of', () => {
  test.each<[string, JsonObject, string, JsonObject]>([
    ['a command', { kind: 'execute', rawInput: { command: 'ls' } }, 'Bash', { command: 'ls' }],
    [
      'with its reason',
      { kind: 'execute', rawInput: { command: 'ls', description: 'List' } },
      'Bash',
      { command: 'ls', description: 'List' },
    ],
    [
      'of Claude, as it is',
      { kind: 'execute', name: 'Bash', rawInput: { command: 'ls', run_in_background: true } },
      'Bash',
      { command: 'ls', run_in_background: true },
    ],
    [
      'through a shell',
      { kind: 'execute', rawInput: { command: ['/bin/bash', '-lc', 'a && b'] } },
      'Bash',
      { command: 'a && b' },
    ],
    [
      'a sum, which every shell reads the same',
      { kind: 'execute', rawInput: { command: 'echo $((1 + 2))' } },
      'Bash',
      { command: 'echo $((1 + 2))' },
    ],
    [
      'in words',
      { kind: 'execute', rawInput: { command: ['rm', '-rf', 'my dir', "it's"] } },
      'Bash',
      { command: "rm -rf 'my dir' 'it'\\''s'" },
    ],
    [
      'in the folder of the session',
      { kind: 'execute', rawInput: { command: 'ls', cwd: '/w' } },
      'Bash',
      { command: 'ls' },
    ],
    [
      'an edit, by its diff',
      { kind: 'edit', content: [diff], rawInput: { filepath: '/w/a.ts' } },
      'Edit',
      { file_path: '/w/a.ts', old_string: 'a', new_string: 'b' },
    ],
    ['a new file', { kind: 'edit', content: [created] }, 'Write', { file_path: '/w/a.ts', content: 'b' }],
    [
      'an edit of Claude',
      {
        kind: 'edit',
        name: 'Edit',
        content: [diff],
        rawInput: { file_path: '/w/a.ts', old_string: 'a', new_string: 'b', replace_all: true },
      },
      'Edit',
      { file_path: '/w/a.ts', old_string: 'a', new_string: 'b', replace_all: true },
    ],
    ['a file that goes', { kind: 'delete', locations: [{ path: '/w/a.ts' }] }, 'Delete', { file_path: '/w/a.ts' }],
    [
      'a file that is read',
      { kind: 'read', rawInput: { path: '/w/a.ts', limit: 9 }, locations: [{ path: '/w/a.ts', line: 3 }] },
      'Read',
      { file_path: '/w/a.ts', limit: 9 },
    ],
    ['a page', { kind: 'fetch', rawInput: { url: 'https://x.y/' } }, 'WebFetch', { url: 'https://x.y/' }],
    ['a search of Claude', { kind: 'search', name: 'Grep', rawInput: { pattern: 'x' } }, 'Grep', { pattern: 'x' }],
    [
      'a tool of a server',
      { kind: 'other', title: 'mcp__fs__write', rawInput: { path: 'a' } },
      'mcp__fs__write',
      { path: 'a' },
    ],
    ['a plan', { kind: 'switch_mode', rawInput: { plan: '1. Go' } }, 'ExitPlanMode', { plan: '1. Go' }],
  ])('%s', (_name, call, tool, input) => {
    expect(wantedIn(toldOf(call), asker)).toEqual({ tool, input, isOurs: true });
  });
});

describe('a call that may be something else is a tool of its agent', () => {
  test.each<[string, JsonObject, string]>([
    ['a command that only its title tells', { kind: 'execute', title: 'rm -rf /' }, 'Agent(Strange):execute'],
    [
      'a command in another folder',
      { kind: 'execute', rawInput: { command: 'ls', workdir: '/etc' } },
      'Agent(Strange):execute',
    ],
    ['an empty command', { kind: 'execute', rawInput: { command: ' ' } }, 'Agent(Strange):execute'],
    [
      'a diff of one path, an input of another',
      { kind: 'edit', content: [diff], rawInput: { file_path: '/etc/passwd' } },
      'Agent(Strange):edit',
    ],
    [
      'a diff at a path that is not absolute',
      { kind: 'edit', content: [{ ...diff, path: 'a.ts' }] },
      'Agent(Strange):edit',
    ],
    ['changes of two files', { kind: 'edit', content: [diff, { ...diff, path: '/w/b.ts' }] }, 'Agent(Strange):edit'],
    [
      'a diff that is not the input of Edit',
      {
        kind: 'edit',
        name: 'Edit',
        content: [diff, diff],
        rawInput: { file_path: '/w/a.ts', old_string: 'x', new_string: 'y' },
      },
      'Agent(Strange):Edit',
    ],
    [
      'a reading with a command in it',
      { kind: 'read', name: 'Read', rawInput: { path: '/w/a', command: 'rm' } },
      'Agent(Strange):Read',
    ],
    [
      'a reading of two files',
      { kind: 'read', locations: [{ path: '/w/a' }, { path: '/w/b' }] },
      'Agent(Strange):read',
    ],
    [
      'a tool that calls itself Read and runs',
      { kind: 'execute', name: 'Read', rawInput: { file_path: '/w/a' } },
      'Agent(Strange):Read',
    ],
    ['a server tool that edits', { kind: 'edit', title: 'mcp__fs__write', rawInput: {} }, 'Agent(Strange):edit'],
    ['nothing at all', {}, 'Agent(Strange):other'],
    ...['[[ a || ./run ]]', 'ls; ((./run))', "echo $'\\'; ./run; '"].map((command): [string, JsonObject, string] => [
      `${command}, which not every shell reads as bash does`,
      { kind: 'execute', rawInput: { command } },
      'Agent(Strange):execute',
    ]),
  ])('%s', (_name, call, tool) => {
    expect(wantedIn(toldOf(call), asker)).toMatchObject({ tool, isOurs: false });
  });

  test('with a name that cannot end the name of the tool', () => {
    expect(wantedIn(toldOf({ name: 'x) y' }), { agent: 'a):b(', cwd: '/' }).tool).toBe('Agent(a-:b-):x--y');
    expect(wantedIn(toldOf({ kind: 'edit' }), { agent: '通义', cwd: '/' }).tool).toBe('Agent(通义):edit');
  });
});

test.each<[readonly string[], string]>([
  [['bash', '-c', 'a | b'], 'a | b'],
  [['bash', '-c', 'a', 'b'], 'bash -c a b'],
  [['/bin/sh', '-c', '[[ a || b ]]'], "/bin/sh -c '[[ a || b ]]'"],
  [['python', '-c', 'x'], 'python -c x'],
  [['A=1', 'b'], "'A=1' b"],
])('the line of %j', (words, line) => {
  expect(lineOf(words)).toBe(line);
});

test.each<[Parameters<typeof terminalLine>[0], string | undefined]>([
  [{ command: 'npm test', args: [], env: [] }, 'npm test'],
  [{ command: 'npm', args: ['run', 'a b'], env: [] }, "npm run 'a b'"],
  [
    { command: 'make', args: ['x'], env: [['CI', "it's"]], folder: '/o p' },
    "cd '/o p' && export CI='it'\\''s' && make x",
  ],
  [{ command: 'a; b', args: [], env: [['CI', '1']] }, "export CI='1' && { a; b\n}"],
  [{ command: 'x', args: [], env: [['A=1;rm', '']] }, undefined],
])('what a terminal would start: %j', (terminal, line) => {
  expect(terminalLine(terminal)).toBe(line);
});
