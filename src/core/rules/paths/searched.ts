import { ignoreFile, type IgnorePattern, ignorePattern, type Ignores, isIgnored, keepingFile } from './ignored';
import type { Disk } from './disk';
import { isInside } from './pathText';

/** How a search chooses the files that it opens below a folder. */
export interface Search {
  /** Patterns in the order in which they are given; one with `!` leaves out. The last that matches decides. */
  readonly globs: readonly string[];
  /** Where patterns with a slash start from. */
  readonly base: string;
  /** It leaves out what git ignores. */
  readonly ignores: boolean;
  /** It looks into names that begin with a dot. */
  readonly hidden: boolean;
}

const versionControl = new Set(['.git', '.svn', '.hg', '.bzr', '.jj', '.sl']);

/** The files that a search opens, by their real paths; `undefined` when there are too many to look at. */
export function searchedFiles(root: string, search: Search, disk: Disk): readonly string[] | undefined {
  if (disk.entries(root) === undefined) return disk.isSpent ? undefined : [root];
  const files: string[] = [];
  const globs = search.globs.map(readGlob);
  const base = isInside(root, search.base) ? search.base : root;
  const onlyChosen = globs.some(glob => !glob.leavesOut);
  const open = [{ folder: root, above: search.ignores ? ignoresAbove(root, disk) : undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { folder, above } = next;
    const entries = disk.entries(folder);
    if (!entries || disk.isSpent) return undefined;
    const ignores = above && withIgnoresOf(folder, above, disk);
    for (const { name, isFolder } of entries) {
      const path = joined(folder, name);
      const glob = deciding(globs, name, path, isFolder, base);
      if (glob?.leavesOut === true) continue;
      // A pattern that matches beats what git ignores, what is hidden, and the folders of version control.
      const isLeftOut =
        (isFolder && versionControl.has(name)) ||
        (!search.hidden && name.startsWith('.')) ||
        (ignores && isIgnored(ignores, path, isFolder));
      if (!glob && isLeftOut) continue;
      if (isFolder) open.push({ folder: path, above: ignores });
      else if (glob || !onlyChosen) files.push(path);
    }
  }
  return files;
}

interface Glob extends IgnorePattern {
  readonly leavesOut: boolean;
}

function readGlob(text: string): Glob {
  const leavesOut = text.startsWith('!');
  return { ...ignorePattern(leavesOut ? text.slice(1) : text), leavesOut };
}

function deciding(
  globs: readonly Glob[],
  name: string,
  path: string,
  isFolder: boolean,
  base: string,
): Glob | undefined {
  if (globs.length === 0) return undefined;
  const below = path.slice(base === '/' ? 1 : base.length + 1).split('/');
  return globs.findLast(glob => (isFolder || !glob.onlyFolders) && glob.matches(name, below));
}

function joined(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

/** Only in a repository a `.gitignore` counts, and those of the folders above count too. */
function ignoresAbove(root: string, disk: Disk): Ignores | undefined {
  const above: string[] = [];
  for (let folder = root; ; folder = folder.slice(0, folder.lastIndexOf('/')) || '/') {
    if (folder !== root) above.unshift(folder);
    if ((disk.text(joined(folder, '.git/HEAD')) ?? disk.text(joined(folder, '.git'))) !== undefined) break;
    if (folder === '/') return undefined;
  }
  const none: Ignores = { byGit: [], keeping: [] };
  return above.reduce((ignores, folder) => withIgnoresOf(folder, ignores, disk), none);
}

function withIgnoresOf(folder: string, { byGit, keeping }: Ignores, disk: Disk): Ignores {
  // Most folders have none of these, which their entries tell without another look at the disk.
  const names = new Set(disk.entries(folder)?.map(({ name }) => name));
  const text = (name: string): string[] => {
    const found = names.has(name) ? disk.text(joined(folder, name)) : undefined;
    return found === undefined ? [] : [found];
  };
  return {
    byGit: [...byGit, ...text('.gitignore').map(it => ignoreFile(folder, it))],
    keeping: [...keeping, ...['.ignore', '.rgignore'].flatMap(text).map(it => keepingFile(folder, it))],
  };
}
