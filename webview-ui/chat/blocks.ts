/** Lines that are drawn together: when one of them changes, no line of another block is looked at. */
export interface Block {
  /** The first of its items names it. */
  readonly key: string;
  readonly ids: readonly string[];
}

export const blockSize = 50;

/** Cuts an order into blocks; one whose items are the same ones is the same block as before. */
function blocksOf(before: readonly Block[], order: readonly string[]): readonly Block[] {
  const known = new Map(before.map(block => [block.key, block]));
  const blocks: Block[] = [];
  for (let at = 0; at < order.length; at += blockSize) {
    const key = order[at] ?? '';
    const length = Math.min(blockSize, order.length - at);
    const same = known.get(key);
    blocks.push(
      same !== undefined && same.ids.length === length && same.ids.every((id, place) => id === order[at + place])
        ? same
        : { key, ids: order.slice(at, at + length) },
    );
  }
  return blocks;
}

/** The blocks of an order that changes at its ends. */
export function readerOfBlocks(): (order: readonly string[]) => readonly Block[] {
  let blocks: readonly Block[] = [];
  return order => {
    blocks = blocksOf(blocks, order);
    return blocks;
  };
}
