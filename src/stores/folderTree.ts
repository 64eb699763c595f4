import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import type { Found } from '../core/rules';

/** More than this is not looked at: it would be noticed before each command. Measured at 0.1 s. */
const mostEntries = 20_000;
/** What a package manager unpacks is far more than what a project is made of. */
const passedOver = new Set(['node_modules']);

/** All that lies below a folder, outermost first; `complete` is false where there is more. Links are not followed. */
export async function folderTree(
  folder: string,
): Promise<{ readonly found: readonly Found[]; readonly complete: boolean }> {
  const found: Found[] = [];
  const open = [folder];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    if (found.length + entries.length > mostEntries) return { found, complete: false };
    // To join each of them would cost as much as all the rest.
    const within = next.endsWith(sep) ? next : next + sep;
    const isGit = next.endsWith('/.git');
    for (const entry of entries) {
      const path = within + entry.name;
      const isFolder = entry.isDirectory();
      if (isGit && !/^(?:hooks|config|config\.worktree)$/.test(entry.name)) continue;
      found.push({ path, isFolder });
      if (isFolder && !isGit && !passedOver.has(entry.name)) open.push(path);
    }
  }
  return { found, complete: true };
}
