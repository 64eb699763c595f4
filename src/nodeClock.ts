import type { Clock } from './channelOptions';

/** The monotonic clock of the process; setting the wall clock changes nothing here. */
export const nodeClock: Clock = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};
