export type Picked<T> = readonly (T | undefined)[];

/** Somewhere in which things lie by their names; one that follows another may know what is new in it. */
export interface Shelf<T> {
  get(name: string): T | undefined;
  newSince?(before: Shelf<T>): ReadonlySet<string> | undefined;
}

/** Picks again and again, mostly from what follows on what it picked from before. */
export function pickerOf<T>(): (names: readonly (string | undefined)[], shelf: Shelf<T>) => Picked<T> {
  let before:
    | { readonly names: unknown; shelf: Shelf<T>; readonly own: ReadonlySet<unknown>; readonly picked: Picked<T> }
    | undefined;
  return (names, shelf) => {
    if (before?.names === names) {
      const from = before.shelf;
      before.shelf = shelf;
      const changed = from === shelf ? [] : shelf.newSince?.(from);
      const { own } = before;
      if (changed && [...changed].every(name => !own.has(name))) return before.picked;
    }
    const picked = names.map(name => (name === undefined ? undefined : shelf.get(name)));
    const last = before?.picked;
    const isSame = last?.length === picked.length && picked.every((one, at) => Object.is(one, last[at]));
    before = { names, shelf, own: new Set(names), picked: isSame && last ? last : picked };
    return before.picked;
  };
}
