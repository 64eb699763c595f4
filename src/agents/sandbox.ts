import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quoted, say, type Sentence } from '../core/texts/sentence';
import { programFiles } from '../stores/programFiles';

const run = promisify(execFile);

/** Whether this machine can hold a command; if not, why, and what would change it. */
type SandboxTrial = { readonly ok: true } | { readonly ok: false; readonly why: Sentence; readonly remedy?: Sentence };

interface Machine {
  readonly platform: NodeJS.Platform;
  /** The PATH of the agent: its own programs are looked up there. */
  readonly path: string;
}

const trials = new Map<string, Promise<SandboxTrial>>();

/** Tries it with a command that must fail, once for what it depends on. */
export async function trySandbox(machine: Machine): Promise<SandboxTrial> {
  const { platform, path } = machine;
  const files = ['bwrap', 'socat', 'sandbox-exec'].flatMap(program => programFiles(program, path));
  const stamps = await Promise.all(
    files.map(file => stat(file).then(({ mtimeMs, ino }) => `${file} ${ino} ${mtimeMs}`)),
  );
  const key = `${platform}\n${stamps.join('\n')}`;
  const known = trials.get(key) ?? trial(machine);
  trials.set(key, known);
  return known;
}

async function trial({ platform, path }: Machine): Promise<SandboxTrial> {
  if (platform === 'win32') return { ok: false, why: say('Windows has no sandbox for commands.') };
  const needed = platform === 'darwin' ? ['sandbox-exec'] : ['bwrap', 'socat'];
  const missing = needed.filter(program => programFiles(program, path).length === 0);
  if (missing.length > 0)
    return {
      ok: false,
      why: say('{programs} cannot be found.', { programs: missing.map(quoted) }),
      ...(platform === 'darwin' ? {} : { remedy: quoted('sudo apt-get install bubblewrap socat') }),
    };
  const folder = await mkdtemp(join(tmpdir(), 'latch-sandbox-'));
  try {
    return await heldIn(folder, platform, path);
  } catch (error) {
    return notStarted(problemOf(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where the system itself forbids what a sandbox is made of, what would let it. */
function notStarted(error: string): SandboxTrial {
  if (!/namespace|uid map|Operation not permitted/i.test(error))
    return { ok: false, why: say('The sandbox does not start: {error}', { error }) };
  const why = say('The sandbox does not start, because this system, as most containers do, forbids it: {error}', {
    error,
  });
  const forbids = forbidding.find(([file, value]) => textOf(file)?.trim() === value);
  return { ok: false, why, ...(forbids ? { remedy: quoted(forbids[2]) } : {}) };
}

const forbidding = [
  ['/proc/sys/user/max_user_namespaces', '0', 'sudo sysctl -w user.max_user_namespaces=15000'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0', 'sudo sysctl -w kernel.unprivileged_userns_clone=1'],
  [
    '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    '1',
    'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  ],
] as const;

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** One file is to be seen and the other is not. */
async function heldIn(folder: string, platform: NodeJS.Platform, path: string): Promise<SandboxTrial> {
  const [seen, hidden] = [join(folder, 'seen'), join(folder, 'hidden')];
  await writeFile(seen, 'seen');
  await writeFile(hidden, 'hidden');
  const [program = '', ...args] = platform === 'darwin' ? seatbelt(hidden) : bubblewrap(hidden);
  const command = ['/bin/sh', '-c', 'cat "$0"; cat "$1" 2>/dev/null; exit 0', seen, hidden];
  const { stdout } = await run(program, [...args, ...command], { env: { PATH: path }, timeout: 10_000 });
  return stdout === 'seen'
    ? { ok: true }
    : { ok: false, why: say('The sandbox does not hide what it is told to hide.') };
}

/** The parts of it that a container or a system may forbid: its own processes, its own network, its own view of the disk. */
function bubblewrap(hidden: string): readonly string[] {
  const spaces = ['--die-with-parent', '--unshare-pid', '--unshare-net'];
  const view = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--ro-bind', '/dev/null', hidden];
  return ['bwrap', ...spaces, ...view, '--'];
}

function seatbelt(hidden: string): readonly string[] {
  return ['sandbox-exec', '-p', `(version 1)(allow default)(deny file-read* (literal ${JSON.stringify(hidden)}))`];
}

function problemOf(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return stderr.split('\n')[0] || String(error);
}
