import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import type { SessionProblem } from '../core/session/view';
import type { Environment } from './environment';
import { say, type Sentence } from '../core/texts/sentence';

export type Found =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: SessionProblem };

interface Search {
  /** The path from the settings; empty to look for it. */
  readonly configured: string;
  readonly environment: Environment;
  /** Folders of the workspace: an executable inside them came with the repository and is never picked up by itself. */
  readonly workspace: readonly string[];
  readonly platform: NodeJS.Platform;
}

/** Where the program lies in a folder of PATH. On Windows npm puts a script there, and the program under its package. */
const programs = {
  others: [['claude']],
  windows: [['claude.exe'], ['node_modules', '@anthropic-ai', 'claude-code', 'bin', 'claude.exe']],
} as const;

/** Finds the CLI by an absolute path only: a relative one would start whatever the repository calls `claude`. */
export async function findClaude(search: Search): Promise<Found> {
  if (search.configured !== '') return configured(expandHome(search.configured, search.environment));
  const workspace = await Promise.all(search.workspace.map(real));
  let script: string | undefined;
  for (const folder of folders(search)) {
    const where = await real(folder);
    if (workspace.some(root => isInside(where, root))) continue;
    for (const program of programs[search.platform === 'win32' ? 'windows' : 'others']) {
      const path = join(folder, ...program);
      if ((await executable(path)) === 'yes') return { ok: true, path };
    }
    const shim = join(folder, 'claude.cmd');
    if (search.platform === 'win32' && (await executable(shim)) === 'yes') script ??= shim;
  }
  if (script !== undefined)
    return problem(
      'cli-missing',
      say('{path} starts Claude Code through a script, and its program is not beside it. Set the path to claude.exe.', {
        path: script,
      }),
    );
  return problem(
    'cli-missing',
    say('Claude Code was not found. Install it (npm install -g @anthropic-ai/claude-code), or set the path to it.'),
  );
}

async function configured(path: string): Promise<Found> {
  if (!isAbsolute(path))
    return problem(
      'cli-missing',
      say('The path to Claude Code must be absolute, and "{path}" is not. Change the setting latch.claude.path.', {
        path,
      }),
    );
  const found = await executable(path);
  if (found === 'yes') return { ok: true, path };
  if (found === 'missing')
    return problem(
      'cli-missing',
      say('There is no file at {path}. Change the setting latch.claude.path, or clear it to search for Claude Code.', {
        path,
      }),
    );
  return problem(
    'cli-not-executable',
    say('{path} is not executable. Make it so (chmod +x), or change the setting latch.claude.path.', { path }),
  );
}

function problem(code: SessionProblem['code'], message: Sentence): Found {
  return { ok: false, problem: { code, message, stderr: [] } };
}

function expandHome(path: string, environment: Environment): string {
  const home = environment['HOME'] ?? environment['USERPROFILE'];
  return path.startsWith('~/') && home ? join(home, path.slice(2)) : path;
}

function folders({ environment, platform }: Search): string[] {
  const home = environment['HOME'] ?? environment['USERPROFILE'];
  const path = environment['PATH'] ?? environment['Path'] ?? '';
  return [
    ...path.split(delimiter),
    ...(home ? [join(home, '.local', 'bin'), join(home, '.claude', 'local'), join(home, '.npm-global', 'bin')] : []),
    ...(platform === 'win32' ? [] : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin']),
  ].filter(folder => isAbsolute(folder));
}

/** A folder by its own name: a link from outside into the workspace is inside it. */
async function real(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function executable(path: string): Promise<'yes' | 'no' | 'missing'> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return 'missing';
  if (!found.isFile()) return 'no';
  return access(path, constants.X_OK).then(
    () => 'yes' as const,
    () => 'no' as const,
  );
}
