import type { Clock } from './clock';

/** What comes of a promise, or of `late` where nothing has come of it in time: what hangs must not hang whoever waits. */
export function within<T>(clock: Clock, ms: number, promise: Promise<T>, late: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      // What `late` throws is what comes of it.
      Promise.resolve().then(late).then(resolve, reject);
    });
    promise.then(resolve, reject).finally(cancel);
  });
}
