import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '../core/texts/sentence';
import { Told } from '../core/texts/told';
import { asString, isObject, type JsonObject } from '../core/base/json';
import { codeOf } from './errorCode';
import { fateOfProcess, identityOf, type ProcessIdentity } from './processIdentity';

/** Where the window of a holder can be spoken to, by whoever can read the lease. */
export interface LeaseAddress {
  readonly socket: string;
  readonly token: string;
}

/**
 * A lease is a folder with one file in it, which names its holder and has a name of its own that no other lease has. Both
 * are made aside and put in place by one rename, which fails where the folder is there and not empty: so no lease is ever
 * seen half made, and no two are held. Whoever removes a dead one removes that file by its name: what is another's by
 * then has another name.
 */
export interface Lease {
  readonly token: string;
  /** Whether it is still ours: where a process stood still for long, others who cannot see it may have taken it. */
  held(): boolean;
  release(): Promise<void>;
}

/** Who has a lease, as far as it can be read. */
export interface Holder {
  readonly token: string;
  readonly process: ProcessIdentity | undefined;
  readonly address: LeaseAddress | undefined;
  /** When it last gave a sign of life, for whoever cannot see its process. */
  readonly beat: number;
}

type Claim =
  /** `stale`: it was somebody's who could only be seen to be silent, and may wake. */
  | { readonly ok: true; readonly lease: Lease; readonly stale: boolean }
  | { readonly ok: false; readonly holder: Holder };

const beatMs = 1000;
/** A holder whose process cannot be seen is taken for dead when no sign of life came for so long while we looked. */
const silentMs = 10_000;
/** Between two looks that are farther apart, anything may have stood still, we ourselves too: it counts as this long. */
const longestLookMs = 1000;
/** How long a change of a file waits for those of other processes. */
export const lockPatienceMs = 15_000;
const againMs = 10;
/** Each try that fails has seen another process succeed, or a disk that lets nobody. */
const mostTries = 100;

/** Takes the lease, unless somebody has it. Throws where the folder takes none. */
export async function claimLease(path: string, address?: LeaseAddress): Promise<Claim> {
  let stale = false;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const holder = await holderOf(path);
    if (holder) {
      const fate = fateOf(path, holder);
      if (fate === 'lives') return { ok: false, holder };
      await remove(path, holder.token);
      stale = fate === 'silent';
    }
    const token = randomUUID();
    if (await put(path, token, address)) return { ok: true, lease: holding(path, token), stale };
  }
  throw new Told(say('The lease {path} can be neither read nor replaced.', { path }));
}

/** Whether somebody has it who is not known to be dead. */
export async function isHeld(path: string): Promise<boolean> {
  const holder = await holderOf(path).catch(() => undefined);
  return holder !== undefined && (holder.process === undefined || fateOfProcess(holder.process) !== 'ended');
}

/** One process at a time. Undefined when others hold it for all this time. */
export async function waitForLease(path: string, patienceMs: number): Promise<Lease | undefined> {
  for (let waited = 0; ; ) {
    const claim = await claimLease(path);
    if (claim.ok) return claim.lease;
    if (waited >= patienceMs) return undefined;
    const ms = againMs + Math.random() * againMs;
    waited += ms;
    await pause(ms);
  }
}

/** Undefined where nobody has it. */
async function holderOf(path: string): Promise<Holder | undefined> {
  const [token] = await readdir(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (token === undefined) return undefined;
  const file = join(path, token);
  try {
    const [{ mtimeMs }, text] = await Promise.all([stat(file), readFile(file, 'utf8')]);
    const value = valueOf(text);
    return { token, process: processIn(value), address: addressIn(value), beat: mtimeMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** False where somebody was faster. */
async function put(path: string, token: string, address: LeaseAddress | undefined): Promise<boolean> {
  const aside = `${path}.${token}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await mkdir(aside, { mode: 0o700 });
  try {
    await writeFile(join(aside, token), JSON.stringify({ ...identityOf(process.pid), address }), { mode: 0o600 });
    await rename(aside, path);
    return true;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (isTaken(codeOf(error))) return false;
    throw error;
  }
}

/** What a rename says where there is a folder that is not empty; Windows says it in the words of one that is not allowed. */
function isTaken(code: unknown): boolean {
  return code === 'ENOTEMPTY' || code === 'EEXIST' || (process.platform === 'win32' && code === 'EPERM');
}

function holding(path: string, token: string): Lease {
  const file = join(path, token);
  const beat = setInterval(() => {
    const now = new Date();
    // A lease that was taken from us is found out by `held`, before anything is written.
    utimes(file, now, now).catch(() => {});
  }, beatMs);
  beat.unref();
  return {
    token,
    held: () => existsSync(file),
    release: async () => {
      clearInterval(beat);
      await remove(path, token);
    },
  };
}

/** Removes what has this name, and the folder if nobody has put another lease into its place. */
async function remove(path: string, token: string): Promise<void> {
  await rm(join(path, token), { force: true });
  await rmdir(path).catch(() => {});
}

/** How long holders that cannot be seen have been silent while we looked, by the path of their lease. */
const silences = new Map<string, { readonly sign: string; readonly ms: number; readonly at: number }>();

function fateOf(path: string, { token, process: its, beat }: Holder): 'lives' | 'ended' | 'silent' {
  const fate = its === undefined ? 'unknown' : fateOfProcess(its);
  if (fate !== 'unknown') return fate;
  const sign = `${token} ${beat}`;
  const before = silences.get(path);
  const at = performance.now();
  const ms = before?.sign === sign ? before.ms + Math.min(at - before.at, longestLookMs) : 0;
  if (ms >= silentMs) {
    silences.delete(path);
    return 'silent';
  }
  silences.set(path, { sign, ms, at });
  return 'lives';
}

function valueOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function processIn({ pid, ...value }: JsonObject): ProcessIdentity | undefined {
  const [began, host, boot, namespace] = ['began', 'host', 'boot', 'namespace'].map(key => asString(value[key]));
  if (began === undefined || host === undefined || boot === undefined || namespace === undefined) return undefined;
  return typeof pid === 'number' ? { pid, began, host, boot, namespace } : undefined;
}

function addressIn({ address }: JsonObject): LeaseAddress | undefined {
  const [socket, token] = isObject(address) ? [asString(address['socket']), asString(address['token'])] : [];
  return socket === undefined || token === undefined ? undefined : { socket, token };
}
