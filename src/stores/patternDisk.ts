import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DiskFacts } from '../core/analysis/disk';
import { pathMatches } from '../core/rules';

/** So many entries are looked at for one pattern; what takes more is not known. */
const mostEntries = 3000;
/** And for all patterns of one look at the rules. */
const mostOfAll = 30_000;
/** So long an answer counts: files come and go, and rules are looked at with each key that is pressed. */
const freshMs = 10_000;

/** What a package manager unpacks is far more than what a project is made of. */
const passedOver = new Set(['node_modules', '.git']);

/** Whether files are there for the patterns of rules. Links are not followed. */
export class PatternDisk implements DiskFacts {
  readonly workspace: readonly string[];
  readonly home: string;
  readonly #known = new Map<string, boolean | undefined>();
  #since = 0;
  #left = 0;

  constructor(workspace: readonly string[], home: string) {
    this.workspace = workspace;
    this.home = home;
  }

  get revision(): number {
    if (Date.now() - this.#since > freshMs) this.forget();
    return this.#since;
  }

  readonly matches = (folder: string, segments: readonly string[]): boolean | undefined => {
    if (Date.now() - this.#since > freshMs) this.forget();
    const key = `${folder}\n${segments.join('/')}`;
    if (this.#known.has(key)) return this.#known.get(key);
    const budget = { left: Math.min(mostEntries, this.#left) };
    const before = budget.left;
    const found = search(folder, segments, budget);
    this.#left -= before - budget.left;
    const answer = budget.left <= 0 ? undefined : found;
    this.#known.set(key, answer);
    return answer;
  };

  forget(): void {
    this.#known.clear();
    this.#since = Date.now();
    this.#left = mostOfAll;
  }
}

function search(folder: string, [first, ...rest]: readonly string[], budget: { left: number }): boolean {
  if (first === undefined) return true;
  if ((budget.left -= 1) <= 0) return false;
  if (!/[*?[\\]/.test(first)) {
    const path = join(folder, first);
    return isThere(path) && search(path, rest, budget);
  }
  const entries = entriesOf(folder);
  budget.left -= entries.length;
  if (first !== '**')
    return entries.some(({ name }) => pathMatches([first], [name]) && search(join(folder, name), rest, budget));
  if (rest.length === 0) return entries.length > 0;
  if (search(folder, rest, budget)) return true;
  return entries.some(
    entry =>
      entry.isDirectory() && !passedOver.has(entry.name) && search(join(folder, entry.name), ['**', ...rest], budget),
  );
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
