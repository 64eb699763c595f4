/** xoshiro128**: 128 bits of state, so that neighbouring seeds do not give neighbouring histories. */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number) {
    let word = seed >>> 0;
    // splitmix32 spreads the seed over the state.
    this.#state = Uint32Array.from({ length: 4 }, () => {
      word = (word + 0x9e3779b9) >>> 0;
      let mixed = word ^ (word >>> 16);
      mixed = Math.imul(mixed, 0x21f0aaad);
      mixed ^= mixed >>> 15;
      mixed = Math.imul(mixed, 0x735a2d97);
      return (mixed ^ (mixed >>> 15)) >>> 0;
    });
  }

  #next(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#state;
    const scrambled = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const [third, fourth] = [c ^ a, d ^ b];
    this.#state.set([a ^ fourth, b ^ third, third ^ (b << 9), rotate(fourth, 11)]);
    return scrambled;
  }

  below(limit: number): number {
    return Math.floor((this.#next() / 2 ** 32) * limit);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }
}

function rotate(word: number, bits: number): number {
  return ((word << bits) | (word >>> (32 - bits))) >>> 0;
}
