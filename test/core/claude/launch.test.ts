import { test } from 'vitest';
import { expect } from '../../support/inWords';
import { exitProblem, keptNothing, launchArguments } from '../../../src/core/claude/launch';

const protocol =
  '-p --input-format stream-json --output-format stream-json --verbose --include-partial-messages --replay-user-messages --permission-prompt-tool stdio';
const cliSessionId = 'c0ffee00-0000-4000-8000-000000000000';

test.each([
  [
    { beginning: { kind: 'new', cliSessionId }, fromRepository: 'none' },
    `--session-id ${cliSessionId} --setting-sources user`,
  ],
  [{ beginning: { kind: 'resume', cliSessionId, fork: false }, fromRepository: 'all' }, `--resume ${cliSessionId}`],
  [
    { beginning: { kind: 'resume', cliSessionId, fork: true }, fromRepository: 'instructions', mode: 'plan' },
    `--resume ${cliSessionId} --fork-session --permission-mode plan --setting-sources user`,
  ],
  [
    {
      beginning: { kind: 'resume', cliSessionId, fork: true, at: 'a1' },
      fromRepository: 'all',
      choices: { model: 'sonnet', effort: 'low' },
    },
    `--resume ${cliSessionId} --fork-session --resume-session-at a1 --model sonnet --effort low`,
  ],
  [
    { beginning: { kind: 'new', cliSessionId }, fromRepository: 'all', folders: ['/lib'] },
    `--session-id ${cliSessionId} --settings {"permissions":{"additionalDirectories":["/lib"]},"env":{"LATCH_AGENT":"m1"}}`,
  ],
] as const)('%j', (options, expected) => {
  expect(launchArguments({ mark: { LATCH_AGENT: 'm1' }, ...options }).join(' ')).toBe(`${protocol} ${expected}`);
});

test('why an agent ended is said in words, with what it wrote last', () => {
  const stderr = Array.from({ length: 20 }, (_, line) => `line ${line}`);
  expect(exitProblem({ code: 1, signal: null }, stderr, true)).toEqual({
    code: 'cli-exited',
    message: 'Claude Code ended with code 1.',
    stderr: stderr.slice(8),
  });
  expect(exitProblem({ code: null, signal: 'SIGKILL' }, [], false).message).toBe(
    'Claude Code ended by SIGKILL before it was ready.',
  );
  expect(exitProblem({ code: null, signal: null, startError: 'spawn EACCES' }, [], false)).toMatchObject({
    code: 'cli-not-executable',
    message: 'Claude Code could not be started: spawn EACCES',
  });
  expect(exitProblem({ code: 1, signal: null }, ["error: unknown option '--x'"], false).code).toBe('cli-too-old');
  expect(exitProblem({ code: 1, signal: null }, ["error: unknown option '--x'"], true).code).toBe('cli-exited');
});

test('a conversation that cannot be gone on with is told from other ends', () => {
  expect(keptNothing([`No conversation found with session ID: ${cliSessionId}`])).toBe(true);
  expect(keptNothing(['Error: no space left on device'])).toBe(false);
});
