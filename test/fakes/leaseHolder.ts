// A process that wants a lease again and again, as often as it is told or for ever, and proves each time that it is alone.
// It says "double" on stdout where it was not, and "round" for each time that it had the lease.
import { readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { waitForLease } from '../../src/stores/lease';
import { fateOfProcess, identityOf } from '../../src/stores/processIdentity';

const [, , path = '', holdMs = '2', mode = 'rounds'] = process.argv;
const mark = `${path}.inside`;
const us = identityOf(process.pid);

/** Leaves a mark for as long as it has the lease: one that is there by then must be of a process that was killed. */
function enter(): void {
  try {
    // A link says from the first moment what it says.
    symlinkSync(JSON.stringify(us), mark);
  } catch {
    const other = JSON.parse(readlinkSync(mark));
    if (fateOfProcess(other) !== 'ended') process.stdout.write(`double ${us.pid} ${other.pid}\n`);
    rmSync(mark);
    symlinkSync(JSON.stringify(us), mark);
  }
}

for (;;) {
  const lease = await waitForLease(path, 600_000);
  if (!lease) throw new Error('The lease was never free.');
  if (mode === 'hold') {
    process.stdout.write('holding\n');
    await pause(600_000);
  }
  enter();
  await pause(Math.random() * Number(holdMs));
  if (JSON.parse(readlinkSync(mark)).pid !== us.pid || !lease.held()) process.stdout.write(`double ${us.pid}\n`);
  rmSync(mark);
  await lease.release();
  process.stdout.write('round\n');
}
