import type { RepositoryChoice } from '../session/repository';
import type { SessionProblem } from '../session/view';
import type { PermissionMode } from '../call/mode';

/** Where a session of the agent begins: new, or going on from one it has on disk. */
export type Beginning =
  | { readonly kind: 'new'; readonly cliSessionId: string }
  | { readonly kind: 'resume'; readonly cliSessionId: string; readonly fork: boolean };

interface LaunchOptions {
  readonly beginning: Beginning;
  /** What the agent takes of what the repository brings. */
  readonly fromRepository: RepositoryChoice;
  readonly mode?: PermissionMode;
}

/** The arguments that make the CLI speak with us. Each of them is needed: without `--verbose` it exits, without partial messages a batch has no end. */
export function launchArguments({ beginning, fromRepository, mode }: LaunchOptions): string[] {
  const protocol = [
    '-p',
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    '--verbose',
    '--include-partial-messages',
    '--permission-prompt-tool',
    'stdio',
  ];
  const session =
    beginning.kind === 'new'
      ? ['--session-id', beginning.cliSessionId]
      : ['--resume', beginning.cliSessionId, ...(beginning.fork ? ['--fork-session'] : [])];
  return [
    ...protocol,
    ...session,
    ...(mode === undefined ? [] : ['--permission-mode', mode]),
    ...repositoryArguments(fromRepository),
  ];
}

function repositoryArguments(choice: RepositoryChoice): string[] {
  switch (choice) {
    case 'none':
      return ['--setting-sources', 'user'];
    case 'instructions':
      return ['--settings', '{"disableAllHooks":true}', '--strict-mcp-config'];
    case 'all':
      return [];
    default:
      return choice satisfies never;
  }
}

/** Whether the agent ended because it has nothing of the conversation it was to go on with: it was killed before it kept any. */
export function keptNothing(stderr: readonly string[]): boolean {
  return stderr.some(line => line.startsWith('No conversation found with session ID'));
}

/** Why an agent that ended, ended, in words for the person who has to do something about it. */
export function exitProblem(
  exit: { readonly code: number | null; readonly signal: string | null; readonly startError?: string },
  stderr: readonly string[],
  answered: boolean,
): SessionProblem {
  const last = stderr.slice(-12);
  if (exit.startError)
    return {
      code: 'cli-not-executable',
      message: `Claude Code could not be started: ${exit.startError}`,
      stderr: last,
    };
  if (!answered && stderr.some(line => /unknown (?:option|argument|command)/i.test(line))) {
    return {
      code: 'cli-too-old',
      message: 'This Claude Code is too old to ask for approvals. Update it (claude update), then restart.',
      stderr: last,
    };
  }
  const { signal, code } = exit;
  const message = answered ? endOf(signal, code) : earlyEndOf(signal, code);
  return { code: 'cli-exited', message, stderr: last };
}

function endOf(signal: string | null, code: number | null): string {
  return signal ? `Claude Code ended by ${signal}.` : `Claude Code ended with code ${code ?? 'unknown'}.`;
}

function earlyEndOf(signal: string | null, code: number | null): string {
  return signal
    ? `Claude Code ended by ${signal} before it was ready.`
    : `Claude Code ended with code ${code ?? 'unknown'} before it was ready.`;
}
