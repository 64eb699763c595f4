// How a file is found by some of its letters, beside a plain way of doing it: of what a person may type, what takes longest.
import { appendFileSync } from 'node:fs';
import { found, pathsOf } from '../../src/core/message/fuzzy';

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

function tell(row: string, name: string, value: number): void {
  appendFileSync(process.env['BENCH_FILE'] ?? '/dev/null', `${JSON.stringify({ row, name, value })}\n`);
}

const queries = ['', 'c', 'cart', 'pckcrtidx', 'nothing here'];
for (const many of [50_000, 500_000]) {
  const all = files(many);
  tell(
    `completion.made${many}`,
    'Latch',
    median(() => pathsOf(all)),
  );
  const paths = pathsOf(all);
  const slowest = (find: (query: string) => unknown): number =>
    Math.max(...queries.map(query => median(() => find(query))));
  tell(
    `completion.${many}`,
    'Latch',
    slowest(query => found(paths, query, 20)),
  );
  tell(
    `completion.${many}`,
    'drawn anew',
    slowest(query => plainly(paths.all, query, 20)),
  );
}
