/** A table of which each key is one name, or several with blanks between them. */
export function byName<Value>(table: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(table).flatMap(([names, value]) => names.split(' ').map(name => [name, value] as const)),
  );
}
