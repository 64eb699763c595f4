import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { userFolder } from './claudeSettings';

/** More than this is no longer something that a person reviews. */
const mostFiles = 500;
const mostFolders = 3000;
/** The agent's own state: it changes while it works, and acts through nothing that is there. */
const state =
  /^(?:worktrees|plans|todos|projects|checkpoints|debug|agent-memory(?:-local)?|.*\.lock|\.cc-writes|\.gitignore|\.DS_Store)$/;

interface BroughtFiles {
  /** Relative to the folder, with `/`. */
  readonly files: readonly string[];
  /** There is more than was looked at. */
  readonly more: boolean;
}

/**
 * The files that the agent reads by itself in this folder: of its own folder here, in those above, from where it takes
 * servers, skills, commands and agents too, and in those below, whose skills it takes as soon as it reads a file there.
 * Links are followed, as the agent follows them. `claudeFolder` is CLAUDE_CONFIG_DIR of the agent, where it has one.
 */
export async function broughtFiles(folder: string, claudeFolder?: string): Promise<BroughtFiles> {
  const { folders, more } = await foldersBelow(folder);
  const found: string[] = [];
  const seen = new Set<string>();
  const own = userFolder({ home: homedir(), workspace: folder, claudeFolder });
  for (const place of [...foldersAbove(folder), ...folders]) {
    found.push(join(place, '.mcp.json'));
    const files = join(place, '.claude');
    // Above the folder one is the person's own, and what is in the folder was brought, whoever uses it.
    const isBrought = place === folder || folders.includes(place);
    if (isBrought || files !== own) await agentFiles(files, found, seen);
  }
  const files = found.slice(0, mostFiles).map(file => relative(folder, file).replaceAll('\\', '/'));
  return { files, more: more || found.length > mostFiles };
}

function foldersAbove(folder: string): readonly string[] {
  const found = [folder];
  for (let current = folder; dirname(current) !== current; current = dirname(current)) found.push(dirname(current));
  return found;
}

async function agentFiles(place: string, found: string[], seen: Set<string>): Promise<void> {
  for (const name of await namesIn(place)) if (!state.test(name)) await filesBelow(join(place, name), found, seen);
}

/** Files come once by each name, folders once: a link may lead back. */
async function filesBelow(path: string, found: string[], seen: Set<string>): Promise<void> {
  if (found.length > mostFiles) return;
  const kind = await stat(path).catch(() => undefined);
  if (!kind?.isDirectory()) {
    found.push(path);
    return;
  }
  const real = await realpath(path).catch(() => path);
  if (seen.has(real)) return;
  seen.add(real);
  for (const name of await namesIn(path)) await filesBelow(join(path, name), found, seen);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  return names.toSorted();
}

/** The folders below that have one for the agent. */
async function foldersBelow(folder: string): Promise<{ readonly folders: readonly string[]; readonly more: boolean }> {
  const found: string[] = [];
  const open = [folder];
  let looked = 0;
  for (let place = open.shift(); place !== undefined; place = open.shift()) {
    if (++looked > mostFolders) return { folders: found.toSorted(), more: true };
    for (const entry of await readdir(place, { withFileTypes: true }).catch(() => [])) {
      if (!entry.isDirectory() && !(entry.isSymbolicLink() && entry.name === '.claude')) continue;
      if (entry.name === '.claude') {
        if (place !== folder) found.push(place);
      } else if (entry.name !== 'node_modules' && entry.name !== '.git') open.push(join(place, entry.name));
    }
  }
  return { folders: found.toSorted(), more: false };
}
