import type { Budget } from '../language/budget';
import { type CompiledRule, isAlive } from '../match/compiled';
import { append } from '../../base/append';
import { isLiteralSegment, matchesSegments, type PathRule, segmentPattern } from './pathMatch';
import { isInside } from './pathText';
import { SegmentStarts } from './segmentStarts';
import { hole } from '../match/wildcard';

/** The folders that patterns start from, in one form: as written, or with symlinks resolved. */
export interface Bases {
  readonly cwd: string;
  readonly home: string;
  root(folder: string): string;
}

/** Names that one file system or another takes for the same. */
function folded(path: string): string {
  return path.toLowerCase().normalize('NFC');
}

/** Path rules of one action and access, found by the literal folders their patterns begin with. */
export class PathRules {
  readonly #broad: boolean;
  readonly #anchored = new Map<string, AnchoredRules>();
  readonly #anywhere: AnywhereRules;
  readonly #roots = new Set<string>();
  readonly #all: CompiledRule[] = [];

  /** Deny and ask rules are broad: they ignore case and reach deeper than allow rules. */
  constructor(broad: boolean) {
    this.#broad = broad;
    this.#anywhere = new AnywhereRules(broad);
  }

  add(rule: CompiledRule): void {
    const parsed = rule.rule;
    if (parsed.kind !== 'path') return;
    const segments = this.#broad ? parsed.pattern.segments.map(folded) : parsed.pattern.segments;
    const { anchor } = parsed.pattern;
    this.#roots.add(rule.root);
    this.#all.push(rule);
    const bareFolder = this.#broad && anchor === 'cwd' && segments.length === 2 && segments[1] === '**';
    if (anchor === 'anywhere' || (bareFolder && !rule.text.includes('./'))) {
      this.#anywhere.add(segments, rule);
      return;
    }
    const base = anchor === 'root' ? `root:${rule.root}` : anchor;
    const group = this.#anchored.get(base) ?? new AnchoredRules(this.#broad);
    group.add(segments, rule);
    this.#anchored.set(base, group);
  }

  get isEmpty(): boolean {
    return this.#roots.size === 0;
  }

  /** The folders from which its rules start. */
  get roots(): ReadonlySet<string> {
    return this.#roots;
  }

  any(now: number): CompiledRule | undefined {
    return this.#all.find(rule => isAlive(rule, now));
  }

  /** The path is absolute; a `hole` in it stands for any text. `roots` are those of all rules that count beside these. */
  find(
    path: string,
    bases: Bases,
    now: number,
    budget: Budget,
    roots: ReadonlySet<string> = this.#roots,
  ): CompiledRule | undefined {
    if (this.isEmpty) return undefined;
    for (const [name, group] of this.#anchored) {
      const below = this.#below(path, baseFolder(name, bases));
      const found = below && group.find(below, now, budget);
      if (found) return found;
    }
    if (this.#anywhere.isEmpty) return undefined;
    const folders = this.#broad ? [bases.cwd, ...[...roots].map(root => bases.root(root))] : [bases.cwd];
    for (const folder of new Set(folders)) {
      const below = this.#below(path, folder);
      const found = below && this.#anywhere.find(below, now, budget);
      if (found) return found;
    }
    return undefined;
  }

  #below(path: string, folder: string): readonly string[] | undefined {
    const [whole, start] = this.#broad ? [folded(path), folded(folder)] : [path, folder];
    if (!isInside(whole, start)) return undefined;
    return whole
      .slice(start.length)
      .split('/')
      .filter(segment => segment !== '');
  }
}

function baseFolder(name: string, bases: Bases): string {
  if (name === 'home') return bases.home;
  if (name === 'cwd') return bases.cwd;
  return name.startsWith('root:') ? bases.root(name.slice('root:'.length)) : '/';
}

/** In steps. Most patterns differ in their first segment; those with `**` are tried at each. */
function effortOf(pattern: PathRule['pattern'], path: readonly string[]): number {
  return (1 + (pattern.length * path.length) / 16) / 6;
}

class AnchoredRules {
  readonly #byPrefix = new Map<string, PrefixRules>();
  readonly #all: PathRule[] = [];
  readonly #broad: boolean;
  #deepest = 0;

  constructor(broad: boolean) {
    this.#broad = broad;
  }

  add(segments: readonly string[], rule: CompiledRule): void {
    const firstWild = segments.findIndex(segment => !isLiteralSegment(segment));
    const literal = segments.slice(0, firstWild < 0 ? segments.length : firstWild);
    const entry: PathRule = { rule, pattern: segmentPattern(segments) };
    this.#deepest = Math.max(this.#deepest, literal.length);
    this.#all.push(entry);
    const prefix = literal.join('/');
    const rules = this.#byPrefix.get(prefix) ?? new PrefixRules();
    rules.add(segments.slice(literal.length), entry);
    this.#byPrefix.set(prefix, rules);
  }

  find(path: readonly string[], now: number, budget: Budget): CompiledRule | undefined {
    if (path.some(segment => segment.includes(hole))) return this.#first(this.#all, path, now, budget);
    let key = '';
    for (let length = 0; length <= this.#deepest && length <= path.length; length++) {
      if (length > 0) key = length === 1 ? (path[0] ?? '') : `${key}/${path[length - 1]}`;
      const rules = this.#byPrefix.get(key);
      const found = rules && this.#first(rules.candidates(path.slice(length)), path, now, budget);
      if (found) return found;
    }
    return undefined;
  }

  #first(entries: Iterable<PathRule>, path: readonly string[], now: number, budget: Budget): CompiledRule | undefined {
    for (const entry of entries) {
      budget.spend(effortOf(entry.pattern, path));
      if (isAlive(entry.rule, now) && matchesSegments(entry.pattern, path, this.#broad)) return entry.rule;
    }
    return undefined;
  }
}

/** Rules that begin with the same literal folders. Of those that go on, some segment behind must begin as theirs does. */
class PrefixRules {
  readonly #starts = new SegmentStarts<PathRule>();
  readonly #rest: PathRule[] = [];

  add(behind: readonly string[], entry: PathRule): void {
    const next = behind.find(segment => segment !== '**');
    if (next === undefined || !this.#starts.add(next, entry)) this.#rest.push(entry);
  }

  *candidates(behind: readonly string[]): Iterable<PathRule> {
    yield* this.#rest;
    for (const segment of new Set(behind)) yield* this.#starts.candidates(segment);
  }
}

/** Patterns without a folder: `.env`, `*.md`, and for deny rules `src/**`. They match at any depth. */
class AnywhereRules {
  readonly #byName = new Map<string, PathRule[]>();
  readonly #byExtension = new Map<string, PathRule[]>();
  readonly #starts = new SegmentStarts<PathRule>();
  readonly #rest: PathRule[] = [];
  readonly #all: PathRule[] = [];
  readonly #broad: boolean;

  constructor(broad: boolean) {
    this.#broad = broad;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  add(segments: readonly string[], rule: CompiledRule): void {
    const entry: PathRule = { rule, pattern: segmentPattern(segments) };
    const [first = ''] = segments;
    const extension = /^\*(\.[^*?[\\]+)$/.exec(first)?.[1];
    this.#all.push(entry);
    if (isLiteralSegment(first)) append(this.#byName, first, entry);
    else if (extension !== undefined) append(this.#byExtension, extension, entry);
    else if (!this.#starts.add(first, entry)) this.#rest.push(entry);
  }

  find(path: readonly string[], now: number, budget: Budget): CompiledRule | undefined {
    const start = this.#broad ? 0 : path.length - 1;
    for (let index = Math.max(start, 0); index < path.length; index++) {
      const segment = path[index] ?? '';
      for (const entry of this.#candidates(segment)) {
        budget.spend(effortOf(entry.pattern, path));
        if (isAlive(entry.rule, now) && matchesSegments(entry.pattern, path.slice(index), this.#broad))
          return entry.rule;
      }
    }
    return undefined;
  }

  *#candidates(segment: string): Iterable<PathRule> {
    if (segment.includes(hole)) {
      yield* this.#all;
      return;
    }
    yield* this.#byName.get(segment) ?? [];
    for (let dot = segment.indexOf('.'); dot >= 0; dot = segment.indexOf('.', dot + 1)) {
      yield* this.#byExtension.get(segment.slice(dot)) ?? [];
    }
    yield* this.#starts.candidates(segment);
    yield* this.#rest;
  }
}
