import type { CompiledRule } from '../match/compiled';
import { hole, segmentWildcard, type Wildcard, wildcardMatches, wildcardMayMatch } from '../match/wildcard';

/** A compiled path pattern: one entry for each segment, `**` for any number of them. */
type SegmentPattern = readonly (Wildcard | '**')[];

export interface PathRule {
  readonly rule: CompiledRule;
  readonly pattern: SegmentPattern;
}

export function segmentPattern(segments: readonly string[]): SegmentPattern {
  return segments.map(segment => (segment === '**' ? '**' : segmentWildcard(segment)));
}

export function isLiteralSegment(segment: string): boolean {
  return !/[*?[\\]/.test(segment);
}

/**
 * Matches a path below the folder that the pattern starts from. A broad match (deny, ask) also covers
 * the folder of `dir/**` itself and everything inside a folder that the pattern names.
 */
export function matchesSegments(pattern: SegmentPattern, path: readonly string[], broad: boolean): boolean {
  let reachable = withSkips(new Set([0]), pattern, broad);
  if (broad && path.length > 0 && reachable.has(pattern.length)) return true;
  for (const segment of path) {
    const next = new Set<number>();
    for (const index of reachable) {
      const wanted = pattern[index];
      if (wanted === '**') {
        next.add(index);
        next.add(index + 1);
      } else if (wanted !== undefined && segmentMatches(wanted, segment)) next.add(index + 1);
    }
    if (next.size === 0) return false;
    reachable = withSkips(next, pattern, broad);
    if (broad && reachable.has(pattern.length)) return true;
  }
  return reachable.has(pattern.length);
}

function withSkips(indexes: Set<number>, pattern: SegmentPattern, broad: boolean): Set<number> {
  for (const index of indexes) {
    const isLast = index === pattern.length - 1;
    if (pattern[index] === '**' && (broad || !isLast)) indexes.add(index + 1);
  }
  return indexes;
}

function segmentMatches(wanted: Wildcard, segment: string): boolean {
  if (!segment.includes(hole)) return wildcardMatches(wanted, segment);
  const first = wanted[0];
  // The shell does not let a wildcard stand for a leading dot.
  if (segment.startsWith(hole) && first?.kind === 'character' && first.character === '.') return false;
  return wildcardMayMatch(wanted, segment);
}

/** Whether a path has the very form of a pattern, both in segments. */
export function pathMatches(segments: readonly string[], path: readonly string[]): boolean {
  return matchesSegments(segmentPattern(segments), path, false);
}
