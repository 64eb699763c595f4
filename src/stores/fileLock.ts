import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** A holder that was not heard of for this long is taken for dead, on whatever machine it was. */
const staleMs = 5000;
const beatMs = 1000;
/** Longer than a dead holder can keep the others waiting. */
const patienceMs = 15_000;
const againMs = 10;

export interface FileLock {
  /** Whether the lock is still ours: a process that stood still for long may have lost it. */
  held(): Promise<boolean>;
  release(): Promise<void>;
}

/** One process at a time. Undefined when others hold it for too long; throws when the folder takes no lock file. */
export async function lockFile(path: string): Promise<FileLock | undefined> {
  const mark = `${hostname()} ${process.pid} ${randomUUID()}`;
  for (let waited = 0; waited < patienceMs; ) {
    if (await create(path, mark)) return holding(path, mark);
    if (await isDead(path)) await clear(path);
    const ms = againMs + Math.random() * againMs;
    waited += ms;
    await pause(ms);
  }
  return undefined;
}

async function create(path: string, mark: string): Promise<boolean> {
  try {
    await writeFile(path, mark, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function holding(path: string, mark: string): FileLock {
  const held = async (): Promise<boolean> => (await textOf(path)) === mark;
  const beat = setInterval(() => {
    const now = new Date();
    // A lock that was taken from us is found out by `held`, before anything is written.
    utimes(path, now, now).catch(() => {});
  }, beatMs);
  beat.unref();
  return {
    held,
    release: async () => {
      clearInterval(beat);
      if (await held()) await rm(path, { force: true });
    },
  };
}

/** Only one process at a time removes a dead lock, and looks again first: it may be a new one by now. */
async function clear(path: string): Promise<void> {
  const broom = `${path}.broom`;
  if (!(await create(broom, String(process.pid)))) {
    if (await isOld(broom)) await rm(broom, { force: true });
    return;
  }
  try {
    if (await isDead(path)) await rm(path, { force: true });
  } finally {
    await rm(broom, { force: true });
  }
}

async function isDead(path: string): Promise<boolean> {
  if (await isOld(path)) return true;
  const [host, pid] = (await textOf(path))?.split(' ') ?? [];
  return host === hostname() && Number(pid) > 0 && !lives(Number(pid));
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > staleMs;
}

export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive too.
    return codeOf(error) === 'EPERM';
  }
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
