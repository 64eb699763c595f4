/**
 * `{0}` stands for the first value, `{0:line:lines}` for the word that goes with it. Values are put in as they are and
 * never read again as a pattern.
 */
export function fill(pattern: string, values: readonly (string | number)[]): string {
  return pattern.replaceAll(
    /\{(\d)(?::(\w+):(\w+))?\}/g,
    (whole, place: string, one: string | undefined, several: string | undefined) => {
      const value = values[Number(place)];
      if (value === undefined) return whole;
      return String((value === 1 ? one : several) ?? value);
    },
  );
}
