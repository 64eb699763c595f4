// The matchers of the registry, over the patterns and places that Latch gets: one list of patterns, looked through in turn.
import { appendFileSync } from 'node:fs';

const [, , which] = process.argv;
const row = (/** @type {string} */ name, /** @type {number} */ value) =>
  appendFileSync(process.env.BENCH_FILE ?? '/dev/null', `${JSON.stringify({ row: name, value })}\n`);
const patterns = Array.from({ length: 10_000 }, (_, index) =>
  index % 3 === 0 ? `pkg${index}/**/*.ts` : `pkg${index}/src/**`,
);
const paths = Array.from({ length: 400 }, (_, index) => `pkg${index * 10}/src/deep/file${index}.ts`);
const peer = (await import(process.env.BENCH_MATCHER ?? '')).default;

/** @returns {(path: string) => boolean} */
function compiled() {
  if (which === 'ignore') {
    const all = peer().add(patterns);
    return path => all.ignores(path);
  }
  const each =
    which === 'picomatch'
      ? patterns.map(pattern => peer(pattern))
      : patterns.map(pattern => {
          const matcher = new peer.Minimatch(pattern);
          return (/** @type {string} */ path) => matcher.match(path);
        });
  return path => each.some(matches => matches(path));
}

const before = performance.now();
const matches = compiled();
row('build', performance.now() - before);
for (const path of paths.slice(0, 100)) matches(path);
const times = paths.map(path => {
  const begun = performance.now();
  matches(path);
  return (performance.now() - begun) * 1000;
});
const sorted = times.toSorted((one, other) => one - other);
row('files.p50', sorted[Math.floor(sorted.length / 2)] ?? 0);
row('files.p99', sorted[Math.floor(sorted.length * 0.99)] ?? 0);
