import { accessSync, constants, lstatSync, opendirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { dangerousSetting, gitSettings } from '../core/rules/safe/gitConfig';
import { readSmallFile } from './readSmallFile';
import { trackedFiles } from './gitIndex';
import type { Entry, Facts } from '../core/rules';
import { say, type Sentence } from '../core/texts/sentence';

const mostLinks = 40;

/** Facts about this machine, asked from the file system each time. */
export const nodeFacts: Facts = { realPath, entries, text, tracked: trackedFiles, gitDanger };

const longestText = 64 * 1024;

function text(file: string): string | undefined {
  try {
    return readSmallFile(file, longestText);
  } catch {
    return undefined;
  }
}

/** So many say enough: no call looks at more. */
const mostEntries = 6000;

function entries(folder: string): readonly Entry[] | undefined {
  try {
    const found: Entry[] = [];
    const open = opendirSync(folder);
    try {
      for (let entry = open.readSync(); entry && found.length < mostEntries; entry = open.readSync()) {
        found.push({ name: entry.name, isFolder: entry.isDirectory() });
      }
    } finally {
      open.closeSync();
    }
    return found;
  } catch {
    return undefined;
  }
}

/** Follows symlinks one by one as the kernel does; what does not exist is kept as it is. */
function realPath(path: string): string | undefined {
  if (!isAbsolute(path) || path.includes('\0')) return undefined;
  const pending = path
    .split('/')
    .filter(part => part !== '' && part !== '.')
    .toReversed();
  let current = '';
  let links = 0;
  let missing = false;
  while (pending.length > 0) {
    const part = pending.pop() ?? '';
    if (part === '..') {
      current = current.slice(0, Math.max(current.lastIndexOf('/'), 0));
      continue;
    }
    const next = `${current}/${part}`;
    const link = missing ? undefined : linkTarget(next);
    if (link === 'unknown') return undefined;
    if (link === 'missing') missing = true;
    if (link === undefined || link === 'missing') {
      current = next;
      continue;
    }
    if (++links > mostLinks) return undefined;
    if (isAbsolute(link.target)) current = '';
    pending.push(
      ...link.target
        .split('/')
        .filter(one => one !== '' && one !== '.')
        .toReversed(),
    );
  }
  return current === '' ? '/' : current;
}

function linkTarget(path: string): { readonly target: string } | 'missing' | 'unknown' | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? { target: readlinkSync(path) } : undefined;
  } catch (error) {
    return isMissing(error) ? 'missing' : 'unknown';
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Looks at the repository that git would find from this folder. */
function gitDanger(folder: string): Sentence | undefined {
  const repository = findRepository(folder);
  if (repository === undefined) return undefined;
  const settings = repository.configs.flatMap(file => gitSettings(readText(file) ?? ''));
  const key = dangerousSetting(settings);
  if (key !== undefined) return say('The configuration of this repository lets git run a program ({key}).', { key });
  const configured = settings.findLast(setting => setting.key === 'core.hookspath')?.value;
  const hooks = configured === undefined ? join(repository.common, 'hooks') : resolve(repository.root, configured);
  return isExecutable(join(hooks, 'post-index-change'))
    ? say('A hook of this repository runs when git refreshes its index.')
    : undefined;
}

interface Repository {
  readonly root: string;
  readonly common: string;
  readonly configs: readonly string[];
}

function findRepository(folder: string): Repository | undefined {
  for (let current = folder; ; current = dirname(current)) {
    const found = repositoryAt(current);
    if (found) return found;
    if (dirname(current) === current) return undefined;
  }
}

function repositoryAt(folder: string): Repository | undefined {
  const dotGit = join(folder, '.git');
  const kind = statKind(dotGit);
  if (kind === 'folder') return repositoryOf(folder, dotGit);
  if (kind === 'file') {
    const target = /^gitdir:\s*(.+)$/m.exec(readText(dotGit) ?? '')?.[1]?.trim();
    return repositoryOf(folder, resolve(folder, target ?? '.'));
  }
  // A folder that looks like a bare repository is one for git, wherever it comes from.
  const isBare =
    statKind(join(folder, 'HEAD')) === 'file' &&
    statKind(join(folder, 'objects')) === 'folder' &&
    statKind(join(folder, 'refs')) === 'folder';
  return isBare ? repositoryOf(folder, folder) : undefined;
}

function repositoryOf(root: string, gitFolder: string): Repository {
  const shared = readText(join(gitFolder, 'commondir'))?.trim();
  const common = shared === undefined ? gitFolder : resolve(gitFolder, shared);
  return { root, common, configs: [join(common, 'config'), join(gitFolder, 'config.worktree')] };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function statKind(path: string): 'file' | 'folder' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
