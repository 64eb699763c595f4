import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { claimLease, type Lease } from '../../src/stores/lease';
import { identityOf, type ProcessIdentity } from '../../src/stores/processIdentity';
import { bundled } from '../fakes/bundled';
import { leaseRounds } from '../faults/leaseRounds';
import { soon } from '../support/soon';

let folder: string;
let path: string;
beforeEach(() => {
  const made = mkdtempSync(join(tmpdir(), 'latch-lease-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  folder = made;
  path = join(made, 'session');
});

async function claimed(): Promise<Lease | undefined> {
  const claim = await claimLease(path);
  return claim.ok ? claim.lease : undefined;
}

/** A lease that somebody else has, with this text in it. */
function heldBy(text: string): void {
  mkdirSync(path);
  writeFileSync(join(path, 'theirs'), text);
}

const holder = (changes: Partial<ProcessIdentity> = {}): string =>
  JSON.stringify({ ...identityOf(process.pid), ...changes });

/** Looks every half second of a false clock, and does something before each look. */
async function lookFor(seconds: number, before: () => unknown = () => {}): Promise<Lease | undefined> {
  for (let look = 0; look <= seconds * 2; look += 1) {
    await before();
    const lease = await claimed();
    if (lease) return lease;
    vi.advanceTimersByTime(500);
  }
  return undefined;
}

describe('a lease', () => {
  test('has one holder at a time, until it is given back', async () => {
    const lease = await claimed();
    expect(await claimed()).toBeUndefined();
    expect(lease?.held()).toBe(true);
    await lease?.release();
    expect(readdirSync(folder)).toEqual([]);
    expect((await claimed())?.held()).toBe(true);
  });

  test('is whole from the first moment that it is seen', async () => {
    const seen: string[] = [];
    const look = (): void => {
      try {
        for (const token of readdirSync(path)) seen.push(readFileSync(join(path, token), 'utf8'));
      } catch {
        // Nobody has it at this moment.
      }
    };
    const looking = setInterval(look, 0);
    for (let round = 0; round < 200; round += 1) await (await claimed())?.release();
    clearInterval(looking);
    expect(seen.filter(text => text !== holder())).toEqual([]);
  });

  test('of two that want it in the same moment, one has it', async () => {
    const leases = await Promise.all(Array.from({ length: 20 }, () => claimed()));
    expect(leases.filter(lease => lease !== undefined)).toHaveLength(1);
  });

  test('that is not ours any more is not given back: it is another’s', async () => {
    const lease = await claimed();
    rmSync(path, { recursive: true });
    const theirs = await claimed();
    expect(lease?.held()).toBe(false);
    await lease?.release();
    expect(theirs?.held()).toBe(true);
  });

  test.each([
    ['has ended', holder({ pid: 2_147_483_646 })],
    ['gave its number to another one', holder({ began: '7' })],
  ])('of a process that %s is free', async (_, text) => {
    heldBy(text);
    expect(await claimed()).toBeDefined();
  });

  test('says of the one that has it who that is', async () => {
    await claimed();
    expect(await claimLease(path)).toMatchObject({ ok: false, holder: { process: identityOf(process.pid) } });
  });

  test('throws where the folder takes none', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(claimLease(join(folder, 'file', 'session'))).rejects.toThrow('ENOTDIR');
  });
});

describe('a holder whose process cannot be seen', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  const unseen: Readonly<Record<string, string>> = {
    'is on another machine': holder({ host: 'elsewhere', pid: 2_147_483_646 }),
    'is in another container': holder({ namespace: 'pid:[1]', pid: 2_147_483_646 }),
    'ran before the machine was started again': holder({ boot: 'before', pid: 2_147_483_646 }),
    'did not say who it is': '',
    'said it in other words': '{"pid":"7"}',
  };

  test.each(Object.entries(unseen))('and that %s is never robbed while it gives signs of life', async (_, text) => {
    heldBy(text);
    let second = 1_790_000_000;
    const beat = (): void => utimesSync(join(path, 'theirs'), second, (second += 1));
    expect(await lookFor(60, beat)).toBeUndefined();
  });

  test.each(Object.entries(unseen))('and that %s is taken for dead after ten seconds of silence', async (_, text) => {
    heldBy(text);
    expect(await lookFor(9)).toBeUndefined();
    expect(await lookFor(2)).toBeDefined();
  });

  test('is not silent because nobody looked, or because the machine slept', async () => {
    heldBy(holder({ host: 'elsewhere' }));
    for (let look = 0; look < 5; look += 1) {
      expect(await claimed()).toBeUndefined();
      vi.advanceTimersByTime(3_600_000);
    }
  });

  test('and was taken for dead may still wake: whoever took its lease is told so', async () => {
    heldBy('');
    await lookFor(9.5);
    vi.advanceTimersByTime(1000);
    expect(await claimLease(path)).toMatchObject({ ok: true, stale: true });
  });
});

describe('several processes', () => {
  test('never have it at once, while one after the other is killed', async () => {
    expect((await leaseRounds({ processes: 4, rounds: 300 })).doubles).toEqual([]);
  }, 60_000);

  test('one that was killed and was not asked for yet is dead', async () => {
    // The shell becomes a program that never asks what became of its child. Until then it would ask itself.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 61'], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill());
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(String(line));
    await soon(() => expect(readFileSync(`/proc/${parent.pid}/cmdline`, 'utf8')).toBe('sleep\u000061\u0000'));
    process.kill(pid, 'SIGKILL');
    await soon(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '));
    heldBy(holder({ pid, began: identityOf(pid).began }));
    expect(await claimed()).toBeDefined();
  });

  test('one that stands still keeps it', async () => {
    const start = await bundled('leaseHolder', folder);
    const child = start(path, '0', 'hold');
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await lookFor(60)).toBeUndefined();
  });

  const [unshare, ...flags] = ['unshare', '-Urpf', '--mount-proc', '--kill-child'] as const;

  test.runIf(spawnSync(unshare, [...flags, 'true']).status === 0)(
    'a living one behind the wall of a container keeps it, and loses it when it is dead',
    async () => {
      await bundled('leaseHolder', folder);
      const program = [process.execPath, join(folder, 'leaseHolder.mjs'), path, '0', 'hold'];
      const inside = spawn(unshare, [...flags, ...program], { stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(() => void inside.kill('SIGKILL'));
      await once(inside.stdout, 'data');
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      expect(await lookFor(12, () => pause(200))).toBeUndefined();
      inside.kill('SIGKILL');
      await once(inside, 'close');
      expect(await lookFor(12)).toBeDefined();
    },
  );
});
