/** Glob patterns over text. Matching takes at most pattern length times text length steps, and never more than `mostSteps`. */
import { TooBig } from '../language/budget';

const mostSteps = 200_000;

type Token =
  | { readonly kind: 'character'; readonly character: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'many' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] };

export type Wildcard = readonly Token[];

/** In a rule for commands only `*` is special. */
export function commandWildcard(pattern: string): Wildcard {
  return pattern.split('').map(character => (character === '*' ? { kind: 'many' } : { kind: 'character', character }));
}

/** In a path segment `?`, `[…]` and a backslash are special as well. */
export function segmentWildcard(pattern: string): Wildcard {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '*') tokens.push({ kind: 'many' });
    else if (character === '?') tokens.push({ kind: 'one' });
    else if (character === '\\' && at + 1 < pattern.length) {
      tokens.push({ kind: 'character', character: pattern.charAt(++at) });
    } else if (character === '[') {
      const read = readClass(pattern, at);
      tokens.push(read?.token ?? { kind: 'character', character });
      at = read?.end ?? at;
    } else tokens.push({ kind: 'character', character });
  }
  return tokens;
}

function readClass(pattern: string, start: number): { token: Token; end: number } | undefined {
  let at = start + 1;
  const negated = pattern.charAt(at) === '!' || pattern.charAt(at) === '^';
  if (negated) at++;
  const end = pattern.indexOf(']', at + 1);
  if (end < 0) return undefined;
  const ranges: [string, string][] = [];
  while (at < end) {
    const from = pattern.charAt(at);
    if (pattern.charAt(at + 1) === '-' && at + 2 < end) {
      ranges.push([from, pattern.charAt(at + 2)]);
      at += 3;
    } else {
      ranges.push([from, from]);
      at++;
    }
  }
  return { token: { kind: 'class', negated, ranges }, end };
}

function accepts(token: Token, character: string): boolean {
  switch (token.kind) {
    case 'character':
      return token.character === character;
    case 'one':
      return true;
    case 'many':
      return true;
    case 'class':
      return token.ranges.some(([from, to]) => from <= character && character <= to) !== token.negated;
    default:
      return token satisfies never;
  }
}

/** Anchored at both ends. */
export function wildcardMatches(pattern: Wildcard, text: string): boolean {
  let at = 0;
  let token = 0;
  let starToken = -1;
  let starAt = 0;
  for (let steps = 0; at < text.length; steps++) {
    if (steps > mostSteps) throw new TooBig();
    const current = pattern[token];
    if (current?.kind === 'many') {
      starToken = token++;
      starAt = at;
    } else if (current !== undefined && accepts(current, text.charAt(at))) {
      at++;
      token++;
    } else if (starToken >= 0) {
      token = starToken + 1;
      at = ++starAt;
    } else return false;
  }
  while (pattern[token]?.kind === 'many') token++;
  return token === pattern.length;
}

/** Marks a place in a text where anything may stand. */
export const hole = '\u0000';

/** Whether some filling of the holes makes the text match. */
export function wildcardMayMatch(pattern: Wildcard, text: string): boolean {
  let reachable = closure(new Set([0]), pattern);
  let steps = 0;
  for (const character of text) {
    const next = new Set<number>();
    steps += reachable.size;
    if (steps > mostSteps) throw new TooBig();
    for (const index of reachable) {
      const token = pattern[index];
      // All later ones are reachable from the first.
      if (character === hole) {
        for (let later = Math.min(...reachable); later <= pattern.length; later++) next.add(later);
        break;
      }
      if (token?.kind === 'many') next.add(index);
      else if (token !== undefined && accepts(token, character)) next.add(index + 1);
    }
    if (next.size === 0) return false;
    reachable = closure(next, pattern);
  }
  return reachable.has(pattern.length);
}

function closure(indexes: Set<number>, pattern: Wildcard): Set<number> {
  for (const index of indexes) if (pattern[index]?.kind === 'many') indexes.add(index + 1);
  return indexes;
}
