import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process and all that it started, by their ids, parents first; only itself where they cannot be listed. */
async function family(pid: number): Promise<number[]> {
  const listed = await run('ps', ['-Ao', 'pid=,ppid=']).catch(() => ({ stdout: '' }));
  const children = new Map<number, number[]>();
  for (const line of listed.stdout.split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    if (child && parent) children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const found = [pid];
  for (const each of found) found.push(...(children.get(each) ?? []));
  return found;
}

/** Kills a process with its commands, which the agent runs in sessions of their own: they would outlive it. */
export async function killFamily(pid: number, platform: NodeJS.Platform = process.platform): Promise<void> {
  if (platform === 'win32') {
    await run('taskkill', ['/T', '/F', '/PID', String(pid)]).catch(() => undefined);
    return;
  }
  for (const each of await family(pid)) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}
