import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject } from '../core/base/json';
import type { Hits } from '../core/ruleAdmin/table';
import { type WritableScope, writableScopes } from '../core/ruleAdmin/writableScopes';
import { writeAtomically } from './atomicWrite';
import { lockPatienceMs, waitForLease } from './lease';
import { readSmallFile } from './readSmallFile';

interface Memory {
  readonly hits: ReadonlyMap<string, Hits>;
  readonly dismissed: ReadonlySet<string>;
  readonly lastScope: WritableScope | undefined;
}

const empty: Memory = { hits: new Map(), dismissed: new Set(), lastScope: undefined };
const quietMs = 2000;
const mostKeys = 20_000;

/**
 * When each rule was last needed and how often, which offers nobody wants, and where the last rule was made. It lies outside the rules files, so that a
 * call never changes one. Nothing is decided by it, so what gets lost of it is no harm.
 */
export class RuleMemory {
  readonly #file: string;
  #hits = new Map<string, Hits>();
  #dismissed = new Set<string>();
  #lastScope: WritableScope | undefined;
  #known: Memory;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
    this.#known = read(file);
  }

  hitsOf(key: string): Hits | undefined {
    return added(this.#known.hits.get(key), this.#hits.get(key));
  }

  isDismissed(key: string): boolean {
    return this.#known.dismissed.has(key) || this.#dismissed.has(key);
  }

  get lastScope(): WritableScope | undefined {
    return this.#lastScope ?? this.#known.lastScope;
  }

  choseScope(scope: WritableScope): void {
    this.#lastScope = scope;
    this.#timer ??= setTimeout(() => void this.save(), quietMs);
  }

  hit(key: string, at: number): void {
    this.#hits.set(key, added(this.#hits.get(key), { count: 1, last: at }) ?? { count: 1, last: at });
    this.#timer ??= setTimeout(() => void this.save(), quietMs);
  }

  async dismiss(key: string): Promise<void> {
    this.#dismissed.add(key);
    await this.save();
  }

  /** Adds what is new here to what other windows have written in the meantime. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#merge()).catch(() => {});
    return this.#writing;
  }

  async #merge(): Promise<void> {
    if (this.#hits.size === 0 && this.#dismissed.size === 0 && this.#lastScope === undefined) return;
    await mkdir(dirname(this.#file), { recursive: true });
    const lock = await waitForLease(`${this.#file}.lease`, lockPatienceMs);
    if (!lock) return;
    try {
      const [hits, dismissed, scope] = [this.#hits, this.#dismissed, this.#lastScope];
      const before = read(this.#file);
      const merged = new Map(before.hits);
      for (const [key, more] of hits) merged.set(key, added(merged.get(key), more) ?? more);
      const latest = [...merged].toSorted(([, one], [, other]) => other.last - one.last).slice(0, mostKeys);
      const lastScope = scope ?? before.lastScope;
      const next = { hits: new Map(latest), dismissed: new Set([...before.dismissed, ...dismissed]), lastScope };
      this.#hits = new Map();
      this.#dismissed = new Set();
      this.#lastScope = undefined;
      const text = JSON.stringify({
        version: 1,
        hits: Object.fromEntries(next.hits),
        dismissed: [...next.dismissed],
        lastScope,
      });
      this.#known = next;
      await writeAtomically(this.#file, text, { mode: 0o600, stillOurs: () => lock.held() });
    } finally {
      await lock.release();
    }
  }
}

function added(one: Hits | undefined, other: Hits | undefined): Hits | undefined {
  if (!one || !other) return one ?? other;
  return { count: one.count + other.count, last: Math.max(one.last, other.last) };
}

function read(file: string): Memory {
  let value: unknown;
  try {
    value = JSON.parse(readSmallFile(file));
  } catch {
    return empty;
  }
  if (!isObject(value)) return empty;
  const { hits, dismissed, lastScope } = value;
  const found = Object.entries(isObject(hits) ? hits : {}).flatMap(([key, hit]): [string, Hits][] => {
    if (!isObject(hit)) return [];
    const { count, last } = hit;
    return typeof count === 'number' && typeof last === 'number' ? [[key, { count, last }]] : [];
  });
  const texts = Array.isArray(dismissed) ? dismissed.filter(it => typeof it === 'string') : [];
  return {
    hits: new Map(found),
    dismissed: new Set(texts),
    lastScope: writableScopes.find(scope => scope === lastScope),
  };
}
