/** What a table has under a name that somebody else chose: `constructor` and its kin stand in every object. */
export function entryOf<V>(table: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
