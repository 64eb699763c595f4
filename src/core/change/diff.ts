/**
 * The differences of two sequences. The usual way to the shortest script is slow exactly where agents are: in rewritten
 * files. So what cannot take part in a match is put aside first; what is left is small.
 */

/** Which entries of each side have no partner on the other. All others match, in order. */
interface Differences {
  readonly removed: readonly boolean[];
  readonly added: readonly boolean[];
}

/** Searching on costs more than it explains: beyond this many edits what is left counts as replaced. */
const maxEdits = 1200;

export function difference(before: readonly string[], after: readonly string[]): Differences {
  const removed = Array.from<boolean>({ length: before.length }).fill(false);
  const added = Array.from<boolean>({ length: after.length }).fill(false);
  const { start, endBefore, endAfter } = trim(before, after);

  // Numbers compare faster than texts, and an entry that the other side does not have needs no search.
  const numbers = new Map<string, number>();
  const inBefore = intern(before, start, endBefore, numbers);
  const inAfter = intern(after, start, endAfter, numbers);
  const left = shared(inBefore, start, new Set(inAfter), removed);
  const right = shared(inAfter, start, new Set(inBefore), added);

  const kept = commonEntries(left.values, right.values);
  const keptLeft = new Set(kept.map(([place]) => place));
  const keptRight = new Set(kept.map(([, place]) => place));
  left.places.forEach((place, index) => {
    if (!keptLeft.has(index)) removed[place] = true;
  });
  right.places.forEach((place, index) => {
    if (!keptRight.has(index)) added[place] = true;
  });
  return { removed, added };
}

function trim(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  return { start, endBefore, endAfter };
}

function intern(entries: readonly string[], from: number, to: number, numbers: Map<string, number>): number[] {
  const result: number[] = [];
  for (let place = from; place < to; place++) {
    const entry = entries[place] ?? '';
    let number = numbers.get(entry);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(entry, number);
    }
    result.push(number);
  }
  return result;
}

/** The entries that the other side has too, with their places; the rest is marked as without a partner. */
function shared(numbers: readonly number[], start: number, others: ReadonlySet<number>, alone: boolean[]) {
  const values: number[] = [];
  const places: number[] = [];
  numbers.forEach((number, index) => {
    if (others.has(number)) {
      values.push(number);
      places.push(start + index);
    } else {
      alone[start + index] = true;
    }
  });
  return { values, places };
}

type Pair = readonly [number, number];

/** The longest common subsequence, as pairs of places, by the greedy algorithm of Myers. */
function commonEntries(left: readonly number[], right: readonly number[]): readonly Pair[] {
  const limit = Math.min(left.length + right.length, maxEdits);
  const reached = new Int32Array(2 * limit + 3);
  const origin = limit + 1;
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits++) {
    history.push(reached.slice(origin - edits - 1, origin + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down =
        diagonal === -edits ||
        (diagonal !== edits && at(reached, origin + diagonal - 1) < at(reached, origin + diagonal + 1));
      let x = down ? at(reached, origin + diagonal + 1) : at(reached, origin + diagonal - 1) + 1;
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x++;
      reached[origin + diagonal] = x;
      if (x >= left.length && x - diagonal >= right.length) return walkBack(history, left.length, right.length);
    }
  }
  return [];
}

function at(values: Int32Array, place: number): number {
  return values[place] ?? 0;
}

/** `history[edits]` holds the diagonals -edits-1 … edits+1 as they were before that step. */
function walkBack(history: readonly Int32Array[], endX: number, endY: number): readonly Pair[] {
  const pairs: Pair[] = [];
  let x = endX;
  let y = endY;
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const reached = history[edits] ?? new Int32Array();
    const middle = edits + 1;
    const diagonal = x - y;
    const down =
      diagonal === -edits ||
      (diagonal !== edits && at(reached, middle + diagonal - 1) < at(reached, middle + diagonal + 1));
    const previous = down ? diagonal + 1 : diagonal - 1;
    const previousX = edits === 0 ? 0 : at(reached, middle + previous);
    const previousY = edits === 0 ? 0 : previousX - previous;
    while (x > previousX && y > previousY) {
      x--;
      y--;
      pairs.push([x, y]);
    }
    x = previousX;
    y = previousY;
  }
  return pairs.toReversed();
}
