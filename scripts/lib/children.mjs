// No program that we start outlives us, however we end.

/** @type {Set<number>} A negative number stands for a whole process group. */
const running = new Set();

process.once('exit', () => {
  for (const pid of running) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
});

/** @param {number | undefined} pid @returns {() => void} To call when it has ended. */
export function endWithUs(pid) {
  if (pid === undefined) return () => {};
  running.add(pid);
  return () => void running.delete(pid);
}
