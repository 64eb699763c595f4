// Several processes want the same lease while one after the other is killed, also in the middle of taking or giving it.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bundled } from '../fakes/bundled';

export interface LeaseRounds {
  readonly processes: number;
  readonly rounds: number;
  readonly kills: number;
  /** Each time that two had the lease at once, in the words of the one who saw it. */
  readonly doubles: readonly string[];
}

export async function leaseRounds(wanted: { processes: number; rounds: number }): Promise<LeaseRounds> {
  const folder = mkdtempSync(join(tmpdir(), 'latch-lease-'));
  const holder = await bundled('leaseHolder', folder);
  const alive = new Set<ChildProcess>();
  const doubles: string[] = [];
  let rounds = 0;
  let kills = 0;
  /** So many rounds more. */
  const done = async (more: number): Promise<void> => {
    const end = rounds + more;
    for (let now = rounds; now < end; now = rounds) await pause(5);
  };
  const start = (): void => {
    const child = holder(join(folder, 'session'));
    alive.add(child);
    let rest = '';
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = `${rest}${chunk.toString()}`.split('\n');
      rest = lines.pop() ?? '';
      rounds += lines.filter(line => line === 'round').length;
      doubles.push(...lines.filter(line => line !== 'round'));
    });
    child.once('exit', () => alive.delete(child));
  };
  try {
    while (rounds < wanted.rounds) {
      while (alive.size < wanted.processes) start();
      // By what they have done, and not by a clock: where the machine is busy, they would be killed before they have begun.
      await done(1 + Math.random() * 30);
      await pause(Math.random() * 5);
      const [victim] = [...alive].toSorted(() => Math.random() - 0.5);
      if (victim?.kill('SIGKILL')) kills += 1;
    }
  } finally {
    const ended = [...alive].map(child => new Promise(resolve => child.once('exit', resolve)));
    for (const child of alive) child.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true });
  }
  return { processes: wanted.processes, rounds, kills, doubles };
}
