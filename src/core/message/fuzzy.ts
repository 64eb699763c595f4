/** Paths that can be found by some of their letters. Folders end in a slash. */
export interface Paths {
  readonly all: readonly string[];
  readonly lower: readonly string[];
}

/** More than that are not looked through: a page waits for the answer. */
const mostPaths = 500_000;

/** These files and the folders in which they lie. */
export function pathsOf(files: readonly string[]): Paths {
  const folders = new Set<string>();
  for (const file of files.slice(0, mostPaths))
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  const all = [...files, ...folders].slice(0, mostPaths);
  return { all, lower: all.map(path => path.toLowerCase()) };
}

/** The best first. The letters of the query stand in a path in their order; together, and in its name, is better. */
export function found({ all, lower }: Paths, query: string, most: number): readonly string[] {
  const wanted = query.toLowerCase().replaceAll('\\', '/').replace(/^\.\//, '');
  if (wanted === '') return all.slice(0, most);
  let best: { readonly path: string; readonly score: number }[] = [];
  let least = -Infinity;
  for (const [place, path] of lower.entries()) {
    const score = scoreOf(path, wanted);
    if (score === undefined || (best.length >= most && score <= least)) continue;
    best.push({ path: all[place] ?? '', score });
    if (best.length < most * 4) continue;
    best = ranked(best, most);
    least = best.at(-1)?.score ?? least;
  }
  return ranked(best, most).map(({ path }) => path);
}

function ranked<T extends { readonly score: number }>(all: readonly T[], most: number): T[] {
  return all.toSorted((one, other) => other.score - one.score).slice(0, most);
}

function scoreOf(path: string, wanted: string): number | undefined {
  const short = -path.length / 1000;
  const name = path.lastIndexOf('/', path.length - 2) + 1;
  const inName = path.indexOf(wanted, name);
  if (inName >= 0) return (inName === name ? 4 : 3) + short;
  if (path.includes(wanted)) return 2 + short;
  let at = name;
  for (const letter of wanted) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) break;
  }
  if (at > 0) return 1 + short;
  at = 0;
  for (const letter of wanted) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return undefined;
  }
  return short;
}
