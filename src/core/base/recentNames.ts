/** So many names are remembered at least, and at most twice as many. */
const remembered = 2000;

/** What was there lately, by its name. A window is open for weeks, and everything in it has one. */
export class RecentNames {
  #young = new Set<string>();
  #old: ReadonlySet<string> = new Set();

  has(name: string): boolean {
    return this.#young.has(name) || this.#old.has(name);
  }

  add(name: string): void {
    if (this.#young.size >= remembered) [this.#young, this.#old] = [new Set(), this.#young];
    this.#young.add(name);
  }
}
