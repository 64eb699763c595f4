import { segmentWildcard, wildcardMatches } from '../match/wildcard';
import type { Entry, Facts } from '../language/verdict';

/** So many entries are looked at for one call. */
const mostEntries = 4000;

/** What stands on the disk, as far as one decision looks at it: each folder once, and not more than is quick. */
export class Disk {
  readonly #facts: Facts;
  readonly #folders = new Map<string, readonly Entry[] | undefined>();
  #left = mostEntries;

  constructor(facts: Facts) {
    this.#facts = facts;
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
  filesBelow(path: string): readonly string[] | undefined {
    const files: string[] = [];
    const open = [path];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      const entries = this.entries(folder);
      if (this.#left < 0) return undefined;
      if (!entries) files.push(folder);
      for (const { name, isFolder } of entries ?? []) {
        // What git keeps there is looked at by itself.
        if (name === '.git') continue;
        (isFolder ? open : files).push(joined(folder, name));
      }
    }
    return files;
  }

  /** What the shell makes of a pattern; `undefined` when it would have to look at too much. */
  globbed(pattern: string): readonly string[] | undefined {
    let found = ['/'];
    for (const segment of pattern.split('/').filter(part => part !== '')) {
      found = found.flatMap(folder => this.#matches(folder, segment));
      if (this.#left < 0) return undefined;
    }
    return found;
  }

  #matches(folder: string, segment: string): string[] {
    if (!/[*?[\\]/.test(segment)) return [joined(folder, segment)];
    const wildcard = segmentWildcard(segment);
    const hidden = segment.startsWith('.');
    return (this.entries(folder) ?? [])
      .filter(({ name }) => (hidden || !name.startsWith('.')) && wildcardMatches(wildcard, name))
      .map(({ name }) => joined(folder, name));
  }
}

function joined(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}
