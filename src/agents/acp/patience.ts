import type { Clock } from '../../core/base/clock';
import { within } from '../../core/base/within';
import { say } from '../../core/texts/sentence';
import { Told } from '../../core/texts/told';

/** How long an agent may do nothing before it says what it can, and how long it may take for that in all. */
const idleMs = 10_000;
const mostMs = 60_000;
/** Whoever works gets this much of the processor in that time on a busy machine too, and who waits gets none. */
const busySeconds = 1;

interface Patience {
  readonly clock: Clock;
  readonly agent: string;
  /** The time of the processor that it has had so far; undefined where nobody tells. */
  readonly worked: () => Promise<number | undefined>;
}

/** The first reply of an agent. One that hangs is given up soon, and one that is still busy with its start is waited for. */
export async function firstReply(reply: Promise<unknown>, { clock, agent, worked }: Patience): Promise<unknown> {
  const nothing = Symbol('nothing');
  let before = 0;
  for (let waited = idleMs; ; waited += idleMs) {
    const came = await within<unknown>(clock, idleMs, reply, () => nothing);
    if (came !== nothing) return came;
    const now = await worked();
    if (now === undefined || now - before < busySeconds || waited >= mostMs)
      throw new Told(say('{agent} did not answer in {seconds} s, so it was ended.', { agent, seconds: waited / 1000 }));
    before = now;
  }
}
