import { isLiteralSegment, matchesSegments, segmentPattern } from '../paths/pathMatch';
import { isInside, joinPath, normalPath } from '../paths/pathText';
import { say, type Sentence } from '../../texts/sentence';
import type { Rule } from '../language/rule';
import type { ScopedRule } from '../language/verdict';
import type { Ground, Hold } from './limit';

type PathRule = Extract<Rule, { readonly kind: 'path' }>;

/** Where a path rule leads: paths for the kernel, and what is left to reading. */
export interface Places {
  readonly paths: readonly string[];
  readonly hold: Hold;
  readonly why?: Sentence;
  readonly failure?: Sentence;
}

interface Start {
  readonly base: string;
  readonly segments: readonly string[];
  /** It holds for files elsewhere too, which nobody looks for. */
  readonly elsewhere: boolean;
}

/**
 * The places of a deny rule. A place that is written out is one path, with all that lies in it. A pattern for reading
 * stays a pattern, which the agent looks up before each command; one for writing it would pass over without a word, so
 * that becomes the files that are there.
 */
export function placesOf(rule: PathRule, { pattern, root }: ScopedRule, ground: Ground): Places {
  const parts = startsOf(rule, pattern, root, ground).map(start => placesFrom(start, rule.access, ground));
  const failure = parts.find(part => part.failure)?.failure;
  const open = parts.find(part => part.hold !== 'kernel');
  return {
    paths: [...new Set(parts.flatMap(part => part.paths))],
    hold: open?.hold ?? 'kernel',
    ...(open?.why ? { why: open.why } : {}),
    ...(failure ? { failure } : {}),
  };
}

/** The same folders that the engine reads the pattern from: a pattern without a folder means any depth of each. */
function startsOf({ pattern }: PathRule, text: string, root: string, ground: Ground): readonly Start[] {
  const { anchor, segments } = pattern;
  const bareFolder = anchor === 'cwd' && segments.length === 2 && segments[1] === '**' && !text.includes('./');
  const anyDepth = anchor === 'anywhere' || bareFolder;
  if (anyDepth) {
    const inRoot = !isInside(normalPath(root), ground.cwd);
    return [
      { base: ground.cwd, segments: ['**', ...segments], elsewhere: inRoot },
      // Whoever lets a person's whole home be searched before each command waits for it each time.
      ...(inRoot ? [{ base: root, segments, elsewhere: true }] : []),
    ];
  }
  const base = anchor === 'absolute' ? '/' : anchor === 'home' ? ground.home : anchor === 'root' ? root : ground.cwd;
  return [{ base, segments, elsewhere: false }];
}

function placesFrom(start: Start, access: 'read' | 'edit', ground: Ground): Places {
  const segments = start.segments.at(-1) === '**' ? start.segments.slice(0, -1) : start.segments;
  const wild = segments.findIndex(segment => !isLiteralSegment(segment));
  const literal = joinPath(start.base, segments.slice(0, wild < 0 ? segments.length : wild).join('/'));
  const real = ground.realPath(literal);
  if (real === undefined) return reading(say('Where {path} leads cannot be told.', { path: literal }), { fails: true });
  if (wild < 0)
    return isTooMuch(real, access) ? tooMuch(real) : tellable(access, { paths: [real], ...elsewhere(start) });
  const rest = segments.slice(wild);
  // What begins above the folder of the session would mean a search of half the disk.
  const above = real !== ground.cwd && isInside(ground.cwd, real);
  const below = above ? restBelow(real, rest, ground.cwd) : { base: real, segments: rest };
  if (!below) return reading(say('It is a pattern for places outside this folder.'));
  const partly = above || start.elsewhere;
  return access === 'read' && below.segments.every(isPlainPattern)
    ? { paths: [joinPattern(below.base, below.segments)], ...(partly ? onlyHere : { hold: 'kernel' }) }
    : tellable(access, filesThatMatch(below, ground));
}

/**
 * Paths that are written out, so that the agent takes them as they are. It cuts the blanks off their ends, and may take
 * what stands in a name for a pattern; where writing is denied it passes over a pattern without a word.
 */
function tellable(access: 'read' | 'edit', places: Places): Places {
  if (access === 'read') return { ...places, paths: places.paths.map(escaped) };
  const cut = places.paths.find(path => path !== path.trimEnd());
  if (cut === undefined) return places;
  const failed = reading(
    say('The name of {path} ends with a blank, and the kernel would be told another one.', { path: cut }),
    {
      fails: true,
    },
  );
  return { ...failed, paths: places.paths.filter(path => path === path.trimEnd()) };
}

const onlyHere = { hold: 'partly', why: say('Elsewhere than in this folder it is held by reading.') } as const;

function elsewhere(start: Start): Pick<Places, 'hold' | 'why'> {
  return start.elsewhere ? onlyHere : { hold: 'kernel' };
}

function reading(why: Sentence, { fails = false } = {}): Places {
  return { paths: [], hold: 'reading', why, ...(fails ? { failure: why } : {}) };
}

/** A folder without which no command could start. */
function isTooMuch(path: string, access: 'read' | 'edit'): boolean {
  return (
    access === 'read' && /^\/(?:usr|bin|sbin|lib|lib64|proc|dev|etc|System|usr\/bin|usr\/lib|usr\/local)?$/.test(path)
  );
}

function tooMuch(path: string): Places {
  return reading(say('No command could start without {path}, so the kernel cannot hide it.', { path }), {
    fails: true,
  });
}

/** The pattern as it goes on below the folder of the session. */
function restBelow(
  base: string,
  rest: readonly string[],
  cwd: string,
): { base: string; segments: readonly string[] } | undefined {
  if (rest[0] === '**') return { base: cwd, segments: rest };
  const between = cwd.slice(base === '/' ? 1 : base.length + 1).split('/');
  const fits = between.every((segment, at) => {
    const wanted = rest[at];
    return wanted !== undefined && wanted !== '**' && matchesSegments(segmentPattern([wanted]), [segment], false);
  });
  return fits ? { base: cwd, segments: rest.slice(between.length) } : undefined;
}

/** The agent knows `*`, `**` and `?`; it takes a backslash and a bracket for what they are not. */
function isPlainPattern(segment: string): boolean {
  return !/[[\]\\{}]/.test(segment);
}

function joinPattern(base: string, segments: readonly string[]): string {
  return uncut(`${escaped(base === '/' ? '' : base)}/${segments.join('/')}`);
}

/** A character of a name that would be one of a pattern, or be cut off, stands for any character. */
function escaped(path: string): string {
  return uncut(path.replaceAll(/[[\]{}*?\\]/g, '?'));
}

function uncut(path: string): string {
  return path.trimEnd().padEnd(path.length, '?');
}

function filesThatMatch({ base, segments }: { base: string; segments: readonly string[] }, ground: Ground): Places {
  if (!isInside(base, ground.cwd)) return reading(say('It is a pattern for places outside this folder.'));
  if (!ground.tree.complete) {
    const why = say('There are too many files in this folder to look up the pattern {pattern}.', {
      pattern: joinPattern(base, segments),
    });
    return reading(why, { fails: true });
  }
  const lower = segments.map(segment => segment.toLowerCase());
  const pattern = segmentPattern(lower);
  // Of most files the end of the name says already that it is another one.
  const end = /[^*?[\]\\{}/]*$/.exec(lower.at(-1) ?? '')?.[0] ?? '';
  const matching = ground.tree.found.flatMap(({ path }) => {
    if (!path.toLowerCase().endsWith(end) || !isInside(path, base)) return [];
    const below = path.slice(base.length).toLowerCase().split('/').filter(Boolean);
    return matchesSegments(pattern, below, false) ? [path] : [];
  });
  const found = outermost(matching);
  if (found.length > mostPaths) {
    const why = say('The pattern {pattern} meets {count} files, and each makes every command slower.', {
      pattern: joinPattern(base, segments),
      count: found.length,
    });
    return reading(why, { fails: true });
  }
  return { paths: found, hold: 'partly', why: say('Files that a command makes anew are held by reading.') };
}

/** Measured: each path that is written out costs a command about 2 ms. */
export const mostPaths = 100;

/** The paths without those that lie in another one of them. */
export function outermost(paths: readonly string[]): readonly string[] {
  const all = new Set(paths);
  return paths.filter(path => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (all.has(path.slice(0, end))) return false;
    return true;
  });
}
