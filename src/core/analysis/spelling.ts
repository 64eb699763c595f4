/** The word that was probably meant: the nearest of some, when it is near enough. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  const most = word.length < 4 ? 1 : 2;
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const other of words) {
    if (Math.abs(other.length - word.length) > most) continue;
    const distance = distanceOf(word.toLowerCase(), other.toLowerCase());
    if (distance <= most && (best === undefined || distance < best.distance)) best = { word: other, distance };
  }
  return best?.word;
}

/** How many letters must be put in, taken out, changed or swapped with their neighbour. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + same);
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, last] = [last, next];
  }
  return last.at(-1) ?? 0;
}
