import { expect, test } from 'vitest';
import { stoppedIn } from '../../../src/core/session/stopped';

const kept = {
  reads: [
    { path: '/ws/**/.env', rule: 'Read(.env)' },
    { path: '/ws/keys', rule: 'Read(keys/**)' },
    { path: '/ws/c/*.pem', rule: 'Read(c/*.pem)' },
    { path: '/usr/bin/curl', rule: 'Bash(curl:*)' },
  ],
  writes: [{ path: '/ws/src', rule: 'Edit(src/**)' }, { path: '/ws/.git/hooks' }],
};
const outside = 'The kernel stopped this: commands can write only in the folder of the session.';

const gone = 'The sandbox does not start any more, so this command did not run. Restart the session.';

test.each([
  ['cat: .env: Permission denied', 'The kernel stopped this: the rule Read(.env) keeps /ws/**/.env.'],
  ['ls\ngrep: ./a/.env: Permission denied\nmore', 'The kernel stopped this: the rule Read(.env) keeps /ws/**/.env.'],
  ['/bin/bash: line 1: src/n: Read-only file system', 'The kernel stopped this: the rule Edit(src/**) keeps /ws/src.'],
  [
    "PermissionError: [Errno 13] Permission denied: 'c/x.pem'",
    'The kernel stopped this: the rule Read(c/*.pem) keeps /ws/c/*.pem.',
  ],
  ['bash: /usr/bin/curl: Permission denied', 'The kernel stopped this: the rule Bash(curl:*) keeps /usr/bin/curl.'],
  ['tee: .git/hooks/x: Read-only file system', 'The kernel stopped this: Latch protects /ws/.git/hooks.'],
  ["npm error EROFS: read-only file system, mkdir '/home/me/.npm'", outside],
  ['touch: /x: Read-only file system', outside],
  ['bwrap: Creating new namespace failed: Operation not permitted', gone],
  ['Exit code 127\n/bin/bash: line 1: bwrap: command not found', gone],
  ['Exit code 127\n/bin/sh: 1: bwrap: not found\n', gone],
  // Nothing of ours.
  ['built\nbwrap: Creating new namespace failed: Operation not permitted', undefined],
  ['cat: secret: Permission denied', undefined],
  ['cat: my.env2: Permission denied', undefined],
  ['.env was read', undefined],
  ['', undefined],
])('%s', (text, sentence) => {
  expect(stoppedIn(text, kept)?.text).toBe(sentence);
});
