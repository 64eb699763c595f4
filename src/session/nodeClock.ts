import type { Clock } from '../core/base/clock';

/** A timer of Node that is set for longer than this fires at once. */
const longestTimer = 2 ** 31 - 1;

/** The monotonic clock of the process; setting the wall clock changes nothing here. */
export const nodeClock: Clock = {
  now: () => performance.now(),
  after(ms, then) {
    let left = ms;
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const part = Math.min(left, longestTimer);
      left -= part;
      timer = setTimeout(left > 0 ? wait : then, part);
    };
    wait();
    return () => clearTimeout(timer);
  },
};
