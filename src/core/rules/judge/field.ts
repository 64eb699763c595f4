/** The first of these fields of an input that holds a text. */
export function field(input: unknown, ...names: readonly string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  for (const name of names) {
    const value: unknown = Object.getOwnPropertyDescriptor(input, name)?.value;
    if (typeof value === 'string') return value;
  }
  return undefined;
}
