/** Gives each entry a key of its own content; equal ones are told apart by counting. */
export function keyed<T>(list: readonly T[], keyOf: (entry: T) => string): readonly (readonly [string, T])[] {
  const seen = new Map<string, number>();
  return list.map(entry => {
    const key = keyOf(entry);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return [`${key}#${times}`, entry] as const;
  });
}

/** Entries that are written in have no key but their place. */
export function keyedPlaces<T>(list: readonly T[]): readonly (readonly [string, T, number])[] {
  return list.map((entry, place) => [`${place}`, entry, place] as const);
}
