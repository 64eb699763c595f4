import type { RepositoryChoice } from '../session/repository';
import type { AgentChoices } from '../call/use';
import type { SessionProblem } from '../session/view';
import type { PermissionMode } from '../call/mode';
import type { JsonObject } from '../base/json';
import { noLimits, sandboxSettings } from './sandbox';
import { say, type Sentence } from '../texts/sentence';

/** Where a session of the agent begins: new, or going on from one it has on disk. */
export type Beginning =
  | { readonly kind: 'new'; readonly cliSessionId: string }
  | { readonly kind: 'resume'; readonly cliSessionId: string; readonly fork: boolean; readonly at?: string };

interface LaunchOptions {
  /** The variable by which this agent is told from every other one. */
  readonly mark: Readonly<Record<string, string>>;
  readonly choices?: AgentChoices;
  /** The other folders of the workspace. */
  readonly folders?: readonly string[];
  readonly beginning: Beginning;
  /** What the agent takes of what the repository brings. */
  readonly fromRepository: RepositoryChoice;
  readonly mode?: PermissionMode;
  /** Whether commands run in the sandbox. What it is to hold is told as soon as the agent runs: see `noLimits`. */
  readonly sandboxed?: { readonly excluded: readonly string[] } | undefined;
}

/** The arguments that make the CLI speak with us. Each of them is needed: without `--verbose` it exits, without partial messages a batch has no end. */
export function launchArguments({
  mark,
  beginning,
  fromRepository,
  mode,
  sandboxed,
  choices = {},
  folders = [],
}: LaunchOptions): string[] {
  const protocol = [
    '-p',
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    '--verbose',
    '--include-partial-messages',
    '--replay-user-messages',
    '--permission-prompt-tool',
    'stdio',
  ];
  const session =
    beginning.kind === 'new'
      ? ['--session-id', beginning.cliSessionId]
      : [
          '--resume',
          beginning.cliSessionId,
          ...(beginning.fork ? ['--fork-session'] : []),
          ...(beginning.at === undefined ? [] : ['--resume-session-at', beginning.at]),
        ];
  return [
    ...protocol,
    ...session,
    ...(mode === undefined ? [] : ['--permission-mode', mode]),
    ...(choices.model === undefined ? [] : ['--model', choices.model]),
    ...(choices.effort === undefined ? [] : ['--effort', choices.effort]),
    ...repositoryArguments(fromRepository),
    ...settingsArguments(mark, {
      ...(sandboxed ? { sandbox: sandboxSettings({ ...noLimits, ...sandboxed }) } : {}),
      // Unlike those of `--add-dir`, skills and commands of such a folder stay unread: nobody has looked at them.
      ...(folders.length === 0 ? {} : { permissions: { additionalDirectories: [...folders] } }),
    }),
  ];
}

/**
 * Until all of it is accepted the agent looks at no file of the repository by itself: no argument keeps hooks, servers,
 * variables, plugins and command lines away one by one, and those that it does not read do not become live later either.
 */
function repositoryArguments(choice: RepositoryChoice): string[] {
  return choice === 'all' ? [] : ['--setting-sources', 'user'];
}

/**
 * The CLI takes the last one of several, so all settings go into one. It keeps them in a file that is named by their text
 * and gone with the agent; the sandbox of another agent with the same text was seen to miss it. With the mark no other has
 * the same.
 */
function settingsArguments(mark: LaunchOptions['mark'], settings: JsonObject): string[] {
  if (Object.keys(settings).length === 0) return [];
  return ['--settings', JSON.stringify({ ...settings, env: mark })];
}

/** What the CLI says when it ends because it has no sandbox to run commands in. */
export function sandboxRefusal(stderr: readonly string[]): string | undefined {
  return stderr.find(line => line.includes('sandbox required but unavailable'));
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
      message: say('Claude Code could not be started: {error}', { error: exit.startError }),
      stderr: last,
    };
  if (!answered && stderr.some(line => /unknown (?:option|argument|command)/i.test(line))) {
    return {
      code: 'cli-too-old',
      message: say('This Claude Code is too old to ask for approvals. Update it (claude update), then restart.'),
      stderr: last,
    };
  }
  const { signal, code } = exit;
  const message = answered ? endOf(signal, code) : earlyEndOf(signal, code);
  return { code: 'cli-exited', message, stderr: last };
}

function endOf(signal: string | null, code: number | null): Sentence {
  return signal
    ? say('Claude Code ended by {signal}.', { signal })
    : say('Claude Code ended with code {code}.', { code: code ?? 'unknown' });
}

function earlyEndOf(signal: string | null, code: number | null): Sentence {
  return signal
    ? say('Claude Code ended by {signal} before it was ready.', { signal })
    : say('Claude Code ended with code {code} before it was ready.', { code: code ?? 'unknown' });
}
