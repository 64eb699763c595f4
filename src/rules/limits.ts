import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { agentFolders, type Ground, limitsOf, openedByRules, packageCaches, type RuleLimits } from '../core/rules';
import { folderTree } from '../stores/folderTree';
import { realPath } from '../stores/nodeFacts';
import { programFiles } from '../stores/programFiles';
import type { RuleScopes } from './scopes';

interface LimitsOptions {
  readonly scopes: Pick<RuleScopes, 'rules' | 'claudeFolder'>;
  readonly workspace: string;
  /** Beside the rules files: where Latch keeps its records. */
  readonly ownFolders: readonly string[];
}

/**
 * What the rules of a session come to for the kernel, as the rules and the disk are at this moment. `path` is the PATH on
 * which its agent finds programs, `leaves` are the folders that a person has opened.
 */
export async function ruleLimits(
  { scopes, workspace, ownFolders }: LimitsOptions,
  sessionId: string | undefined,
  path: string,
  leaves: readonly string[] = [],
): Promise<RuleLimits> {
  const rules = scopes.rules(sessionId);
  const where = { cwd: real(workspace), home: homedir() };
  const own = agentFolders({ ...where, claudeFolder: scopes.claudeFolder }, realPath);
  const place = { ...where, now: Date.now(), realPath, agentFolders: own };
  const elsewhere = new Set([...openedByRules(rules, place).filter(isFolder), ...leaves]);
  const [tree, ...opened] = await Promise.all([place.cwd, ...elsewhere].map(treeOf));
  return limitsOf(rules, {
    ...place,
    tree: tree?.tree ?? { found: [], complete: false },
    opened,
    programFiles: program => programFiles(program, path),
    caches: packageCaches.flatMap(cache => existing(join(homedir(), cache))),
    ownFiles: [ownFolder(place.cwd), join(homedir(), '.latch'), ...ownFolders],
  });
}

/** A missing one is kept by the file in it: its place is a folder then, in which Latch itself can still write. */
function ownFolder(cwd: string): string {
  const folder = join(cwd, '.latch');
  return existsSync(folder) ? folder : join(folder, 'rules.json');
}

async function treeOf(folder: string): Promise<Ground['opened'][number]> {
  return { folder, tree: await folderTree(folder) };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function existing(folder: string): readonly string[] {
  return existsSync(folder) ? [real(folder)] : [];
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
