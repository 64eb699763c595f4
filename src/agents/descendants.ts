import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Whoever ends an agent does not wait for a list of processes for ever. */
const listing = { maxBuffer: 64 * 1024 * 1024, timeout: 5000 };

const run = promisify(execFile);

/** The variable that an agent and all that it starts are marked with: they are found by it when their parents are gone. */
export const markVariable = 'LATCH_AGENT';

/** A process that was ended, as far as it tells what it was. */
export interface Stopped {
  readonly pid: number;
  readonly command: string;
}

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** The time of the processor that it has had. */
  readonly seconds: number;
}

/**
 * Ends a process with all that it started, and whatever else has its mark: the agent runs its commands in sessions of
 * their own, and those of an agent that is gone are nobody's children. Undefined where processes cannot be listed.
 */
export async function stopFamily(
  of: { readonly pid?: number | undefined; readonly mark?: string },
  platform: NodeJS.Platform = process.platform,
): Promise<readonly Stopped[] | undefined> {
  if (platform === 'win32') {
    if (of.pid !== undefined)
      await run('taskkill', ['/T', '/F', '/PID', String(of.pid)], listing).catch(() => undefined);
    return undefined;
  }
  const stopped: Stopped[] = [];
  // What a command started while it was being ended is found at the second look.
  for (let look = 0; look < 3; look += 1) {
    const listed = await processes();
    if (!listed && of.pid !== undefined) kill(of.pid);
    if (!listed) return undefined;
    const found = await family(listed, of);
    if (found.length === 0) break;
    for (const { pid, command } of found) if (kill(pid)) stopped.push({ pid, command });
  }
  return stopped;
}

/** Parents first. */
async function family(
  listed: readonly Listed[],
  { pid, mark }: { readonly pid?: number | undefined; readonly mark?: string },
): Promise<readonly Listed[]> {
  const marked = mark === undefined ? new Set<number>() : await markedWith(mark, listed);
  const found = listed.filter(it => it.pid === pid || marked.has(it.pid));
  for (const { pid: parent } of found)
    found.push(...listed.filter(child => child.parent === parent && !found.includes(child)));
  return found.filter(it => it.pid !== process.pid);
}

async function processes(): Promise<readonly Listed[] | undefined> {
  const listed = await run('ps', ['-Awwo', 'pid=,ppid=,stat=,time=,args='], listing).catch(() => undefined);
  return listed?.stdout.split('\n').flatMap(line => {
    const [, pid, parent, state, time = '', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), command, seconds: secondsIn(time) }];
  });
}

/** `1-02:03:04` and `3:04.56`. */
function secondsIn(time: string): number {
  const [days, clock] = time.includes('-') ? time.split('-') : ['0', time];
  return (clock ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400;
}

/** The time of the processor that a process and all that it started have had; undefined where nobody tells. */
export async function processorSeconds(pid: number): Promise<number | undefined> {
  const listed = process.platform === 'win32' ? undefined : await processes();
  return listed && (await family(listed, { pid })).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** The processes whose environment has the mark: of other people's, and where the system does not tell, none. */
async function markedWith(mark: string, listed: readonly Listed[]): Promise<ReadonlySet<number>> {
  const entry = `${markVariable}=${mark}`;
  if (!(await readdir('/proc/self').catch(() => undefined))) {
    const told = await run('ps', ['-AwwEo', 'pid=,command='], listing).catch(() => undefined);
    const lines = told?.stdout.split('\n').filter(line => line.includes(entry)) ?? [];
    return new Set(lines.map(line => Number.parseInt(line, 10)));
  }
  const found = await Promise.all(
    listed.map(async ({ pid }) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.split('\0').includes(entry) ? [pid] : [];
    }),
  );
  return new Set(found.flat());
}

/** False where it has ended by itself meanwhile. */
function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
