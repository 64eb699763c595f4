import type { PathPattern } from '../rules';

/** What is known of the folder for which rules are looked at. */
export interface DiskFacts {
  readonly workspace: readonly string[];
  readonly home: string;
  /** Another one when what was found may be so no more. */
  readonly revision?: number;
  /** Whether anything below the folder has such a path; undefined where that would take too long to find out. */
  readonly matches: (folder: string, segments: readonly string[]) => boolean | undefined;
}

/** Where a path pattern leads: outside of the workspace, to nothing in it, or to something. */
export function placeOfPattern(pattern: PathPattern, root: string, disk: DiskFacts): 'outside' | 'nothing' | 'there' {
  const base = folderOf(pattern, root, disk);
  const fixed = pattern.segments.slice(0, firstWild(pattern.segments));
  const folder = [base === '/' ? '' : base, ...fixed].join('/') || '/';
  // A pattern whose fixed part is above the workspace may reach into it.
  if (!disk.workspace.some(it => isIn(folder, it) || isIn(it, folder))) return 'outside';
  const segments = pattern.anchor === 'anywhere' ? ['**', ...pattern.segments] : pattern.segments;
  return disk.matches(base, segments) === false ? 'nothing' : 'there';
}

function folderOf({ anchor }: PathPattern, root: string, { workspace: [first = root], home }: DiskFacts): string {
  switch (anchor) {
    case 'absolute':
      return '/';
    case 'home':
      return home;
    case 'root':
      return root;
    case 'cwd':
    case 'anywhere':
      return first;
    default:
      return anchor satisfies never;
  }
}

function firstWild(segments: readonly string[]): number {
  const at = segments.findIndex(segment => /[*?[\\]/.test(segment));
  return at < 0 ? segments.length : at;
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
