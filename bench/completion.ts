// Measures how a file is found by some of its letters, beside a plain way of doing it. To run it:
//   npx esbuild bench/completion.ts --bundle --platform=node --outfile=out/bench-completion.cjs && node out/bench-completion.cjs
import { found, pathsOf } from '../src/core/message/fuzzy';

const words = ['cart', 'price', 'order', 'user', 'index', 'model', 'view', 'store', 'route', 'test'];
const word = (place: number): string => words[place % words.length] ?? '';

function files(many: number): readonly string[] {
  return Array.from(
    { length: many },
    (_, place) => `packages/${word(place)}${place % 97}/src/${word(place * 7)}/${word(place * 3)}${place}.ts`,
  );
}

/** Each path against one expression, all of them sorted. */
function plainly(paths: readonly string[], query: string, most: number): readonly string[] {
  const letters = new RegExp(query.split('').join('.*'), 'i');
  return paths
    .filter(path => letters.test(path))
    .toSorted((one, other) => one.length - other.length)
    .slice(0, most);
}

function median(work: () => unknown): number {
  const times = Array.from({ length: 15 }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return times.toSorted((one, other) => one - other)[7] ?? 0;
}

for (const many of [50_000, 500_000]) {
  const all = files(many);
  const begun = performance.now();
  const paths = pathsOf(all);
  const made = performance.now() - begun;
  for (const query of ['', 'c', 'cart', 'pckcrtidx', 'nothing here']) {
    const ours = median(() => found(paths, query, 20));
    const plain = median(() => plainly(paths.all, query, 20));
    process.stdout.write(
      `${many} files, "${query}": ${ours.toFixed(1)} ms, plainly ${plain.toFixed(1)} ms (list made in ${made.toFixed(0)} ms)\n`,
    );
  }
}
