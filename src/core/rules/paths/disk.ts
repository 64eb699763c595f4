import { segmentWildcard, wildcardMatches } from '../match/wildcard';
import { baseName } from './pathText';
import type { Entry, Facts } from '../language/verdict';

/** So many entries are looked at for one call. */
const mostEntries = 4000;

/** What stands on the disk, as far as one decision looks at it: each folder once, and not more than is quick. */
export class Disk {
  readonly #facts: Facts;
  readonly #folders = new Map<string, readonly Entry[] | undefined>();
  #left: number;

  constructor(facts: Facts, most = mostEntries) {
    this.#facts = facts;
    this.#left = most;
  }

  /** A small text file; `undefined` where there is none. */
  text(file: string): string | undefined {
    this.#left -= 1;
    return this.#facts.text(file);
  }

  /** Whether more was asked for than is quick. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  entries(folder: string): readonly Entry[] | undefined {
    if (this.#folders.has(folder)) return this.#folders.get(folder);
    const found = this.#facts.entries(folder);
    this.#folders.set(folder, found);
    this.#left -= found?.length ?? 1;
    return found;
  }

  /** The files below a folder, or the file itself; `undefined` when there are too many to look at. */
  filesBelow(path: string, git?: 'with the settings of git'): readonly string[] | undefined {
    const files: string[] = [];
    const open = [path];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      const entries = this.entries(folder);
      if (this.#left < 0) return undefined;
      if (!entries && (folder !== path || this.#isFolder(folder))) return undefined;
      if (!entries) files.push(folder);
      for (const { name, isFolder } of entries ?? []) {
        // What git keeps there is looked at by itself.
        if (name === '.git') {
          if (git !== undefined) files.push(joined(folder, '.git/config'));
        } else (isFolder ? open : files).push(joined(folder, name));
      }
    }
    return files;
  }

  /** What the shell makes of a pattern; `undefined` when it would have to look at too much. */
  globbed(pattern: string): readonly string[] | undefined {
    let found = ['/'];
    for (const segment of pattern.split('/').filter(part => part !== '')) {
      const next = found.map(folder => this.#matches(folder, segment));
      if (this.#left < 0 || next.includes(undefined)) return undefined;
      found = next.flatMap(names => names ?? []);
    }
    return found;
  }

  /** A folder that gives no list holds too much, or nobody may look at it. */
  #isFolder(path: string): boolean {
    const real = this.#facts.realPath(path) ?? path;
    const at = real.lastIndexOf('/');
    return (
      this.entries(real.slice(0, at) || '/')?.some(one => one.name === real.slice(at + 1) && one.isFolder) === true
    );
  }

  #matches(folder: string, segment: string): string[] | undefined {
    if (!/[*?[\\]/.test(segment)) return [joined(folder, segment)];
    const entries = this.entries(folder);
    if (!entries && this.#isFolder(folder)) return undefined;
    const wildcard = segmentWildcard(segment);
    const hidden = segment.startsWith('.');
    return (entries ?? [])
      .filter(({ name }) => (hidden || !name.startsWith('.')) && wildcardMatches(wildcard, name))
      .map(({ name }) => joined(folder, name));
  }
}

/** Whether a pattern may mean a file by its name; what is more than `*` and `?` may mean any. */
export function hasName(path: string, pattern: string, ignoreCase: boolean): boolean {
  if (/[[\\]/.test(pattern)) return true;
  const name = baseName(path);
  return ignoreCase
    ? wildcardMatches(segmentWildcard(pattern.toLowerCase()), name.toLowerCase())
    : wildcardMatches(segmentWildcard(pattern), name);
}

function joined(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}
