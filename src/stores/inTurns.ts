/** Does the work for each of these, for no more than some at once; what came of it is in their order. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const next = items.entries();
  const worker = async (): Promise<void> => {
    for (const [place, item] of next) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
