// What a person sees while something takes long.

/**
 * Says what is being done, that it still goes on, and how long it took.
 * @template T @param {string} title @param {() => Promise<T>} body @returns {Promise<T>}
 */
export async function step(title, body) {
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${title} ...`);
  const timer = setInterval(() => console.log(`  still at it, ${seconds()} s`), 10_000);
  try {
    const result = await body();
    console.log(`  done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
