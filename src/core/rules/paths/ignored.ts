import { segmentWildcard, type Wildcard, wildcardMatches } from '../match/wildcard';
import { isLiteralSegment, matchesSegments, segmentPattern } from './pathMatch';

/** A pattern as git reads it: with a slash it starts from its folder, without one it is a name at any depth. */
export interface IgnorePattern {
  readonly matches: (name: string, below: readonly string[]) => boolean;
  readonly onlyFolders: boolean;
}

interface IgnoreLine extends IgnorePattern {
  /** `!x`: it is not left out after all. */
  readonly isKept: boolean;
}

/** What one file says of the folder in which it stands. */
interface IgnoreFile {
  readonly folder: string;
  readonly lines: readonly IgnoreLine[];
}

/** What decides whether a path is left out, from the root of the repository to the folder that is looked at. */
export interface Ignores {
  readonly byGit: readonly IgnoreFile[];
  /** Files for search tools alone beat those of git. What they leave out beyond that is not believed. */
  readonly keeping: readonly IgnoreFile[];
}

const mostLines = 400;

export function ignoreFile(folder: string, text: string): IgnoreFile {
  return { folder, lines: text.split(/\r?\n/, mostLines).flatMap(readLine) };
}

export function keepingFile(folder: string, text: string): IgnoreFile {
  const { lines } = ignoreFile(folder, text);
  return { folder, lines: lines.filter(line => line.isKept) };
}

function readLine(text: string): IgnoreLine[] {
  const line = text.replace(/(?<!\\)\s+$/, '');
  if (line === '' || line.startsWith('#')) return [];
  const isKept = line.startsWith('!');
  return [{ ...ignorePattern(isKept ? line.slice(1) : line), isKept }];
}

export function ignorePattern(text: string): IgnorePattern {
  const path = text.replace(/\/$/, '');
  return { matches: matcherOf(path), onlyFolders: text.endsWith('/') };
}

function matcherOf(path: string): IgnorePattern['matches'] {
  if (!path.includes('/')) {
    if (isLiteralSegment(path)) return name => name === path;
    const wildcard: Wildcard = segmentWildcard(path);
    return name => wildcardMatches(wildcard, name);
  }
  const pattern = segmentPattern(path.split('/').filter(segment => segment !== ''));
  return (_, below) => matchesSegments(pattern, below, false);
}

/** The last line that matches decides; those of deeper folders come later. */
export function isIgnored({ byGit, keeping }: Ignores, path: string, isFolder: boolean): boolean {
  return deciding(byGit, path, isFolder)?.isKept === false && !deciding(keeping, path, isFolder);
}

function deciding(files: readonly IgnoreFile[], path: string, isFolder: boolean): IgnoreLine | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (const { folder, lines } of files.toReversed()) {
    const below = path.slice(folder === '/' ? 1 : folder.length + 1).split('/');
    const line = lines.findLast(one => (isFolder || !one.onlyFolders) && one.matches(name, below));
    if (line) return line;
  }
  return undefined;
}
