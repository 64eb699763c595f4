import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const mostPaths = 200;

/** The folders in which the paths of rules lie. */
export class Folders {
  readonly #workspace: string;
  readonly #home: string;

  constructor(workspace: string, home: string) {
    this.#workspace = workspace;
    this.#home = home;
  }

  /** What a path may go on with: the entries of its last folder, and all below each that is a folder. */
  below(typed: string): readonly string[] {
    const start = typed === '' ? './' : typed.slice(0, typed.lastIndexOf('/') + 1);
    const folder = this.#folderOf(start);
    if (folder === undefined) return [];
    try {
      return readdirSync(folder, { withFileTypes: true })
        .filter(({ name }) => name !== '.git' && name !== 'node_modules')
        .flatMap(entry => (entry.isDirectory() ? [`${start}${entry.name}/**`] : [`${start}${entry.name}`]))
        .toSorted()
        .slice(0, mostPaths);
    } catch {
      return [];
    }
  }

  #folderOf(start: string): string | undefined {
    if (/[*?[\\]|\.\./.test(start)) return undefined;
    if (start.startsWith('//')) return start.slice(1);
    if (start.startsWith('~/')) return join(this.#home, start.slice(2));
    return join(this.#workspace, start);
  }
}
