/** So many changes lie above the rest before they are laid into it. */
const mostAbove = 256;

/**
 * A map as a value, of which the next one costs what changes and not what is there: what is new lies above what has been
 * there for long, and of that a copy is made only now and then.
 */
export class Layered<Item> {
  readonly #below: ReadonlyMap<string, Item>;
  readonly #above: ReadonlyMap<string, Item>;
  #asked: { readonly before: Layered<Item>; readonly changed: ReadonlySet<string> | undefined } | undefined;

  constructor(below: ReadonlyMap<string, Item> = new Map(), above: ReadonlyMap<string, Item> = new Map()) {
    this.#below = below;
    this.#above = above;
  }

  get(key: string): Item | undefined {
    return this.#above.get(key) ?? this.#below.get(key);
  }

  has(key: string): boolean {
    return this.#above.has(key) || this.#below.has(key);
  }

  with(changes: ReadonlyMap<string, Item>): Layered<Item> {
    if (changes.size === 0) return this;
    const above = new Map([...this.#above, ...changes]);
    return above.size <= mostAbove ? new Layered(this.#below, above) : new Layered(new Map([...this.#below, ...above]));
  }

  /** What is another item here than it was there; undefined where finding that out costs more than looking at all. */
  newSince(before: Layered<Item>): ReadonlySet<string> | undefined {
    // Whoever draws a part asks the same with every change: it is answered once.
    if (this.#asked?.before !== before) this.#asked = { before, changed: this.#changedSince(before) };
    return this.#asked.changed;
  }

  #changedSince(before: Layered<Item>): ReadonlySet<string> | undefined {
    if (before.#below !== this.#below) return undefined;
    const changed = new Set<string>();
    for (const [key, item] of this.#above) if (before.#above.get(key) !== item) changed.add(key);
    return changed;
  }

  /** All of it, to be changed at will. */
  copied(): Map<string, Item> {
    return new Map([...this.#below, ...this.#above]);
  }
}
