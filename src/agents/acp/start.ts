import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import type { AcpAgent } from '../../core/session/acpAgent';
import type { SessionProblem } from '../../core/session/view';
import type { RepositoryChoice } from '../../core/session/repository';
import { say, type Sentence } from '../../core/texts/sentence';
import { agentEnvironment } from '../environment';
import type { StartOptions } from '../start';

type AcpStart =
  | {
      readonly ok: true;
      readonly path: string;
      readonly args: readonly string[];
      readonly environment: Record<string, string>;
      readonly took: RepositoryChoice;
    }
  | { readonly ok: false; readonly problem: SessionProblem };

/** How to start an agent of the settings, or why it cannot be started. It gets the environment that Claude Code gets. */
export async function acpStart(
  agent: AcpAgent,
  { fromRepository, workspace }: Pick<StartOptions, 'fromRepository' | 'workspace'>,
): Promise<AcpStart> {
  const { name, command, args, env } = agent;
  const environment = agentEnvironment(process.env, env);
  const path = await programAt(command, environment['PATH'] ?? '', workspace);
  const { choice: took } = await fromRepository();
  if (path !== undefined) return { ok: true, path, args, environment, took };
  return { ok: false, problem: { code: 'agent-ended', message: notFound(name, command), stderr: [] } };
}

export function notFound(agent: string, command: string): Sentence {
  return say('{agent} was not found: there is no program {command}. Install it, or change the setting latch.agents.', {
    agent,
    command,
  });
}

/** The program behind a name: never one that lies in the workspace, which anybody may have put there. */
export async function programAt(
  command: string,
  path: string,
  workspace: readonly string[],
): Promise<string | undefined> {
  const isPath = command.includes('/') || command.includes(sep);
  const folders = path.split(delimiter).filter(folder => isAbsolute(folder));
  const places = isPath ? [command] : folders.map(folder => join(folder, command));
  const inside = await Promise.all(workspace.map(real));
  for (const place of places) {
    if (!isAbsolute(place) || !(await isProgram(place))) continue;
    const there = await real(place);
    if (isPath || !inside.some(folder => there === folder || there.startsWith(folder + sep))) return place;
  }
  return undefined;
}

async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function isProgram(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return false;
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
