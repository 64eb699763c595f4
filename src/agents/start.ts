import { findClaude, type Found } from './findClaude';
import { markVariable } from './descendants';
import { agentEnvironment } from './environment';
import type { GitExcludes } from './gitExcludes';
import type { AgentLinkOptions } from './link';
import type { AgentChoices } from '../core/call/use';
import { type Beginning, launchArguments } from '../core/claude/launch';
import type { FromRepository, RepositoryChoice } from '../core/session/repository';
import type { PermissionMode } from '../core/call/mode';
import { say, quoted, type Sentence } from '../core/texts/sentence';

export interface StartOptions {
  readonly cwd: string;
  /** The path to the CLI from the settings; empty to look for it. */
  readonly claudePath: () => string;
  /** Variables that the person's settings add to the agent's environment. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly workspace: readonly string[];
  /** What the agent may take from the repository, asked anew at every start. */
  readonly fromRepository: () => Promise<FromRepository>;
  /** The permission mode of the agent to start in; undefined leaves it to the agent's own settings. */
  readonly mode?: () => PermissionMode | undefined;
  /** What a person chose of the model, for agents of this session. */
  readonly choices?: () => AgentChoices;
}

/** How to start the agent, or why it cannot be started. */
type AgentStart =
  | ({ readonly ok: true; readonly took: RepositoryChoice } & Pick<
      AgentLinkOptions,
      'path' | 'args' | 'cwd' | 'environment' | 'instructions'
    >)
  | Extract<Found, { readonly ok: false }>;

/** What beside a sandbox an agent has that is started with one. */
export interface Sandboxed {
  readonly git: GitExcludes['setting'];
  /** The commands that run outside of it. */
  readonly excluded: readonly string[];
}

interface ThisStart {
  readonly mark: string;
  readonly beginning: Beginning;
  readonly sandboxed: Sandboxed | undefined;
}

export async function agentStart(
  options: StartOptions,
  { mark, beginning, sandboxed }: ThisStart,
): Promise<AgentStart> {
  const found = await findClaude({
    configured: options.claudePath(),
    environment: process.env,
    workspace: options.workspace,
    platform: process.platform,
  });
  const { choice: fromRepository, instructions } = await options.fromRepository();
  if (!found.ok) return found;
  const mode = options.mode?.();
  return {
    ok: true,
    took: fromRepository,
    path: found.path,
    args: launchArguments({
      mark: { [markVariable]: mark },
      beginning,
      fromRepository,
      folders: options.workspace.filter(folder => folder !== options.cwd),
      ...(mode === undefined ? {} : { mode }),
      ...(options.choices ? { choices: options.choices() } : {}),
      sandboxed: sandboxed && { excluded: sandboxed.excluded },
    }),
    cwd: options.cwd,
    ...(instructions === undefined ? {} : { instructions }),
    environment: {
      ...(sandboxed
        ? agentEnvironment({ ...process.env, ...withoutNews }, options.environment(), [sandboxed.git])
        : agentEnvironment(process.env, options.environment())),
      ...closedTo(fromRepository),
      ...keepsFiles,
    },
  };
}

/** Tasks that a repository has scheduled are given to the agent whatever settings it reads. */
function closedTo(choice: RepositoryChoice): Readonly<Record<string, string>> {
  return choice === 'all' ? {} : { CLAUDE_CODE_DISABLE_CRON: '1' };
}

/** As in a terminal it keeps what was in a file before it edits it, so that files can be put back. */
const keepsFiles = { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' };

/** Where every host asks, a program that looks for a newer one of itself would ask with each command. */
const withoutNews = { npm_config_update_notifier: 'false', NO_UPDATE_NOTIFIER: '1' };

/** What answers, for the header: a person must always be able to tell the real model from another one. */
export function modelName(options: Pick<StartOptions, 'environment'>): Sentence {
  // Asked for with every view of a session: to copy the environment would cost more than all the rest of it.
  const ours: Readonly<Record<string, string | undefined>> = options.environment();
  const named = ours['LATCH_MODEL_NAME'] ?? process.env['LATCH_MODEL_NAME'];
  if (named) return quoted(named);
  const base = ours['ANTHROPIC_BASE_URL'] ?? process.env['ANTHROPIC_BASE_URL'];
  if (!base) return quoted('Claude');
  return URL.canParse(base) ? say('Claude via {host}', { host: new URL(base).host }) : say('Claude via another server');
}
