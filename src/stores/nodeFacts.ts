import { existsSync, lstatSync, opendirSync, readlinkSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { readSmallFile } from './readSmallFile';
import { trackedFiles } from './gitIndex';
import type { Entry, Facts, LinkAt } from '../core/rules';
import { type Environment, GitFacts } from './gitFacts';

const mostLinks = 40;

/** Facts about this machine, asked from the file system each time, and from git as the agent would start it. */
export function nodeFacts(environment: Environment, gitWithinMs?: number): Facts {
  const git = new GitFacts(environment, gitWithinMs);
  return {
    realPath,
    entries,
    text,
    tracked: trackedFiles,
    git: folder => git.repository(folder),
    gitAnswer: (folder, args) => git.answer(folder, args),
  };
}

const longestText = 64 * 1024;

function text(file: string): string | undefined {
  try {
    if (!existsSync(file)) return undefined;
    return readSmallFile(file, longestText);
  } catch {
    return undefined;
  }
}

/** So many say enough: no call looks at more. */
const mostEntries = 6000;

function entries(folder: string): readonly Entry[] | undefined {
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
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
export function realPath(path: string, seen = new Map<string, LinkAt>()): string | undefined {
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
    const link = missing ? 'missing' : seenOr(next, seen);
    if (link === 'unknown') return undefined;
    if (link === 'missing') missing = true;
    if (link === 'no link' || link === 'missing') {
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

function seenOr(path: string, seen: Map<string, LinkAt>): LinkAt {
  const known = seen.get(path);
  if (known !== undefined) return known;
  const found = linkAt(path);
  seen.set(path, found);
  return found;
}

function linkAt(path: string): LinkAt {
  try {
    // An error that is made and caught costs ten times the look at the disk.
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return 'missing';
    return found.isSymbolicLink() ? { target: readlinkSync(path) } : 'no link';
  } catch (error) {
    return isMissing(error) ? 'missing' : 'unknown';
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
