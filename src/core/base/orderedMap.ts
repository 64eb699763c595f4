/**
 * A map as a value: `with` and `without` give another map and leave this one as it was, and cost the same however much is
 * in it. It is walked in the order in which the keys came. A copy of a Map for each change would make many changes square.
 */
export class OrderedMap<V> implements ReadonlyMap<string, V> {
  readonly #root: Branch<V>;
  readonly #nextPlace: number;
  readonly size: number;

  private constructor(root: Branch<V>, size: number, nextPlace: number) {
    this.#root = root;
    this.size = size;
    this.#nextPlace = nextPlace;
  }

  static empty<V>(): OrderedMap<V> {
    return new OrderedMap<V>([], 0, 0);
  }

  static of<V>(entries: Iterable<readonly [string, V]>): OrderedMap<V> {
    let map = OrderedMap.empty<V>();
    for (const [key, value] of entries) map = map.with(key, value);
    return map;
  }

  get(key: string): V | undefined {
    return this.#leaf(hashOf(key), key)?.value;
  }

  has(key: string): boolean {
    return this.#leaf(hashOf(key), key) !== undefined;
  }

  with(key: string, value: V): OrderedMap<V> {
    const hash = hashOf(key);
    const before = this.#leaf(hash, key);
    const place = before?.place ?? this.#nextPlace;
    const root = put(this.#root, 0, { hash, key, value, place });
    return new OrderedMap(root, this.size + (before ? 0 : 1), Math.max(this.#nextPlace, place + 1));
  }

  without(key: string): OrderedMap<V> {
    const hash = hashOf(key);
    if (!this.#leaf(hash, key)) return this;
    return new OrderedMap(remove(this.#root, 0, hash, key), this.size - 1, this.#nextPlace);
  }

  /** Those of the keys that are here, in the order of the map. */
  inOrder(keys: Iterable<string>): readonly V[] {
    const leaves: Leaf<V>[] = [];
    for (const key of new Set(keys)) {
      const leaf = this.#leaf(hashOf(key), key);
      if (leaf) leaves.push(leaf);
    }
    return inPlace(leaves).map(({ value }) => value);
  }

  *entries(): MapIterator<[string, V]> {
    for (const { key, value } of inPlace(leavesOf(this.#root))) yield [key, value];
  }

  *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }

  forEach(told: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this.entries()) told(value, key, this);
  }

  #leaf(hash: number, key: string): Leaf<V> | undefined {
    let node: Node<V> | undefined = this.#root;
    for (let depth = 0; isBranch(node); depth += bitsOfLevel) node = node[slotOf(hash, depth)];
    for (let leaf = node; leaf !== undefined; leaf = leaf.next) if (leaf.key === key) return leaf;
    return undefined;
  }
}

interface Leaf<V> {
  readonly hash: number;
  readonly key: string;
  readonly value: V;
  /** Where it stands among all that were ever put in. */
  readonly place: number;
  /** Another one whose key has the same hash. */
  readonly next?: Leaf<V> | undefined;
}
type Branch<V> = readonly (Node<V> | undefined)[];
type Node<V> = Leaf<V> | Branch<V>;

const bitsOfLevel = 4;
const slots = 1 << bitsOfLevel;

function isBranch<V>(node: Node<V> | undefined): node is Branch<V> {
  return Array.isArray(node);
}

function slotOf(hash: number, depth: number): number {
  return (hash >>> depth) & (slots - 1);
}

function put<V>(branch: Branch<V>, depth: number, leaf: Leaf<V>): Branch<V> {
  const slot = slotOf(leaf.hash, depth);
  return withSlot(branch, slot, joined(branch[slot], depth + bitsOfLevel, leaf));
}

function joined<V>(there: Node<V> | undefined, depth: number, leaf: Leaf<V>): Node<V> {
  if (there === undefined) return leaf;
  if (isBranch(there)) return put(there, depth, leaf);
  if (there.hash === leaf.hash) return { ...leaf, next: chainWithout(there, leaf.key) };
  // Two hashes differ in a level that is still to come.
  return put(put([], depth, there), depth, leaf);
}

function remove<V>(branch: Branch<V>, depth: number, hash: number, key: string): Branch<V> {
  const slot = slotOf(hash, depth);
  const there = branch[slot];
  const left = isBranch(there) ? remove(there, depth + bitsOfLevel, hash, key) : chainWithout(there, key);
  return withSlot(branch, slot, isBranch(left) && left.every(node => node === undefined) ? undefined : left);
}

function chainWithout<V>(leaf: Leaf<V> | undefined, key: string): Leaf<V> | undefined {
  if (leaf === undefined || leaf.key === key) return leaf?.next;
  return { ...leaf, next: chainWithout(leaf.next, key) };
}

function withSlot<V>(branch: Branch<V>, slot: number, node: Node<V> | undefined): Branch<V> {
  const copy = branch.length === 0 ? Array.from<Node<V> | undefined>({ length: slots }) : branch.slice();
  copy[slot] = node;
  return copy;
}

function* leavesOf<V>(node: Node<V> | undefined): Iterable<Leaf<V>> {
  if (isBranch(node)) for (const child of node) yield* leavesOf(child);
  else for (let leaf = node; leaf !== undefined; leaf = leaf.next) yield leaf;
}

function inPlace<V>(leaves: Iterable<Leaf<V>>): readonly Leaf<V>[] {
  return [...leaves].toSorted((one, other) => one.place - other.place);
}

/** FNV-1a. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
